package import ChatModel

/// Passwords, tokens and randomness.
package protocol Credentials: Sendable {
    /// The Argon2id string of `password`, computed on threads of its own; `busy` where too many wait.
    func hash(password: String) async throws(ChatError) -> String
    /// Whether `password` gives `hash`; nil `hash` costs the same time and answers false, so that an unknown account
    /// cannot be told from a wrong password by the clock.
    func verify(password: String, hash: String?) async throws(ChatError) -> Bool
    /// From the system's generator.
    func randomBytes(_ count: Int) -> [UInt8]
    /// SHA-256, for tokens and codes that are random already.
    func digest(_ token: String) -> [UInt8]
    /// Takes as long whether or not they differ.
    func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool
}
