/// The masking of client frames (RFC 6455 section 5.3); taking a mask off is the same as putting it on.
enum WebSocketMask {
    /// XORs `bytes` from `start` on with `key`, whose first byte on the wire is its lowest; `phase` tells how many
    /// bytes of the frame came before.
    static func apply(_ key: UInt32, phase: Int, to bytes: inout [UInt8], from start: Int) {
        guard key != 0, start < bytes.count else { return }
        let turn = UInt32(truncatingIfNeeded: (phase & 3) * 8)
        let word = turn == 0 ? key : key >> turn | key << (32 - turn)
        let double = UInt64(word) << 32 | UInt64(word)
        // Eight bytes a step: 8 is a multiple of 4, so the key stands the same at each.
        bytes.withUnsafeMutableBytes { raw in
            var place = start
            let end = raw.count
            while end - place >= 8 {
                let masked = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ UInt64(littleEndian: double)
                raw.storeBytes(of: masked, toByteOffset: place, as: UInt64.self)
                place += 8
            }
            var shift: UInt64 = 0
            while place < end {
                raw[place] ^= UInt8(truncatingIfNeeded: double >> shift)
                place += 1
                shift += 8
            }
        }
    }
}
