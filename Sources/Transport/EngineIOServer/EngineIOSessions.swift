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
    private var endsWithLoop = false

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

    func open(
        polling exchange: PollingExchange, _ requestID: UInt64, _ request: HandshakeRequest, _ format: EngineIOFormat
    ) {
        guard count.take() else { return exchange.respond(.failure(.tooManySessions)) }
        let connection = add(request, format)
        connection.open(polling: exchange, requestID)
        opened(connection)
    }

    func open(_ webSocket: WebSocketConnection, _ request: HandshakeRequest, _ format: EngineIOFormat) {
        // 1013: try again later (the IANA registry of WebSocket close codes).
        guard count.take() else { return webSocket.close(code: 1013, reason: "") }
        let connection = add(request, format)
        connection.open(webSocket)
        opened(connection)
    }

    private func add(_ request: HandshakeRequest, _ format: EngineIOFormat) -> EngineIOConnection {
        let (high, low) = random()
        let id = SessionID(loop: loop.index, high: high, low: low)
        let connection = EngineIOConnection(id: id, request: request, format: format, sessions: self)
        connections[id] = connection
        endWithLoop()
        return connection
    }

    /// Sessions hold this object and it holds them; those without a connection would hear nothing of the loop's end.
    private func endWithLoop() {
        guard !endsWithLoop else { return }
        endsWithLoop = true
        loop.atEnd {
            self.endsWithLoop = false
            for connection in Array(self.connections.values) { connection.close(discarding: true) }
        }
    }

    /// The open packet (Engine.IO protocol 4, "Handshake").
    func handshake(
        _ id: SessionID, _ transport: EngineIOTransport, _ revision: EngineIORevision
    ) -> [UInt8] {
        let packet = OpenPacket(
            sid: id.description, upgrades: transport == .polling ? ["websocket"] : [],
            pingInterval: configuration.pingInterval, pingTimeout: configuration.pingTimeout,
            maxPayload: configuration.maxPayload)
        var text: [UInt8] = []
        EngineIO4.encodeText(packet.packet(revision), into: &text)
        return text
    }

    // MARK: Requests of sessions

    /// Why a WebSocket may not take the session over; nil when it may try.
    func refusal(_ id: SessionID, _ revision: EngineIORevision) -> EngineIORefusal? {
        do throws(EngineIORefusal) {
            _ = try connection(id, revision)
            return nil
        } catch { return error }
    }

    /// The session of that id, which speaks the revision that its handshake named.
    private func connection(
        _ id: SessionID, _ revision: EngineIORevision
    ) throws(EngineIORefusal) -> EngineIOConnection {
        guard let connection = connections[id] else { throw .unknownSession }
        guard connection.revision == revision else { throw .badRequest }
        return connection
    }

    func poll(
        _ id: SessionID, _ revision: EngineIORevision, _ exchange: PollingExchange, _ request: UInt64, _ mark: PollMark
    ) {
        do throws(EngineIORefusal) {
            try connection(id, revision).poll(exchange, request, mark)
        } catch { exchange.respond(.failure(error)) }
    }

    func pollAborted(_ id: SessionID, _ request: UInt64) { connections[id]?.pollAborted(request) }

    func beginPost(
        _ id: SessionID, _ revision: EngineIORevision, _ exchange: PollingExchange, _ request: UInt64, isBinary: Bool
    ) {
        do throws(EngineIORefusal) {
            try connection(id, revision).beginPost(exchange, request, isBinary: isBinary)
        } catch { exchange.respond(.failure(error)) }
    }

    /// A session that has ended meanwhile has answered the POST.
    func endPost(_ id: SessionID, _ request: UInt64, _ outcome: PostBody) { connections[id]?.endPost(request, outcome) }

    func upgrade(_ id: SessionID, _ webSocket: WebSocketConnection, _ format: EngineIOFormat) {
        guard let connection = connections[id] else { return webSocket.close(code: 1000, reason: "") }
        connection.upgrade(webSocket, format)
    }

    func remove(_ connection: EngineIOConnection) {
        if connections.removeValue(forKey: connection.id) != nil { count.giveBack() }
    }
}
