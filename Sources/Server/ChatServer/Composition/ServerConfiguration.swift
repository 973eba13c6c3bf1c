/// What `roost serve` is told.
package struct ServerConfiguration: Sendable {
    package var listen: HostAndPort
    package var dataFolder: String
    package var loops: Int
    /// How people reach the server; nil: from `listen`.
    package var url: String?
    /// The web app's folder, as bin/build-web makes it; nil: plain pages only.
    package var webFolder: String?
    /// Where the certificate for TLS is; nil: plain HTTP.
    package var tls: TLSFiles?
    /// Days after which events that are no messages are removed; nil: never.
    package var keepEvents: Int?
    /// Whom people find by a part of a name: of their rooms, or all.
    package var isDirectoryOpen: Bool
    /// Whether the built-in feed is made where there is none.
    package var hasFeed: Bool
    /// How often people may send, ask and connect.
    package var rates: ServerRates

    package init(
        listen: HostAndPort, dataFolder: String, loops: Int, url: String? = nil, webFolder: String? = nil,
        tls: TLSFiles? = nil, keepEvents: Int? = nil, isDirectoryOpen: Bool = false, hasFeed: Bool = true,
        rates: ServerRates = .usual
    ) {
        self.listen = listen
        self.dataFolder = dataFolder
        self.loops = loops
        self.url = url
        self.webFolder = webFolder
        self.tls = tls
        self.keepEvents = keepEvents
        self.isDirectoryOpen = isDirectoryOpen
        self.hasFeed = hasFeed
        self.rates = rates
    }

    /// What the server's own addresses begin with.
    var scheme: String { tls == nil ? "http" : "https" }
}

/// The PEM files of a server's certificate (those that lead to the root after it) and of its key.
package struct TLSFiles: Hashable, Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}

/// `HOST:PORT`, with an IPv6 address in brackets.
package struct HostAndPort: Hashable, Sendable, CustomStringConvertible {
    package var host: String
    package var port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Nil unless `text` is `HOST:PORT` with a port of 0 to 65535.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// `localhost` means both loopback addresses, since a browser may try either first; the first must work.
    var addresses: [String] { host == "localhost" ? ["127.0.0.1", "::1"] : [host] }

    /// Whether only this machine can connect.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Where a link points when listening on every address: nobody can reach `0.0.0.0`.
    var reachableHost: String { host == "0.0.0.0" || host == "::" ? "localhost" : host }
}
