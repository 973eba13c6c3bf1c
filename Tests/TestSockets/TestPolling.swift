/// An Engine.IO client that polls; each request is made on a connection of its own.
package struct TestPolling: Sendable {
    package let port: Int
    package let path: String
    /// What names the revision of Engine.IO.
    package let revision: String
    package private(set) var sid = ""
    /// The open packet.
    package private(set) var handshake = ""

    /// Opens a session; `query` is added to the request that does.
    package init(
        port: Int, path: String, revision: String = "EIO=4", query: String = "", headers: [(String, String)] = []
    ) throws {
        self.port = port
        self.path = path
        self.revision = revision
        let response = try TestHTTPConnection.request(port: port, "GET", target + query, headers: headers)
        handshake = response.body
        guard response.status == 200, let start = handshake.firstRange(of: #""sid":""#)?.upperBound else { return }
        sid = String(handshake[start...].prefix { $0 != "\"" })
    }

    package var target: String { "\(path)?\(revision)&transport=polling" + (sid.isEmpty ? "" : "&sid=\(sid)") }
    package var webSocketTarget: String { "\(path)?\(revision)&transport=websocket&sid=\(sid)" }

    package func poll() throws -> TestHTTPResponse { try TestHTTPConnection.request(port: port, "GET", target) }

    /// Sends a poll without waiting for its answer.
    package func startPoll() throws -> TestHTTPConnection {
        let connection = try TestHTTPConnection(port: port)
        try connection.send("GET", target)
        return connection
    }

    package func post(_ body: String) throws -> TestHTTPResponse {
        try TestHTTPConnection.request(port: port, "POST", target, body: body)
    }

    /// Posts bytes, and says that they are.
    package func post(bytes: [UInt8]) throws -> TestHTTPResponse {
        let connection = try TestHTTPConnection(port: port)
        try connection.send(
            "POST", target,
            headers: [("Content-Type", "application/octet-stream"), ("Content-Length", "\(bytes.count)")])
        try connection.socket.send(bytes)
        return try connection.receive()
    }
}
