/// An Engine.IO client that polls; each request is made on a connection of its own.
package struct TestPolling: Sendable {
    package let port: Int
    package let path: String
    package private(set) var sid = ""
    /// The open packet.
    package private(set) var handshake = ""

    /// Opens a session.
    package init(port: Int, path: String, headers: [(String, String)] = []) throws {
        self.port = port
        self.path = path
        let response = try TestHTTPConnection.request(port: port, "GET", target, headers: headers)
        handshake = response.body
        guard response.status == 200, let start = handshake.firstRange(of: #""sid":""#)?.upperBound else { return }
        sid = String(handshake[start...].prefix { $0 != "\"" })
    }

    package var target: String { "\(path)?EIO=4&transport=polling" + (sid.isEmpty ? "" : "&sid=\(sid)") }
    package var webSocketTarget: String { "\(path)?EIO=4&transport=websocket&sid=\(sid)" }

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
}
