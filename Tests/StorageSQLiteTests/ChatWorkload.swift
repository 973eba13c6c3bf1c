import ChatModel
import StorageAPI
import StorageSQLite
import Synchronization

/// A small server's life: two people in a room who send, come and go. Every send has a nonce and a text of its own.
final class ChatWorkload: Sendable {
    struct Acknowledged: Sendable {
        var event: RoomEvent
        /// The disk's position when the sender was told.
        var position: Int
    }

    static let room = RoomID(millisecond: 0, entropy: 1)
    static let people = [1, 2, 3].map { UserID(millisecond: 0, entropy: $0) }

    private struct State {
        var acknowledged: [Acknowledged] = []
        var refusals: [ErrorCode] = []
    }

    private let state = Mutex(State())
    private let disk: FaultDisk

    init(disk: FaultDisk) { self.disk = disk }

    var acknowledged: [Acknowledged] { state.withLock { $0.acknowledged } }
    var refusals: [ErrorCode] { state.withLock { $0.refusals } }

    /// The place from which the room exists for sure; nil before.
    func setUp(_ store: SQLiteStore) async throws -> Int {
        try await store.write { store throws(ChatError) in
            for (number, id) in ChatWorkload.people.enumerated() {
                let user = User(
                    id: id, email: "\(number)@example.org", name: "\(number)", avatar: Avatar(picture: "a", color: "b"),
                    role: .member, createdAt: Timestamp(milliseconds: 0))
                try store.insert(user, passwordHash: "")
            }
            try store.insert(
                Room(
                    id: ChatWorkload.room, kind: .group, name: "", description: "", createdBy: ChatWorkload.people[0],
                    createdAt: Timestamp(milliseconds: 0)))
        }
        return disk.position
    }

    /// Sends `counters` at once and waits for every answer.
    func send(_ counters: ClosedRange<Int64>, to store: SQLiteStore) async {
        await withTaskGroup(of: Void.self) { group in
            for counter in counters {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        store.write { transaction throws(ChatError) in
                            try ChatWorkload.send(counter, transaction)
                        } completion: { result in
                            self.note(result)
                            continuation.resume()
                        }
                    }
                }
            }
        }
    }

    private func note(_ result: Result<RoomEvent, ChatError>) {
        let position = disk.position
        state.withLock { state in
            switch result {
            case .success(let event): state.acknowledged.append(Acknowledged(event: event, position: position))
            case .failure(let error): state.refusals.append(error.code)
            }
        }
    }

    /// What a client's send, first or repeated, does. Some make the sender a member, or end that.
    static func send(_ counter: Int64, _ store: any WriteTransaction) throws(ChatError) -> RoomEvent {
        let person = people[Int(counter % 3)]
        let nonce = Nonce.counted(instance: "device", counter: counter)
        if let earlier = try store.sent(nonce, by: person) { return earlier.event }
        if counter % 5 == 0 {
            if try store.isMember(person, of: room) {
                try store.deleteMembership(of: person, in: room)
            } else {
                try store.insert(
                    Membership(room: room, user: person, cursor: 0, joinedAt: Timestamp(milliseconds: counter)))
            }
        }
        return try store.append(
            .message(id: MessageID(millisecond: 0, entropy: UInt32(truncatingIfNeeded: counter)), text: text(counter)),
            to: room, by: person, at: Timestamp(milliseconds: counter), nonce: nonce, fingerprint: UInt64(counter))
    }

    /// Long enough that a few messages fill a page.
    static func text(_ counter: Int64) -> String {
        "message \(counter) " + String(repeating: "x", count: Int(counter % 7) * 90)
    }
}
