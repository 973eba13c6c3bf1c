package import ChatModel

/// The oracle's numbers as the wire's ids.
package enum Names {
    package static func user(_ person: Int) -> User {
        User(
            id: UserID(millisecond: 1_764_000_000_000, entropy: UInt32(person)), email: "p\(person)@example.org",
            handle: "p\(person)", name: "Person \(person)", avatar: Avatar(picture: "fox", color: "#c0ffee"),
            role: .member,
            createdAt: Timestamp(milliseconds: 1))
    }

    /// Who made the rooms.
    package static let maker = 0

    /// One of the channels with which a history begins, or any room of a server that names rooms itself.
    package static func room(_ room: Int) -> Room {
        Room(
            id: RoomID(millisecond: 1_765_000_000_000, entropy: UInt32(room)), kind: .channel, name: "room \(room)",
            description: "", createdBy: user(maker).id, createdAt: Timestamp(milliseconds: 2))
    }

    static func number(_ room: RoomID) -> Int { Int(room.rawValue & 0x3f_ffff) }
    package static func number(_ user: UserID) -> Int { Int(user.rawValue & 0x3f_ffff) }
}
