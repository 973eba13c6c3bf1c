/// Why a TLS session cannot go on.
package enum TLSFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The peer's first bytes are no TLS handshake; a plain HTTP request, for one.
    case notTLS
    /// The peer broke the protocol, or nothing was agreed on; the reason is OpenSSL's.
    case broken(String)
    /// The peer asks for answers (new keys, say) and does not read them.
    case unreadAnswers
    /// The stream ended without close_notify: what came may have been cut short (RFC 8446 section 6.1).
    case truncated

    package var description: String {
        switch self {
        case .notTLS: "not TLS"
        case .broken(let reason): reason
        case .unreadAnswers: "the peer does not read what it asks for"
        case .truncated: "the stream was cut short"
        }
    }
}
