/// The one rule of what is unread, for server and clients alike: live messages after the cursor that
/// are not mine. A thread's replies count to the thread, not to its room.
package enum Unread {
    /// Counts are exact up to here; one more than this is shown as `999+`.
    package static let exactLimit = 999

    /// Whether `event` is unread for `reader` whose cursor in its room is `cursor`.
    package static func isUnread(_ event: RoomEvent, cursor: Int64, reader: UserID) -> Bool {
        guard event.seq > cursor, event.actor != reader else { return false }
        switch event.body {
        case .message(let message): return message.thread == nil
        case .memberJoined, .memberLeft, .memberRemoved, .memberMuted, .roleChanged, .messageDeleted, .messageGone,
            .messageEdited, .reaction, .messagePinned, .messagesExpired, .roomUpdated, .roomArchived, .roomRules,
            .roomDeleted:
            return false
        }
    }

    /// How many of `events` are unread, at most `exactLimit + 1`.
    package static func count(_ events: some Sequence<RoomEvent>, cursor: Int64, reader: UserID) -> Int {
        var count = 0
        for event in events where isUnread(event, cursor: cursor, reader: reader) {
            count += 1
            if count > exactLimit { break }
        }
        return count
    }
}
