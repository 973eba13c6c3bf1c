/// Where the server is, and when it is tried next.
struct Link: Sendable {
    var url = ""
    /// Whether the device has a network.
    var isOnline = true
    var backoff = Backoff()
    /// When the back-off ends; nil while there is no back-off.
    var retryAt: Int64?

    /// The address of the socket at `origin`, such as `https://chat.example.org`.
    static func url(origin: String) -> String {
        let path = "/socket.io/?EIO=4&transport=websocket"
        for (scheme, socket) in [("https:", "wss:"), ("http:", "ws:")] as [(String, String)] {
            if let rest = origin.dropping(prefix: scheme) { return socket + rest + path }
        }
        return origin + path
    }
}

extension String {
    /// What follows `prefix`, compared by bytes; nil where the text does not begin with it.
    func dropping(prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8) else { return nil }
        return String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }
}
