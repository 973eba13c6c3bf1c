import HTTPCodec
import HTTPServer
import NetLoop
import TestSockets
import WebSocketCodec

@testable import WebSocketServer

/// A WebSocket client over a blocking socket.
final class WebSocketClient {
    let socket: TestSocket
    /// The head of the server's answer.
    let answer: String
    private var decoder: WebSocketFrameDecoder

    /// Performs the handshake; `unread` is sent together with it.
    init(port: Int, fields: String = "", unread: [UInt8] = [], receiveBuffer: Int32? = nil) throws {
        socket = try TestSocket(port: port, receiveBuffer: receiveBuffer)
        try socket.send(Array(Self.request(fields).utf8) + unread)
        answer = try socket.receive(through: "\r\n\r\n")
        decoder = WebSocketFrameDecoder(
            role: .client, limits: .init(message: 100_000_000), allowsCompression: answer.contains("permessage-deflate")
        )
    }

    static func request(_ fields: String = "", key: String = "dGhlIHNhbXBsZSBub25jZQ==") -> String {
        "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: \(key)\r\n\(fields)\r\n"
    }

    static func frame(
        _ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true, isCompressed: Bool = false
    ) -> [UInt8] {
        var frame: [UInt8] = []
        WebSocketFrame.encodeMasked(
            opcode, payload, mask: 0x1234_5678, isFinal: isFinal, isCompressed: isCompressed, into: &frame)
        return frame
    }

    func send(_ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true, isCompressed: Bool = false) throws {
        try socket.send(Self.frame(opcode, payload, isFinal: isFinal, isCompressed: isCompressed))
    }

    /// What the next frame says if it is a close frame.
    func nextClose() throws -> (code: WebSocketCloseCode, reason: String)? {
        guard case .close(let code?, let reason) = try next() else { return nil }
        return (code, reason)
    }

    /// As `next`, the pieces of a compressed message joined.
    func nextWhole() throws -> WebSocketFrameDecoder.Event? {
        var joined: [UInt8] = []
        while true {
            let event = try next()
            guard case .compressed(let kind, let bytes, let isLast) = event else { return event }
            joined += bytes
            if isLast { return .compressed(kind, joined, isLast: true) }
        }
    }

    /// The next message or control frame, or a piece of a compressed message; nil at the end of the stream.
    func next() throws -> WebSocketFrameDecoder.Event? {
        while true {
            if let event = try decoder.next() { return event }
            let bytes = try socket.receive()
            if bytes.isEmpty { return nil }
            decoder.feed(bytes)
        }
    }
}

/// What a server's WebSocket told its handler.
enum Told: Hashable, Sendable {
    case text([UInt8])
    case binary([UInt8])
    case closed(UInt16)
}

/// Sends back what it receives; a text of `close N` closes with N.
final class EchoSocket: WebSocketHandler {
    private let connection: WebSocketConnection
    private let events: TestEvents<Told>

    init(_ connection: WebSocketConnection, _ events: TestEvents<Told>) {
        self.connection = connection
        self.events = events
    }

    func received(text: [UInt8]) {
        events.report(.text(text))
        let words = String(decoding: text, as: UTF8.self).split(separator: " ")
        if words.first == "close", let code = UInt16(words[1]) { return connection.close(code: code, reason: "asked") }
        connection.send(text: text)
    }

    func received(binary: [UInt8]) {
        events.report(.binary(binary))
        connection.send(binary: binary)
    }

    func drained() {}
    func closed(code: UInt16) { events.report(.closed(code)) }
}

/// Accepts every request as a WebSocket.
struct Acceptor: HTTPHandler {
    var configuration = WebSocketConfiguration()
    var destination: EventLoop?
    let ready: @Sendable (WebSocketConnection) -> Void

    func handle(_ exchange: HTTPExchange) {
        WebSocketConnection.accept(
            exchange, on: destination ?? exchange.loop, configuration: configuration, ready: ready)
    }
}

func withServer(_ acceptor: Acceptor, body: (Int) async throws -> Void) async throws {
    let group = EventLoopGroup(count: 1)
    let server = HTTPServer(loops: group.loops, configuration: HTTPServerConfiguration(), handler: acceptor)
    guard case .tcp(_, let port) = try await server.listen(on: .tcp(host: "127.0.0.1", port: 0)) else { return }
    do { try await body(port) } catch {
        await group.shutdown()
        throw error
    }
    await server.stop()
    await group.shutdown()
}

func withEcho(
    _ configuration: WebSocketConfiguration = unhurried, on destination: EventLoop? = nil,
    body: (Int, TestEvents<Told>) async throws -> Void
) async throws {
    let events = TestEvents<Told>()
    let acceptor = Acceptor(configuration: configuration, destination: destination) { connection in
        connection.handler = EchoSocket(connection, events)
    }
    try await withServer(acceptor) { try await body($0, events) }
}

/// No time limit of this configuration is met, however slow the machine is.
let unhurried: WebSocketConfiguration = {
    var configuration = WebSocketConfiguration()
    configuration.closeTime = 60_000
    return configuration
}()
