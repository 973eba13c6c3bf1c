import CredentialsAPI

/// Random text that opens something to whoever has it. Only its digest is stored.
enum Secret {
    /// A session's token: 256 random bits. The prefix lets secret scanners and people see what leaked.
    static func sessionToken(_ credentials: any Credentials) -> String {
        "rst_" + base64URL(credentials.randomBytes(32))
    }

    /// The token that makes the first owner: 192 random bits.
    static func setupToken(_ credentials: any Credentials) -> String {
        base64URL(credentials.randomBytes(24))
    }

    /// An invitation's code: 128 random bits, short enough for a link.
    static func invitationCode(_ credentials: any Credentials) -> String {
        base64URL(credentials.randomBytes(16))
    }

    /// The code of a link for a new password: 192 random bits.
    static func resetCode(_ credentials: any Credentials) -> String {
        base64URL(credentials.randomBytes(24))
    }

    /// A password for a person to type once: 96 random bits in 16 letters.
    static func password(_ credentials: any Credentials) -> String {
        base64URL(credentials.randomBytes(12))
    }

    /// RFC 4648, section 5, without padding.
    static func base64URL(_ bytes: [UInt8]) -> String {
        let digits: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count * 4 + 2) / 3)
        digits.withUTF8Buffer { table in
            var bits: UInt32 = 0
            var count: UInt32 = 0
            for byte in bytes {
                bits = (bits << 8) | UInt32(byte)
                count += 8
                while count >= 6 {
                    count -= 6
                    letters.append(table[Int((bits >> count) & 63)])
                }
                bits &= (1 << count) - 1
            }
            if count > 0 { letters.append(table[Int((bits << (6 - count)) & 63)]) }
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
