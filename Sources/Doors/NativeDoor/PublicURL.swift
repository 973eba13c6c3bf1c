internal import Synchronization

/// Where people reach this server, without a trailing slash. Links are made from it, never from a request's headers.
///
/// It is settled when the server listens, since the system may choose the port.
package final class PublicURL: Sendable {
    private struct State {
        var url: String
        var origins: Set<String>
    }

    private let state: Mutex<State>

    package init(_ url: String) {
        state = Mutex(State(url: url, origins: WebOrigin.allowed(url: url, loopback: nil)))
    }

    package var current: String { state.withLock { $0.url } }

    /// The origins, as browsers write them, whose pages may act with a visitor's cookie.
    package var origins: Set<String> { state.withLock { $0.origins } }

    /// Whether a browser's cookie for this server may cross the network in the clear.
    var isSecure: Bool { current.hasPrefix("https://") }

    /// Where the server listens on loopback.
    package struct Loopback: Hashable, Sendable {
        package var scheme: String
        package var port: Int

        package init(scheme: String, port: Int) {
            self.scheme = scheme
            self.port = port
        }
    }

    /// Pages of a server that listens on `loopback` also come from `localhost`, `127.0.0.1` and `[::1]`.
    package func settle(_ url: String, loopback: Loopback?) {
        let settled = State(url: url, origins: WebOrigin.allowed(url: url, loopback: loopback))
        state.withLock { $0 = settled }
    }
}

/// A web origin (RFC 6454).
enum WebOrigin {
    /// The origin of a page at `url`, as browsers write it: scheme and host in lower case, no default port, no path.
    static func of(_ url: String) -> String {
        for (scheme, port) in [("http://", ":80"), ("https://", ":443")] where url.hasPrefix(scheme) {
            let authority = url.dropFirst(scheme.count).prefix { $0 != "/" }
            let host = authority.hasSuffix(port) ? authority.dropLast(port.count) : authority
            return scheme + String(decoding: host.utf8.map(lowercased), as: UTF8.self)
        }
        return url
    }

    static func allowed(url: String, loopback: PublicURL.Loopback?) -> Set<String> {
        var origins: Set<String> = [of(url)]
        if let loopback {
            for host in ["localhost", "127.0.0.1", "[::1]"] {
                origins.insert(of("\(loopback.scheme)://\(host):\(loopback.port)"))
            }
        }
        return origins
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
