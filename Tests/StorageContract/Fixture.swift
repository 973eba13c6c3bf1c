import ChatModel
import StorageAPI
import Synchronization

/// A store that is open, with short names for what the checks do often.
struct Fixture: Sendable {
    let store: any ChatStore
    let heard: Heard

    init(_ place: any StorageUnderTest) async throws {
        heard = Heard()
        store = try await place.open(listener: heard)
    }

    func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome { try await store.write(body) }

    func read<Outcome: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws(ChatError) -> Outcome
    ) async throws(ChatError) -> Outcome { try await store.read(body) }

    /// Returns when the listener has heard everything whose write completed before.
    func settle() async throws {
        try await write { _ throws(ChatError) in }
    }

    /// Users 1 to `users`, each with the e-mail and name of its number, and no event.
    func make(users: Int) async throws {
        try await write { store throws(ChatError) in
            for number in 1...users { try store.insert(Sample.user(number), passwordHash: "hash \(number)") }
        }
    }

    /// A room of `kind` with these members, each joined by an event.
    func make(room number: Int, _ kind: Room.Kind = .group, members: [Int] = []) async throws {
        try await write { store throws(ChatError) in
            try store.insert(Sample.room(number, kind))
            for member in members { try join(store, member, number) }
        }
    }

    func send(_ text: String, by user: Int, to room: Int, nonce: String? = nil) async throws(ChatError) -> RoomEvent {
        try await write { store throws(ChatError) in
            try sendMessage(store, text, by: user, to: room, nonce: nonce)
        }
    }

    /// Runs `request` and answers the code it was refused with; nil where it was not.
    func refusal(_ request: () async throws(ChatError) -> Void) async -> ErrorCode? {
        do throws(ChatError) {
            try await request()
            return nil
        } catch {
            return error.code
        }
    }
}

/// What a listener heard.
final class Heard: CommitListener {
    private let batches = Mutex<[CommittedBatch]>([])

    func committed(_ batch: CommittedBatch) { batches.withLock { $0.append(batch) } }

    var all: [CommittedBatch] { batches.withLock { $0 } }
    var events: [Event] { all.flatMap(\.events) }
}

/// Values by number, so that checks can name them.
enum Sample {
    static func user(_ number: Int, role: Role = .member) -> User {
        User(
            id: userID(number), email: "user\(number)@example.org", handle: "user\(number)", name: "User \(number)",
            avatar: Avatar(picture: "fox", color: "#a0b1c2"), role: role, createdAt: time(number))
    }

    static func room(_ number: Int, _ kind: Room.Kind = .group) -> Room {
        Room(
            id: roomID(number), kind: kind, name: "Room \(number)", description: "About \(number)",
            createdBy: userID(1), createdAt: time(number))
    }

    static func session(_ number: Int, of user: Int) -> Session {
        Session(
            id: SessionID(millisecond: 0, entropy: UInt32(number)), user: userID(user), device: "device \(number)",
            createdAt: time(number), expiresAt: time(number + 1000))
    }

    static func userID(_ number: Int) -> UserID { UserID(millisecond: 0, entropy: UInt32(number)) }
    static func roomID(_ number: Int) -> RoomID { RoomID(millisecond: 0, entropy: UInt32(number)) }
    static func time(_ number: Int) -> Timestamp { Timestamp(milliseconds: 1_800_000_000_000 + Int64(number)) }
    static func membership(_ user: Int, _ room: Int, cursor: Int64 = 0) -> Membership {
        Membership(room: roomID(room), user: userID(user), cursor: cursor, joinedAt: time(user))
    }
}

func join(_ store: any WriteTransaction, _ user: Int, _ room: Int) throws(ChatError) {
    let id = Sample.userID(user)
    let event = try store.append(
        .memberJoined(id), to: Sample.roomID(room), by: id, at: Sample.time(user), nonce: nil, fingerprint: 0)
    try store.insert(Sample.membership(user, room, cursor: event.seq))
}

func leave(_ store: any WriteTransaction, _ user: Int, _ room: Int) throws(ChatError) {
    let id = Sample.userID(user)
    try store.append(
        .memberLeft(id), to: Sample.roomID(room), by: id, at: Sample.time(user), nonce: nil, fingerprint: 0)
    try store.deleteMembership(of: id, in: Sample.roomID(room))
}

@discardableResult
func sendMessage(
    _ store: any WriteTransaction, _ text: String, by user: Int, to room: Int, nonce: String? = nil
) throws(ChatError) -> RoomEvent {
    let seq = try store.lastSeq(of: Sample.roomID(room))
    return try store.append(
        .message(Message(id: MessageID(millisecond: 0, entropy: UInt32(truncatingIfNeeded: seq + 1)), text: text)),
        to: Sample.roomID(room), by: Sample.userID(user), at: Sample.time(0), nonce: nonce.flatMap { Nonce($0) },
        fingerprint: UInt64(text.utf8.count))
}
