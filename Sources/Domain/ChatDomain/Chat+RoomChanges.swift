package import ChatModel
import StorageAPI

/// What a room is called, whether it takes messages, and that it is at all. Each is told in the room, and for a channel
/// in the directory too.
extension Chat {
    /// Gives the room another name, description, slow mode (seconds) or retention (days); nil leaves what is there.
    /// Moderators and owners; the retention is for owners.
    ///
    /// Throws `name_taken` for the name of another channel, `forbidden`, `not_member`, `not_found`, `archived`,
    /// `invalid_argument`, `too_long`.
    package func updateRoom(
        _ room: RoomID, name: String? = nil, description: String? = nil, slowMode: Int64? = nil,
        retention: Int64? = nil, by caller: Caller
    ) async throws(ChatError) -> RoomSummary {
        var checked: (name: String?, description: String?) = (nil, nil)
        if let name { checked.name = try TextRules.line(name, Limits.channelNameCharacters, field: "name") }
        if let description {
            checked.description = try TextRules.paragraph(
                description, atMost: Limits.channelDescriptionCharacters, field: "description")
        }
        guard slowMode.map(Limits.slowMode.contains) ?? true else {
            throw ChatError(.invalidArgument, "Slow mode is 0 to 21600 seconds.", field: "slow_mode")
        }
        guard retention.map(Limits.retention.contains) ?? true else {
            throw ChatError(.invalidArgument, "The retention is 0 to 3650 days.", field: "retention")
        }
        let (newName, newDescription) = checked
        let now = clock.now()
        return try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(retention == nil ? .moderator : .owner)
            try standing.requireOpen()
            var changed = standing.room
            if let newName { changed.name = newName }
            if let newDescription { changed.description = newDescription }
            if changed != standing.room {
                try transaction.change(
                    changed, .roomUpdated(name: changed.name, description: changed.description), by: caller.user,
                    at: now)
                try transaction.record(
                    .roomUpdated, by: caller.user, room: room, detail: changed.auditName, at: now)
            }
            let before = changed
            changed.slowMode = slowMode ?? changed.slowMode
            changed.retention = retention ?? changed.retention
            if changed != before {
                try transaction.change(
                    changed, .roomRules(slowMode: changed.slowMode, retention: changed.retention), by: caller.user,
                    at: now)
                var rules: [String] = []
                if changed.slowMode != before.slowMode { rules.append("slow_mode \(changed.slowMode)") }
                if changed.retention != before.retention { rules.append("retention \(changed.retention)") }
                try transaction.record(
                    .roomUpdated, by: caller.user, room: room, detail: rules.joined(separator: ", "), at: now)
            }
            return try transaction.knownSummary(of: room, for: caller.user)
        }
    }

    /// Makes the room readable only, or opens it again; doing so again changes nothing. Owners.
    ///
    /// Throws `forbidden`, `not_member`, `not_found`.
    package func archiveRoom(
        _ room: RoomID, archived isArchived: Bool, by caller: Caller
    ) async throws(ChatError) -> RoomSummary {
        let now = clock.now()
        return try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(.owner)
            try standing.refuseInFeed()
            if standing.room.isArchived != isArchived {
                var changed = standing.room
                changed.isArchived = isArchived
                try transaction.change(changed, .roomArchived(isArchived), by: caller.user, at: now)
                try transaction.record(
                    isArchived ? .roomArchived : .roomOpened, by: caller.user, room: room, at: now)
            }
            return try transaction.knownSummary(of: room, for: caller.user)
        }
    }

    /// Takes the room and all that was said in it away for good. Owners.
    ///
    /// It is out of reach at once; `eraseDeletedRooms` removes what was said from the store. Throws `forbidden`,
    /// `not_member`, `not_found`.
    package func deleteRoom(_ room: RoomID, by caller: Caller) async throws(ChatError) {
        let now = clock.now()
        try await store.write(as: caller) { transaction throws(ChatError) in
            let standing = try transaction.standing(of: caller.user, in: room)
            try standing.require(.owner)
            try standing.refuseInFeed()
            try transaction.delete(standing.room, by: caller.user, at: now)
            try transaction.record(
                .roomDeleted, by: caller.user, room: room, detail: standing.room.auditName, at: now)
        }
    }
}

extension WriteTransaction {
    fileprivate func change(
        _ room: Room, _ body: RoomEvent.Body, by actor: UserID, at now: Timestamp
    ) throws(ChatError) {
        try update(room)
        try append(body, to: room.id, by: actor, at: now, nonce: nil, fingerprint: 0)
        if room.kind == .channel { try append(.channelUpdated(room), at: now) }
    }
}
