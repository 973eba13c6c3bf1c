internal import EngineIOCodec
internal import HTTPServer
internal import NetLoop
internal import WebSocketServer

/// One loop's sessions. Confined to the loop.
final class EngineIOSessions {
    let loop: EventLoop
    let configuration: EngineIOConfiguration
    private let count: SessionCount
    private let random: IDSource
    private let opened: @Sendable (EngineIOConnection) -> Void
    private var connections: [SessionID: EngineIOConnection] = [:]

    init(
        loop: EventLoop, configuration: EngineIOConfiguration, count: SessionCount,
        random: @escaping IDSource, opened: @escaping @Sendable (EngineIOConnection) -> Void
    ) {
        self.loop = loop
        self.configuration = configuration
        self.count = count
        self.random = random
        self.opened = opened
    }

    // MARK: New sessions

    func open(polling exchange: PollingExchange, _ requestID: UInt64, _ request: HandshakeRequest) {
        guard count.take() else { return exchange.respond(.failure(.tooManySessions)) }
        let connection = add(request)
        connection.open(polling: exchange, requestID)
        opened(connection)
    }

    func open(_ webSocket: WebSocketConnection, _ request: HandshakeRequest) {
        // 1013: try again later (the IANA registry of WebSocket close codes).
        guard count.take() else { return webSocket.close(code: 1013, reason: "") }
        let connection = add(request)
        connection.open(webSocket)
        opened(connection)
    }

    private func add(_ request: HandshakeRequest) -> EngineIOConnection {
        let (high, low) = random()
        let id = SessionID(loop: loop.index, high: high, low: low)
        let connection = EngineIOConnection(id: id, request: request, sessions: self)
        connections[id] = connection
        return connection
    }

    /// The open packet (Engine.IO protocol 4, "Handshake").
    func handshake(_ id: SessionID, _ transport: EngineIOTransport) -> [UInt8] {
        let packet = OpenPacket(
            sid: id.description, upgrades: transport == .polling ? ["websocket"] : [],
            pingInterval: configuration.pingInterval, pingTimeout: configuration.pingTimeout,
            maxPayload: configuration.maxPayload)
        var text: [UInt8] = []
        EngineIO4.encodeText(packet.packet, into: &text)
        return text
    }

    // MARK: Requests of sessions

    func contains(_ id: SessionID) -> Bool { connections[id] != nil }

    func poll(_ id: SessionID, _ exchange: PollingExchange, _ request: UInt64) {
        guard let connection = connections[id] else { return exchange.respond(.failure(.unknownSession)) }
        connection.poll(exchange, request)
    }

    func pollAborted(_ id: SessionID, _ request: UInt64) { connections[id]?.pollAborted(request) }

    func post(_ id: SessionID, _ exchange: PollingExchange, _ request: UInt64, _ body: [UInt8], isBinary: Bool) {
        guard let connection = connections[id] else { return exchange.respond(.failure(.unknownSession)) }
        connection.post(exchange, request, body, isBinary: isBinary)
    }

    func upgrade(_ id: SessionID, _ webSocket: WebSocketConnection) {
        guard let connection = connections[id] else { return webSocket.close(code: 1000, reason: "") }
        connection.upgrade(webSocket)
    }

    func remove(_ connection: EngineIOConnection) {
        if connections.removeValue(forKey: connection.id) != nil { count.giveBack() }
    }
}
