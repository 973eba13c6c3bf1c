import ChatModel

/// Tells a repeated send from a nonce used for something else. The same in every run and on every machine.
enum Fingerprint {
    /// FNV-1a with 64 bits (IETF draft-eastlake-fnv) over the room's id and the text's UTF-8.
    static func of(room: RoomID, text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            hash = (hash ^ ((room.rawValue >> shift) & 0xff)) &* prime
        }
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* prime }
        }
        return hash
    }

    private static let prime: UInt64 = 0x100_0000_01b3
}
