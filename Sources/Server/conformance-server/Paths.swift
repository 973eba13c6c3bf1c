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
        case ("POST", "/echo"): exchange.respond(HTTPResponse(status: 200, body: request.body))
        case ("OPTIONS", _): exchange.respond(HTTPResponse(status: 204, headers: [("Allow", "GET, HEAD, POST")]))
        default: exchange.respond(HTTPResponse(status: 405, headers: [("Allow", "GET, HEAD, POST")]))
        }
    }

    private func echo(_ exchange: HTTPExchange, limit: Int) {
        var configuration = WebSocketConfiguration()
        configuration.maxMessageSize = limit
        configuration.queueLimit = 64 << 20
        configuration.compression = WebSocketCompression(
            policy: .init(serverNoContextTakeover: false, clientNoContextTakeover: false), threshold: 0)
        WebSocketConnection.accept(exchange, on: exchange.loop, configuration: configuration) { connection in
            connection.handler = WebSocketEcho(connection)
        }
    }
}
