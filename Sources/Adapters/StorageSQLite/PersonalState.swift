import ChatModel
import StorageAPI

extension SnapshotReading {
    func preferences(of user: UserID) throws(ChatError) -> Preferences { try connection.preferences(of: user) }

    func seen(_ ids: [UserID]) throws(ChatError) -> [SeenPerson] {
        var found: [SeenPerson] = []
        found.reserveCapacity(ids.count)
        for id in ids {
            let person = try connection.first(.lastSeen, id) { SeenPerson(user: id, lastSeen: $0.timeUnlessZero(0)) }
            if let person { found.append(person) }
        }
        return found
    }
}

extension WriterTransaction {
    func setLevel(_ level: NotifyLevel?, of user: UserID, in room: RoomID) throws(ChatError) {
        try willWrite()
        try connection.run(.setLevel, user, room, level?.rawValue)
        guard connection.changes > 0 else { throw ChatError(.notMember) }
    }

    func setPreferences(_ preferences: Preferences, of user: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(
            .setPreferences, user, preferences.quiet?.from, preferences.quiet?.to, preferences.dndUntil,
            Int64(preferences.sound ? 1 : 0), Int64(preferences.preview ? 1 : 0))
    }

    func setLastSeen(_ time: Timestamp, of user: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(.setLastSeen, user, time)
    }

    func deletePersonalState(of user: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(.deletePreferences, user)
        try connection.run(.deleteDraftsOfUser, user)
        try connection.run(.deleteSavedOfUser, user)
        try connection.run(.deleteScheduledOfUser, user)
    }
}
