package import ChatModel
import Synchronization

/// Who may not write where, as this node has heard it: enough to refuse early what is not kept, such as typing.
package final class Mutes: Sendable {
    private struct Key: Hashable {
        var user: UserID
        var room: RoomID
    }

    /// Past it, those that are over are forgotten.
    private static let sweepAt = 1024

    private let ends: Mutex<[Key: Timestamp]>

    /// `known` are those that began before the first event is heard.
    package init(_ known: [Mute] = []) {
        var ends: [Key: Timestamp] = [:]
        for mute in known { ends[Key(user: mute.user, room: mute.room)] = mute.until }
        self.ends = Mutex(ends)
    }

    /// Nil `until` lets them write again.
    package func heard(_ user: UserID, in room: RoomID, until: Timestamp?, at now: Timestamp) {
        ends.withLock { ends in
            ends[Key(user: user, room: room)] = until
            if ends.count.isMultiple(of: Mutes.sweepAt) { ends = ends.filter { $0.value > now } }
        }
    }

    /// Throws `muted`.
    package func check(_ user: UserID, in room: RoomID, at now: Timestamp) throws(ChatError) {
        let until = ends.withLock { $0.isEmpty ? nil : $0[Key(user: user, room: room)] }
        if let until, until > now { throw .muted(until: until, now: now) }
    }
}
