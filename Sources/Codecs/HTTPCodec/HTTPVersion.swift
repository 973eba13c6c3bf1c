/// The protocol's version as far as it changes what a server does: later minor versions of 1 behave as 1.1
/// (RFC 9110 section 2.5).
package enum HTTPVersion: Hashable, Sendable {
    /// No chunked bodies, and the connection closes unless the client asks to keep it.
    case http10
    case http11
}
