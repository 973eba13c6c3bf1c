internal import EngineIOCodec
internal import HTTPCodec
package import HTTPServer
package import NetLoop
internal import Synchronization
internal import WebSocketServer

/// An Engine.IO server, revisions 4 and 3, on the loops of an HTTP server.
///
/// A session lives on the loop that its handshake came on. A polling request that comes on another loop is handed over
/// as a value, and a WebSocket that takes a session over moves to its loop before it says anything.
package final class EngineIOServer: Sendable {
    private let configuration: EngineIOConfiguration
    private let parts: [LoopBound<EngineIOSessions>]
    private let lastRequest = Atomic<UInt64>(0)
    private let origins: Mutex<OriginPolicy>

    /// `opened` is called on a new session's loop and sets its handler.
    /// The loops' indices are 0, 1, … in their order.
    package init(
        configuration: EngineIOConfiguration, loops: [EventLoop], random: @escaping IDSource,
        opened: @escaping @Sendable (EngineIOConnection) -> Void
    ) {
        self.configuration = configuration
        origins = Mutex(configuration.origins)
        let count = SessionCount(limit: configuration.maxSessions)
        parts = loops.map { loop in
            let sessions = EngineIOSessions(
                loop: loop, configuration: configuration, count: count, random: random, opened: opened)
            return LoopBound(sessions, on: loop)
        }
    }

    /// Replaces the configuration's origins, for a server that learns its own address when it listens.
    package func allow(_ policy: OriginPolicy) { origins.withLock { $0 = policy } }

    /// How the body of `request` is to come to `handle`: a POST's while it is being sent, so that a second POST of a
    /// session is told from one that follows.
    package func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling {
        // The bound is `maxPayload`, which this server looks after itself: its answer can be read by pages of other origins.
        request.head.method == .post ? .stream(upTo: .max) : .collect()
    }

    /// Answers a request, on the loop that it came on. Whoever leads requests here leads `bodyHandling` here too; without
    /// it POSTs of one session that overlap are taken one after the other.
    package func handle(_ exchange: HTTPExchange) {
        let head = exchange.request.head
        let cross = CrossOrigin(
            origins.withLock { $0 }.decide(
                origin: head.headers["Origin"], authority: head.authority, fetchSite: head.headers["Sec-Fetch-Site"],
                hasCookie: head.headers.contains("Cookie"), isSecure: exchange.request.isSecure))
        guard !cross.isRefused else { return exchange.respond(EngineIOResponse.failure(.forbidden).http(cross)) }
        do throws(EngineIORefusal) {
            let request = try EngineIORequest.read(
                method: head.method.rawValue, query: head.query,
                isUpgrade: head.headers.lists("websocket", in: "Upgrade"))
            try perform(request, exchange, cross)
        } catch {
            exchange.respond(EngineIOResponse.failure(error).http(cross))
        }
    }

    private func perform(
        _ request: EngineIORequest, _ exchange: HTTPExchange, _ cross: CrossOrigin
    ) throws(EngineIORefusal) {
        switch request {
        case .preflight:
            var headers = HTTPHeaders()
            let requested = exchange.request.head.headers["Access-Control-Request-Headers"]
            cross.addPreflight(to: &headers, requested: requested)
            exchange.respond(HTTPResponse(status: .noContent, headers: headers))
        case .handshake(let format):
            let part = try part(exchange.loop.index)
            part.value.open(
                polling: PollingExchange(exchange, cross), nextRequest(), HandshakeRequest(exchange), format)
        case .webSocket(let format):
            let part = try part(exchange.loop.index)
            let handshake = HandshakeRequest(exchange)
            accept(exchange, on: part.loop) { part.value.open($0, handshake, format) }
        case .poll(let id, let revision, let mark): poll(id, revision, mark, try part(id.loop), exchange, cross)
        case .post(let id, let revision): post(id, revision, try part(id.loop), exchange, cross)
        case .upgrade(let id, let format): upgrade(id, format, try part(id.loop), exchange, cross)
        }
    }

    private func poll(
        _ id: SessionID, _ revision: EngineIORevision, _ mark: PollMark, _ part: LoopBound<EngineIOSessions>,
        _ exchange: HTTPExchange, _ cross: CrossOrigin
    ) {
        let request = nextRequest()
        exchange.onAbort = { part.run { $0.pollAborted(id, request) } }
        let travelling = PollingExchange(exchange, cross)
        part.run { $0.poll(id, revision, travelling, request, mark) }
    }

    private func post(
        _ id: SessionID, _ revision: EngineIORevision, _ part: LoopBound<EngineIOSessions>,
        _ exchange: HTTPExchange, _ cross: CrossOrigin
    ) {
        let request = nextRequest()
        let travelling = PollingExchange(exchange, cross)
        let isBinary = exchange.request.head.headers["Content-Type"] == "application/octet-stream"
        part.run { $0.beginPost(id, revision, travelling, request, isBinary: isBinary) }
        guard exchange.isOpen else { return }
        PostBody.collect(exchange, upTo: configuration.maxPayload) { outcome in
            part.run { $0.endPost(id, request, outcome) }
        }
    }

    private func upgrade(
        _ id: SessionID, _ format: EngineIOFormat, _ part: LoopBound<EngineIOSessions>, _ exchange: HTTPExchange,
        _ cross: CrossOrigin
    ) {
        // An unknown session is refused with an HTTP answer, before the connection becomes a WebSocket.
        let waiting = LoopBound(exchange, on: exchange.loop)
        part.run { sessions in
            let refusal = sessions.refusal(id, format.revision)
            waiting.run { exchange in
                if let refusal { return exchange.respond(EngineIOResponse.failure(refusal).http(cross)) }
                self.accept(exchange, on: part.loop) { part.value.upgrade(id, $0, format) }
            }
        }
    }

    private func accept(
        _ exchange: HTTPExchange, on loop: EventLoop, _ ready: @escaping @Sendable (WebSocketConnection) -> Void
    ) {
        var webSocket = WebSocketConfiguration()
        webSocket.maxMessageSize = configuration.maxPayload
        // The session's own limit comes first; this one is for what the session does not see, answers to pings.
        webSocket.queueLimit = min(configuration.queueLimit, .max >> 1) + (1 << 20)
        webSocket.compression = configuration.compression
        WebSocketConnection.accept(exchange, on: loop, configuration: webSocket, ready: ready)
    }

    private func part(_ index: Int) throws(EngineIORefusal) -> LoopBound<EngineIOSessions> {
        guard parts.indices.contains(index) else { throw .unknownSession }
        return parts[index]
    }

    private func nextRequest() -> UInt64 { lastRequest.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension LoopBound {
    /// Runs `work` with the value on its loop: at once when called there.
    fileprivate func run(_ work: @escaping @Sendable (Value) -> Void) {
        if loop.isCurrent { work(value) } else { loop.execute { work(self.value) } }
    }
}

extension HandshakeRequest {
    fileprivate init(_ exchange: HTTPExchange) {
        let request = exchange.request
        self.init(
            headers: request.head.headers, query: request.head.query, remoteAddress: request.remoteAddress,
            isSecure: request.isSecure)
    }
}
