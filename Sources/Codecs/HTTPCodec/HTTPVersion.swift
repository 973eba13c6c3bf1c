/// The versions that are served (RFC 9112 section 2.3).
package enum HTTPVersion: Hashable, Sendable {
    /// No chunked bodies, and the connection closes unless the client asks to keep it.
    case http10
    case http11
}
