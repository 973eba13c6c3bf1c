import ChatModel
import Foundation
import StorageAPI
import StorageSQLite

/// How much is to be there.
struct Plan: Sendable {
    var rooms: Int
    /// How many of the rooms get messages.
    var busy: Int
    /// Messages in the person's rooms.
    var own: Int
    /// Messages in rooms that the person is not in.
    var others: Int
}

/// Writes as the chat does, with nonces, memberships and their events, in transactions of thousands of messages.
final class Filler: Sendable {
    private static let batch = 5_000
    private static let foreignRooms = 100
    private static let author = "filler@example.org"

    let store: SQLiteStore
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))

    init(folder: String) throws { store = try SQLiteStore.open(folder: folder) }

    func run(_ plan: Plan, email: String) async throws {
        guard let person = try await store.read({ store throws(ChatError) in try store.user(email: email) }) else {
            throw ChatError(.notFound, "Nobody has the address \(email).")
        }
        let author = try await author()
        let own = try await rooms("own", plan.rooms, made: author, joined: [author, person.id])
        let foreign = try await rooms("elsewhere", Filler.foreignRooms, made: author, joined: [author])
        let busy = Array(own.prefix(plan.busy))
        let total = plan.own + plan.others
        for begin in stride(from: 0, to: total, by: Filler.batch) {
            let numbers = begin..<min(begin + Filler.batch, total)
            try await store.write { [self] store throws(ChatError) in
                for number in numbers {
                    // The own ones stand evenly between the others.
                    let before = number * plan.own / total
                    let isOwn = (number + 1) * plan.own / total > before
                    let rooms = isOwn ? busy : foreign
                    let turn = isOwn ? before : number - before
                    try send(store, to: rooms[turn % rooms.count], by: author, number)
                }
            }
        }
        await store.close()
    }

    private func author() async throws -> UserID {
        let now = now
        return try await store.write { store throws(ChatError) in
            if let known = try store.user(email: Filler.author) { return known.id }
            let user = User(
                id: UserID(millisecond: now.milliseconds, entropy: 1), email: Filler.author, handle: "filler",
                name: "Filler", avatar: Avatar(picture: "fox", color: "#c0ffee"), role: .member, createdAt: now)
            try store.insert(user, passwordHash: "")
            try store.append(.userRegistered(user), at: now)
            return user.id
        }
    }

    /// The channels `name 0`, `name 1` and so on, made where they are missing.
    private func rooms(_ name: String, _ count: Int, made author: UserID, joined: [UserID]) async throws -> [RoomID] {
        let now = now
        return try await store.write { store throws(ChatError) in
            var rooms: [RoomID] = []
            for number in 0..<count {
                let title = "\(name) \(number)"
                if let known = try store.channel(named: title) {
                    rooms.append(known.id)
                    continue
                }
                let entropy = UInt32(number) &+ (name == "own" ? 10_000 : 20_000)
                let room = Room(
                    id: RoomID(millisecond: now.milliseconds, entropy: entropy), kind: .channel, name: title,
                    description: "", createdBy: author, createdAt: now)
                try store.insert(room)
                try store.append(.channelCreated(room), at: now)
                for user in joined { try self.enter(store, room.id, user) }
                rooms.append(room.id)
            }
            return rooms
        }
    }

    func enter(_ store: any WriteTransaction, _ room: RoomID, _ user: UserID) throws(ChatError) {
        try store.insert(Membership(room: room, user: user, cursor: 0, joinedAt: now))
        let event = try store.append(.memberJoined(user), to: room, by: user, at: now, nonce: nil, fingerprint: 0)
        try store.setCursor(event.seq, of: user, in: room)
        try store.append(.cursorMoved(room: room, seq: event.seq), for: user, at: now)
    }

    private func send(
        _ store: any WriteTransaction, to room: RoomID, by author: UserID, _ number: Int
    ) throws(ChatError) {
        try store.append(
            .message(
                Message(
                    id: MessageID(millisecond: now.milliseconds &+ Int64(number), entropy: 0),
                    text: "A message of about a hundred letters, as people write them when they have something to say.")
            ),
            to: room, by: author, at: Timestamp(milliseconds: now.milliseconds &+ Int64(number)),
            nonce: .counted(instance: "\(now.milliseconds)", counter: Int64(number)), fingerprint: UInt64(number))
    }
}
