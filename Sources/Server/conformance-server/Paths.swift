import EngineIOServer
import HTTPServer
import NetLoop
import SocketIOServer
import WebSocketCodec
import WebSocketServer

/// Leads each request to what answers it.
struct Paths: HTTPHandler {
    let engine: EngineIOServer
    let socketIO: SocketIOServer

    func handle(_ exchange: HTTPExchange) {
        let request = exchange.request
        switch (request.method, request.path) {
        case (_, "/engine.io/"): engine.handle(exchange)
        case (_, "/socket.io/"): socketIO.handle(exchange)
        case (_, "/ws"): echo(exchange, limit: 16 << 20)
        case (_, "/ws-limited"): echo(exchange, limit: 1 << 20)
        case ("GET", _), ("HEAD", _): exchange.respond(HTTPResponse(status: 200, body: Array("ok\n".utf8)))
        case ("POST", "/echo"): echo(exchange)
        case ("OPTIONS", _): exchange.respond(HTTPResponse(status: 204, headers: [("Allow", Self.allowed)]))
        default: exchange.respond(.methodNotAllowed(request.method, allowed: Self.allowed))
        }
    }

    private static let allowed = "GET, HEAD, POST"
    /// Bytes of a body from which on it is echoed as it comes.
    private static let streamedLength = 64 * 1024

    /// Long bodies come as they are sent. Only where their length is known: then they cannot pass the limit after the
    /// answer has begun.
    func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling {
        switch (request.method, request.path) {
        case (_, "/engine.io/"): engine.bodyHandling(for: request)
        case (_, "/socket.io/"): socketIO.bodyHandling(for: request)
        case ("POST", "/echo"): (length(of: request) ?? 0) >= Self.streamedLength ? .stream() : .collect()
        default: .collect()
        }
    }

    private func length(of request: HTTPRequest) -> Int? { request.header("content-length").flatMap { Int($0) } }

    private func echo(_ exchange: HTTPExchange) {
        guard exchange.body != nil else {
            return exchange.respond(HTTPResponse(status: 200, body: exchange.request.body))
        }
        exchange.stream(HTTPResponse(status: 200), length: length(of: exchange.request)) { pieces, sink in
            for try await piece in pieces { try await sink.write(piece) }
        }
    }

    private func echo(_ exchange: HTTPExchange, limit: Int) {
        var configuration = WebSocketConfiguration()
        configuration.maxMessageSize = limit
        // A suite sends 4 MiB in fragments of 64 bytes.
        configuration.maxFragments = 1 << 17
        configuration.queueLimit = 64 << 20
        configuration.compression = WebSocketCompression(
            policy: .init(serverNoContextTakeover: false, clientNoContextTakeover: false), threshold: 0)
        WebSocketConnection.accept(exchange, on: exchange.loop, configuration: configuration) { connection in
            connection.handler = WebSocketEcho(connection)
        }
    }
}
