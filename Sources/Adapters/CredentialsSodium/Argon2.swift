import CSodium
import ChatModel

/// Argon2id (RFC 9106) with 19 MiB, two passes and one lane: OWASP's lowest setting, which bounds what a flood of
/// log-ins can take.
enum Argon2 {
    private static let memory = 19 * 1024 * 1024
    private static let passes: UInt64 = 2

    /// A hash of a random password that nobody knows, with the same cost: what log-ins to no account are compared with.
    static let nobody =
        "$argon2id$v=19$m=19456,t=2,p=1$aM9uV9zgxPi19t21pGVxkg$kgh0lIrH6kJkJCIdmY/U5JLzx8H5dPzERDTV0ADipwg"

    /// The encoded string, with a fresh salt. Throws `unavailable` where there is no memory for it.
    static func hash(_ password: String) throws(ChatError) -> String {
        let input = password.utf8.map { CChar(bitPattern: $0) }
        var encoded = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let code = crypto_pwhash_str_alg(
            &encoded, input, UInt64(input.count), passes, memory, crypto_pwhash_ALG_ARGON2ID13)
        guard code == 0 else {
            throw ChatError(.unavailable, "The server has too little memory just now. Try again later.")
        }
        return String(decoding: encoded.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// False also for a `hash` that is none.
    static func verify(_ password: String, _ hash: String) -> Bool {
        let input = password.utf8.map { CChar(bitPattern: $0) }
        return crypto_pwhash_str_verify(hash, input, UInt64(input.count)) == 0
    }
}
