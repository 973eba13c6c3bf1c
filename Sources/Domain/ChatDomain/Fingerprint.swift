import ChatModel

/// Tells a repeated send from a nonce used for something else. The same in every run and on every machine.
enum Fingerprint {
    /// FNV-1a with 64 bits (IETF draft-eastlake-fnv) over the room's id, the text's UTF-8 and what the message
    /// answers.
    static func of(room: RoomID, text: String, thread: Int64? = nil, replyTo: Int64? = nil) -> UInt64 {
        var hash = start
        mix(room.rawValue, into: &hash)
        mix(text, into: &hash)
        // A text holds no U+0000, so that what follows is no text.
        if let thread { mix("\0t", UInt64(bitPattern: thread), into: &hash) }
        if let replyTo { mix("\0r", UInt64(bitPattern: replyTo), into: &hash) }
        return hash
    }

    /// Of a message that is to be sent later.
    static func of(scheduled room: RoomID, text: String, thread: Int64?, at time: Timestamp) -> UInt64 {
        var hash = of(room: room, text: text, thread: thread)
        mix("\0at", UInt64(bitPattern: time.milliseconds), into: &hash)
        return hash
    }

    /// Of what a group is made of; never 0, which stands for none. A name and a description hold no U+0000, so that
    /// it ends them.
    static func of(group name: String, description: String, users: [UserID]) -> UInt64 {
        var hash = start
        mix(name + "\0" + description + "\0", into: &hash)
        for user in users { mix(user.rawValue, into: &hash) }
        return hash | 1
    }

    /// Of what a channel is made of; never 0. It ends unlike a group's, which has the ids of its members there.
    static func of(channel name: String, description: String) -> UInt64 {
        var hash = start
        mix(name + "\0" + description + "\0channel", into: &hash)
        return hash | 1
    }

    private static func mix(_ name: String, _ number: UInt64, into hash: inout UInt64) {
        mix(name, into: &hash)
        mix(number, into: &hash)
    }

    private static func mix(_ number: UInt64, into hash: inout UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { hash = (hash ^ ((number >> shift) & 0xff)) &* prime }
    }

    private static func mix(_ text: String, into hash: inout UInt64) {
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
        }
    }

    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325

    private static let prime: UInt64 = 0x100_0000_01b3
}
