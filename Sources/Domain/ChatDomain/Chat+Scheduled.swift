package import ChatModel
import StorageAPI

/// What a person has the server send later: theirs alone, on all their devices.
extension Chat {
    /// Has the server send a message at `time`, as `send` would then. The same nonce and content again give the first
    /// one as it is now; once it was sent, as it was asked for.
    ///
    /// Throws what `send` does for the text; `invalid_argument` with the field `at` for a time that is not
    /// `Limits.scheduleAhead` from now; `not_member`, `not_found` (with the field `thread` for what is no thread's root);
    /// `forbidden` past the limits; `nonce_reused`. Whether the message may be sent is asked for when its time has come.
    ///
    /// - Parameter thread: the root that it will be a reply to.
    package func schedule(
        _ text: String, to room: RoomID, thread: Int64? = nil, at time: Timestamp, nonce: Nonce, by caller: Caller
    ) async throws(ChatError) -> ScheduledMessage {
        try TextRules.checkMessage(text)
        let now = clock.now()
        let user = caller.user
        let fingerprint = Fingerprint.of(scheduled: room, text: text, thread: thread, at: time)
        let ofMessage = Fingerprint.of(room: room, text: text, thread: thread)
        let made = Scheduled(
            message: ScheduledMessage(id: identifiers.next(), room: room, thread: thread, text: text, at: time),
            user: user, nonce: nonce, fingerprint: fingerprint, due: time)
        return try await store.write(as: caller) { transaction throws(ChatError) in
            try transaction.refuseInactive(user)
            if let earlier = try transaction.scheduled(nonce: nonce, of: user) {
                guard earlier.fingerprint == fingerprint else { throw ChatError(.nonceReused, field: "nonce") }
                return earlier.message
            }
            if let sent = try transaction.sent(nonce, by: user) {
                guard sent.fingerprint == ofMessage, sent.event.room == room else {
                    throw ChatError(.nonceReused, field: "nonce")
                }
                return made.message
            }
            try Self.requireAhead(time, of: now)
            guard try transaction.isMember(user, of: room) else {
                throw try transaction.refusalOfOutsider(room, user)
            }
            if let thread { _ = try transaction.liveRoot(thread, in: room) }
            try transaction.requireRoom(for: text, of: user)
            try transaction.insert(made)
            try transaction.append(.scheduledChanged(made.message.id, .made), for: user, at: now)
            return made.message
        }
    }

    /// What the caller has scheduled and was not sent, in the order of the times.
    package func scheduled(of caller: Caller) async throws(ChatError) -> [ScheduledMessage] {
        try await store.read { transaction throws(ChatError) in
            try transaction.scheduled(of: caller.user).map(\.message)
        }
    }

    /// Changes what is to be sent, or when; nil leaves what is there. One that failed is tried again once its time is set.
    ///
    /// Throws what `schedule` does for text and time; `not_found`.
    package func updateScheduled(
        _ id: ScheduledID, text: String? = nil, at time: Timestamp? = nil, by caller: Caller
    ) async throws(ChatError) {
        if let text { try TextRules.checkMessage(text) }
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            let before = try transaction.ownScheduled(id, of: caller.user)
            var scheduled = before
            if let text, !before.message.text.utf8.elementsEqual(text.utf8) {
                scheduled.message.text = text
                try transaction.requireRoom(for: text, insteadOf: before.message.text, of: caller.user)
            }
            if let time, time != before.message.at || before.message.error != nil {
                try Self.requireAhead(time, of: now)
                (scheduled.message.at, scheduled.due, scheduled.message.error) = (time, time, nil)
            }
            guard scheduled != before else { return }
            try transaction.update(scheduled)
            try transaction.append(.scheduledChanged(id, .changed), for: caller.user, at: now)
        }
    }

    /// Takes it away before it is sent. Throws `not_found`.
    package func cancelScheduled(_ id: ScheduledID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            _ = try transaction.ownScheduled(id, of: caller.user)
            try transaction.deleteScheduled(id)
            try transaction.append(.scheduledChanged(id, .cancelled), for: caller.user, at: now)
        }
    }

    private static func requireAhead(_ time: Timestamp, of now: Timestamp) throws(ChatError) {
        let (ahead, overflowed) = time.milliseconds.subtractingReportingOverflow(now.milliseconds)
        guard !overflowed, Limits.scheduleAhead.contains(ahead) else {
            throw ChatError(
                .invalidArgument, "A message is scheduled for half a minute to 366 days from now.", field: "at")
        }
    }
}

extension ReadTransaction {
    /// Throws `not_found` for what is not theirs.
    fileprivate func ownScheduled(_ id: ScheduledID, of user: UserID) throws(ChatError) -> Scheduled {
        try refuseInactive(user)
        guard let scheduled = try scheduled(id), scheduled.user == user else {
            throw ChatError(.notFound, "No message is scheduled under this id.", field: "id")
        }
        return scheduled
    }

    /// Throws `forbidden` where the person has as many as there may be, or as long ones.
    fileprivate func requireRoom(
        for text: String, insteadOf old: String? = nil, of user: UserID
    ) throws(ChatError) {
        let size = try scheduledSize(of: user)
        guard old != nil || size.count < Limits.scheduled else {
            throw ChatError(.forbidden, "You have scheduled \(Limits.scheduled) messages, the most there may be.")
        }
        guard size.bytes - (old?.utf8.count ?? 0) + text.utf8.count <= Limits.pageBytes else {
            throw ChatError(
                .forbidden, "What you have scheduled is \(Limits.pageBytes) bytes long, the most it may be.")
        }
    }
}
