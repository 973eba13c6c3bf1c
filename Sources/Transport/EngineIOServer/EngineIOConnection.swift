package import EngineIOCodec
package import NetLoop
internal import WebSocketServer

/// A session and what carries it: performs what `EngineIOSession` decides. Confined to its loop.
package final class EngineIOConnection {
    package let id: SessionID
    package let loop: EventLoop
    package private(set) var request: HandshakeRequest
    package var handler: (any EngineIOHandler)?

    private let sessions: EngineIOSessions
    private var session: EngineIOSession
    private var webSocket: WebSocketConnection?
    /// A WebSocket that wants to take the session over, while the session decides.
    private var newcomer: WebSocketConnection?
    private var requests: [EngineIOSession.RequestID: PollingExchange] = [:]
    private var heartbeat: LoopTimer?
    /// The timers that are seldom needed.
    private var timers: [EngineIOSession.Timer: LoopTimer] = [:]

    init(id: SessionID, request: HandshakeRequest, format: EngineIOFormat, sessions: EngineIOSessions) {
        self.id = id
        self.request = request
        self.sessions = sessions
        loop = sessions.loop
        session = EngineIOSession(sessions.configuration, format: format)
    }

    // MARK: For the application

    /// The revision of the protocol that the client speaks.
    package var revision: EngineIORevision { session.format.revision }

    /// Lets go of the request's header fields and query.
    package func forgetRequest() { request = request.withoutFields }

    /// Bytes that wait for the client.
    package var queuedBytes: Int { session.queuedBytes + (webSocket?.queuedBytes ?? 0) }

    /// Whether messages can still be sent.
    package var isOpen: Bool { session.isOpen }

    /// Sends one packet: text with its type digit, or the bytes of a message.
    package func send(_ packet: EngineIOOutgoing) {
        if session.isWebSocket { write(packet) } else { handle(.send(packet)) }
    }

    /// Sends packets that were encoded before. False, and nothing is sent, when more than `limit` bytes wait for the
    /// client; then `drained` is told when none do.
    package func send(_ batch: PreframedBatch, limit: Int) -> Bool {
        guard session.isWebSocket, let webSocket else {
            guard session.queuedBytes <= limit else { return false }
            for packet in batch.packets { handle(.send(.preframed(packet))) }
            return true
        }
        let queued = webSocket.queuedBytes
        guard queued <= limit else {
            webSocket.tellWhenDrained()
            return false
        }
        guard queued <= sessions.configuration.queueLimit else {
            handle(.overflowed)
            return true
        }
        if batch.isSameForAll || session.format == .four {
            webSocket.send(batch.broadcast)
        } else {
            for packet in batch.packets { write(.preframed(packet)) }
        }
        return true
    }

    /// Closes the session; what is queued still reaches the client, unless `discarding`.
    package func close(discarding: Bool = false) { handle(.close(discarding: discarding)) }

    // MARK: For the server

    func open(polling exchange: PollingExchange, _ request: EngineIOSession.RequestID) {
        requests[request] = exchange
        handle(.open(.polling, handshake: sessions.handshake(id, .polling, revision), request: request))
    }

    func open(_ webSocket: WebSocketConnection) {
        self.webSocket = webSocket
        webSocket.handler = self
        handle(.open(.websocket, handshake: sessions.handshake(id, .websocket, revision), request: nil))
    }

    func poll(_ exchange: PollingExchange, _ request: EngineIOSession.RequestID, _ mark: PollMark) {
        requests[request] = exchange
        handle(.poll(request, mark))
    }

    func pollAborted(_ request: EngineIOSession.RequestID) {
        requests[request] = nil
        handle(.pollAborted(request))
    }

    func beginPost(_ exchange: PollingExchange, _ request: EngineIOSession.RequestID, isBinary: Bool) {
        requests[request] = exchange
        handle(.postBegan(request, isBinary: isBinary))
    }

    func endPost(_ request: EngineIOSession.RequestID, _ outcome: PostBody) {
        switch outcome {
        case .whole(let bytes): handle(.post(request, body: bytes))
        case .tooLarge: handle(.postTooLarge(request))
        case .aborted:
            requests[request] = nil
            handle(.postAborted(request))
        }
    }

    func upgrade(_ arriving: WebSocketConnection, _ format: EngineIOFormat) {
        newcomer = arriving
        handle(.upgradeArrived(format: format))
        // The session has refused it unless it is still here.
        guard let accepted = newcomer else { return }
        newcomer = nil
        webSocket = accepted
        accepted.handler = self
    }

    // MARK: Performing

    private func handle(_ event: EngineIOSession.Event) {
        for action in session.handle(event) { perform(action) }
    }

    private func perform(_ action: EngineIOSession.Action) {
        switch action {
        case .respond(let request, let response): requests.removeValue(forKey: request)?.respond(response)
        case .refuseUpgrade:
            newcomer?.close(code: 1000, reason: "")
            newcomer = nil
        case .write(let packet): write(packet)
        case .closeWebSocket:
            webSocket?.handler = nil
            webSocket?.close(code: 1000, reason: "")
            webSocket = nil
        case .set(let timer, let delay): set(timer, delay)
        case .cancel(let timer): cancel(timer)
        case .endTurn: loop.atEndOfTurn { self.handle(.turnEnded) }
        case .deliverText(let text): if session.isOpen { handler?.received(text: text) }
        case .deliverBinary(let bytes): if session.isOpen { handler?.received(binary: bytes) }
        case .drained: handler?.drained()
        case .closed(let reason): closed(reason)
        }
    }

    private func closed(_ reason: EngineIOCloseReason) {
        webSocket?.handler = nil
        webSocket = nil
        sessions.remove(self)
        let told = handler
        handler = nil
        told?.closed(reason)
    }

    private func write(_ packet: EngineIOOutgoing) {
        guard let webSocket = writable() else { return }
        switch packet {
        case .text(let bytes): webSocket.send(text: bytes)
        case .binary(let bytes): write(bytes, to: webSocket)
        case .preframed(let packet): write(packet, to: webSocket)
        }
    }

    private func write(_ message: [UInt8], to webSocket: WebSocketConnection) {
        guard case .three(let takesBytes) = session.format else { return webSocket.send(binary: message) }
        switch EngineIO3.encode(.binary(message[...]), takesBytes: takesBytes) {
        case .text(let text): webSocket.send(text: text)
        case .binary(let bytes): webSocket.send(binary: bytes)
        }
    }

    private func write(_ packet: PreframedPacket, to webSocket: WebSocketConnection) {
        switch session.format {
        case .four: webSocket.send(packet.broadcast)
        case .three(takesBytes: true): webSocket.send(packet.broadcastForRevision3)
        case .three(takesBytes: false) where packet.isSameForAll: webSocket.send(packet.broadcast)
        case .three(takesBytes: false):
            webSocket.send(text: packet.text)
            for attachment in packet.attachments { write(attachment, to: webSocket) }
        }
    }

    /// The WebSocket, unless its client is too far behind.
    private func writable() -> WebSocketConnection? {
        guard let webSocket else { return nil }
        if webSocket.queuedBytes <= sessions.configuration.queueLimit { return webSocket }
        handle(.overflowed)
        return nil
    }

    private func set(_ timer: EngineIOSession.Timer, _ delay: Int) {
        if let existing = timer == .heartbeat ? heartbeat : timers[timer] {
            return existing.reschedule(after: delay)
        }
        // Cancelled at the session's end at the latest. A weak reference would slow each retain of this object.
        let made = loop.schedule(after: delay) { self.handle(.fired(timer)) }
        if timer == .heartbeat { heartbeat = made } else { timers[timer] = made }
    }

    private func cancel(_ timer: EngineIOSession.Timer) {
        if timer == .heartbeat {
            heartbeat?.cancel()
            heartbeat = nil
        } else {
            timers.removeValue(forKey: timer)?.cancel()
        }
    }
}

extension EngineIOConnection: WebSocketHandler {
    package func received(text: [UInt8]) { handle(.webSocketText(text)) }
    package func received(binary: [UInt8]) { handle(.webSocketBinary(binary)) }
    package func drained() { if session.isWebSocket { handler?.drained() } }

    package func closed(code: UInt16) {
        webSocket = nil
        handle(.webSocketClosed)
    }
}
