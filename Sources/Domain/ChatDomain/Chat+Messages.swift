package import ChatModel
import StorageAPI

extension Chat {
    /// Adds a message to a room that the caller is in. `completion` is called once, from a thread of the store's,
    /// after the message is on disk; or at once, from the caller's, where it is refused early.
    ///
    /// The same nonce and content again give the first one's event, even after leaving the room; other content
    /// gives `nonce_reused`. Also `archived`, `forbidden` (see `block`), `muted`, `rate_limited` (with the field `room` where
    /// it is the room's slow mode), `not_member`, `not_found`, `invalid_argument`, `too_long`, `busy`, `storage_full`.
    ///
    /// - Parameters:
    ///   - thread: the root that it is a reply to; `not_found` with this field where there is no such live message in
    ///     the room itself.
    ///   - replyTo: the message that it answers, of the same thread or its root, or of the room itself; `not_found` with
    ///     the field `reply_to`.
    package func send(
        room: RoomID, text: String, thread: Int64? = nil, replyTo: Int64? = nil, nonce: Nonce, by caller: Caller,
        completion: @escaping @Sendable (Result<RoomEvent, ChatError>) -> Void
    ) {
        do {
            try TextRules.checkMessage(text)
            try rates.send(caller.user, to: room)
        } catch {
            completion(.failure(error))
            return
        }
        let fingerprint = Fingerprint.of(room: room, text: text, thread: thread, replyTo: replyTo)
        let user = caller.user
        let named = NamedPeople(in: text)
        store.write(
            { [clock, identifiers] transaction throws(ChatError) -> RoomEvent in
                try transaction.refuseEnded(caller)
                if let earlier = try transaction.sent(nonce, by: user) {
                    guard earlier.fingerprint == fingerprint, earlier.event.room == room else {
                        throw ChatError(.nonceReused, field: "nonce")
                    }
                    return earlier.event
                }
                let message = Message(id: identifiers.next(), text: text, thread: thread, replyTo: replyTo)
                let allowed = try transaction.allowed(message, naming: named, to: room, by: user, at: clock.now())
                return try transaction.post(allowed, nonce: nonce, fingerprint: fingerprint)
            }, completion: completion)
    }

    package func send(
        room: RoomID, text: String, thread: Int64? = nil, replyTo: Int64? = nil, nonce: Nonce, by caller: Caller
    ) async throws(ChatError) -> RoomEvent {
        try await withCheckedContinuation { continuation in
            send(room: room, text: text, thread: thread, replyTo: replyTo, nonce: nonce, by: caller) {
                continuation.resume(returning: $0)
            }
        }.get()
    }

    /// Moves the caller's cursor in `room` forward to `seq`, never back and never past the room's last event.
    ///
    /// `completion` gets where the cursor is then, as `send`'s does. The caller's devices are told if it moved.
    package func moveCursor(
        room: RoomID, to seq: Int64, by caller: Caller,
        completion: @escaping @Sendable (Result<Int64, ChatError>) -> Void
    ) {
        let user = caller.user
        store.write(
            { [clock] transaction throws(ChatError) -> Int64 in
                try transaction.refuseEnded(caller)
                try transaction.refuseInactive(user)
                guard let membership = try transaction.membership(of: user, in: room) else {
                    throw try transaction.refusalOfOutsider(room, user)
                }
                let target = min(seq, try transaction.lastSeq(of: room))
                guard target > membership.cursor else { return membership.cursor }
                try transaction.setCursor(target, of: user, in: room)
                try transaction.append(.cursorMoved(room: room, seq: target), for: user, at: clock.now())
                return target
            }, completion: completion)
    }

    package func moveCursor(room: RoomID, to seq: Int64, by caller: Caller) async throws(ChatError) -> Int64 {
        try await withCheckedContinuation { continuation in
            moveCursor(room: room, to: seq, by: caller) { continuation.resume(returning: $0) }
        }.get()
    }

    /// The newest events of a room that the caller may read with a `seq` below `before` (nil: the newest of all),
    /// oldest first, and whether there are older ones; with `after` the oldest above it instead, and whether there are
    /// newer ones.
    ///
    /// - Parameter limit: 1 to 200; a page also ends at `Limits.pageBytes`.
    package func history(
        of room: RoomID, before: Int64?, after: Int64? = nil, limit: Int = Limits.historyPage.usual, for caller: Caller
    ) async throws(ChatError) -> (events: [RoomEvent], more: Bool) {
        let limit = try checked(limit, Limits.historyPage)
        return try await store.read { transaction throws(ChatError) in
            let end = try transaction.readableEnd(of: room, for: caller.user)
            if let after {
                let found = try transaction.history(
                    of: room, after: after, before: min(before ?? .max, end), limit: limit + 1, for: caller.user)
                let kept = PageWeight.fitting(found.prefix(limit).lazy.map(Optional.some))
                return (Array(found.prefix(kept)), found.count > kept)
            }
            let found = try transaction.history(
                of: room, before: min(before ?? .max, end), limit: limit + 1, for: caller.user)
            let page = found.suffix(limit)
            let kept = PageWeight.fitting(page.reversed().lazy.map(Optional.some))
            return (Array(page.suffix(kept)), found.count > kept)
        }
    }

    /// What happened after `since` that concerns the caller; rooms joined since come with their newest events, as far
    /// as all rooms and events together stay within `Limits.pageBytes`. Throws `resync` where the place is too old or
    /// unknown.
    ///
    /// - Parameter limit: 1 to 1000 events; a page also ends at `Limits.pageBytes`.
    package func changes(
        since: Place, limit: Int = Limits.syncPage.usual, for caller: Caller
    ) async throws(ChatError) -> Changes {
        let limit = try checked(limit, Limits.syncPage)
        return try await store.read { transaction throws(ChatError) in
            let asker = try transaction.account(caller.user)
            let page = { (limit: Int) throws(ChatError) in
                try transaction.changes(
                    for: asker.id, since: since, limit: limit, directory: asker.role != .guest)
            }
            let found = try page(limit)
            let kept = PageWeight.fitting(found.events.lazy.map(\.roomEvent))
            // Asked again instead of cut: what was joined and left belongs to the span of the shorter page.
            let changes = kept < found.events.count ? try page(kept) : found
            return try transaction.withPages(changes, for: asker.id)
        }
    }
}

extension ReadTransaction {
    /// `changes` with the newest events of each room that was joined, as far as they fit beside its own events.
    fileprivate func withPages(_ changes: Changes, for reader: UserID) throws(ChatError) -> Changes {
        var changes = changes
        var left =
            Limits.pageBytes - PageWeight.bytes(changes.events.lazy.map(\.roomEvent))
            - PageWeight.bytes(changes.joined)
        changes.pages.reserveCapacity(changes.joined.count)
        for summary in changes.joined {
            guard left > 0 else {
                changes.pages.append(RoomPage(events: [], more: summary.lastSeq > 0))
                continue
            }
            let limit = Limits.historyPage.usual
            let found = try history(of: summary.room.id, before: nil, limit: limit + 1, for: reader)
            let newestFirst = found.suffix(limit).reversed()
            let kept = PageWeight.fitting(newestFirst.lazy.map(Optional.some), into: left)
            left -= PageWeight.bytes(newestFirst.prefix(kept).lazy.map(Optional.some))
            changes.pages.append(RoomPage(events: found.suffix(kept), more: found.count > kept))
        }
        return changes
    }
}
