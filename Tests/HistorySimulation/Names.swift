package import ChatModel
package import HistoryOracle

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

    /// `text` with whom it calls, as it is stored.
    package static func text(_ text: String, calling call: Oracle.Call) -> String {
        call.people.sorted().reduce(text + (call.everyone ? " <@room>" : "")) { "\($0) <@\(user($1).id)>" }
    }

    /// Whom a text of `text(_:calling:)` calls.
    package static func call(in text: String) -> Oracle.Call {
        var call = Oracle.Call()
        for word in text.split(separator: " ") where word.hasPrefix("<@") && word.hasSuffix(">") {
            let name = String(word.dropFirst(2).dropLast())
            if let id = UserID(name) { call.people.insert(number(id)) } else { call.everyone = true }
        }
        return call
    }

    /// What a device shows to be changed, as it is stored: people by their handles, or as they are stored where it does not
    /// know them yet.
    static func stored(_ shown: String) -> String {
        let words = shown.split(separator: " ", omittingEmptySubsequences: false).map { word in
            if word == "@room" { return "<@room>" }
            for person in 0...World.administrator where word == "@\(user(person).handle)" {
                return "<@\(user(person).id)>"
            }
            return String(word)
        }
        return words.joined(separator: " ")
    }

    static func number(_ room: RoomID) -> Int { Int(room.rawValue & 0x3f_ffff) }
    package static func number(_ user: UserID) -> Int { Int(user.rawValue & 0x3f_ffff) }
}
