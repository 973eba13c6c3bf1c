/// What a server answered.
package struct TestHTTPResponse: Sendable {
    package let status: Int
    /// Names in lower case.
    package let headers: [String: String]
    package let bytes: [UInt8]
    package var body: String { String(decoding: bytes, as: UTF8.self) }
}

/// One HTTP/1.1 connection of a test, for requests one after another.
package final class TestHTTPConnection: Sendable {
    package let socket: TestSocket

    package init(port: Int, receiveBuffer: Int32? = nil) throws {
        socket = try TestSocket(port: port, receiveBuffer: receiveBuffer)
    }

    /// Sends a request without waiting for its answer.
    package func send(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
    ) throws {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        try socket.send(text + "\r\n" + (body ?? ""))
    }

    /// The next answer; its body must have a Content-Length, or none at all.
    package func receive() throws -> TestHTTPResponse {
        let head = try socket.receive(through: "\r\n\r\n")
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let status = lines.isEmpty ? "" : lines.removeFirst()
        var headers: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        let body = try socket.receive(exactly: length)
        let code = status.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return TestHTTPResponse(status: code, headers: headers, bytes: body)
    }

    /// One request on a connection of its own.
    package static func request(
        port: Int, _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
    ) throws -> TestHTTPResponse {
        let connection = try TestHTTPConnection(port: port)
        try connection.send(method, target, headers: headers, body: body)
        return try connection.receive()
    }
}
