package import NetLoop
internal import WebSocketCodec

/// What a WebSocket tells the object that uses it, on its loop.
package protocol WebSocketHandler: AnyObject {
    /// A whole message of valid UTF-8.
    func received(text: [UInt8])
    func received(binary: [UInt8])
    /// All that was sent has been taken by the system; told once after `tellWhenDrained`.
    func drained()
    /// The connection is gone; told exactly once. `code` is the client's, 1005 when it gave none, 1006 when the
    /// connection broke, or this side's when the client broke the protocol.
    func closed(code: UInt16)
}

private let zlibPools = LoopLocal { ZlibPool() }

/// The server's end of a WebSocket; confined to its loop.
package final class WebSocketConnection: StreamHandler {
    package let loop: EventLoop
    package var handler: (any WebSocketHandler)?
    /// The subprotocol that was agreed on.
    package let selectedProtocol: String?

    private let stream: StreamConnection
    private let queueLimit: Int
    private let closeTime: Int
    private let pongBacklog: Int
    private var state: WebSocketState
    private let compressor: MessageCompressor?
    private var closeTimer: LoopTimer?
    /// The payload of the latest ping that a client which does not read has yet to be answered.
    private var latePing: [UInt8]?
    private var owesDrained = false

    init(
        _ stream: StreamConnection, configuration: WebSocketConfiguration, selectedProtocol: String?,
        deflate: PerMessageDeflate?
    ) {
        loop = stream.loop
        self.stream = stream
        self.selectedProtocol = selectedProtocol
        queueLimit = configuration.queueLimit
        closeTime = configuration.closeTime
        pongBacklog = configuration.pongBacklog
        state = WebSocketState(limits: configuration.limits, allowsCompression: deflate != nil)
        compressor = deflate.flatMap { agreed in
            configuration.compression.map {
                MessageCompressor(
                    agreed, $0, messageLimit: configuration.maxMessageSize, pool: zlibPools.value(on: stream.loop))
            }
        }
        stream.tellsDrained = false
        stream.handler = self
    }

    /// Takes the bytes that came with the handshake and reads on.
    func start(unread: [UInt8]) {
        if !unread.isEmpty { unread.withUnsafeBytes { received($0) } }
        stream.resumeReading()
    }

    /// Messages that were compressed on `loop` without a context of their connection, a broadcast's once; on the loop
    /// only.
    package static func sharedDeflations(on loop: EventLoop) -> Int { zlibPools.value(on: loop).deflations }

    package var remoteAddress: SocketAddress { stream.remoteAddress }

    /// Bytes sent and not yet taken by the system.
    package var queuedBytes: Int { stream.queuedBytes }

    /// Whether messages can be sent: no close frame went either way.
    package var isOpen: Bool {
        if case .open = state.phase { stream.isOpen } else { false }
    }

    /// Sends a message; `text` must be valid UTF-8. Ignored when the connection is closing.
    package func send(text: [UInt8]) { send(.text, text) }
    package func send(binary: [UInt8]) { send(.binary, binary) }

    /// Sends whole, unmasked frames that were encoded before, for many connections at once.
    package func sendFrame(_ frame: SharedBytes) {
        guard isOpen else { return }
        stream.write(frame)
        checkQueue()
    }

    /// Sends messages that other connections get too.
    package func send(_ broadcast: WebSocketBroadcast) {
        guard isOpen else { return }
        sendFrame(compressor.map { broadcast.frames(for: $0) } ?? broadcast.frames)
    }

    /// Asks for one `drained`: when nothing waits to be sent, at the end of this turn at the earliest.
    package func tellWhenDrained() {
        owesDrained = true
        stream.tellsDrained = true
    }

    /// Begins the closing handshake: sends `code` and drops the connection when the client has not answered in time.
    /// A code that no frame may carry is sent as 1000.
    package func close(code: UInt16 = 1000, reason: String = "") {
        let given = WebSocketCloseCode(rawValue: code)
        guard let frame = state.close(given.isSendable ? given : .normal, reason: reason) else { return }
        stream.write(frame)
        limitClosing()
    }

    /// Drops the connection at once.
    package func abort() { stream.abort() }

    /// Leaves further messages with the system, so that the client is held back.
    package func pauseReading() { stream.pauseReading() }
    package func resumeReading() { stream.resumeReading() }

    private func send(_ opcode: WebSocketOpcode, _ payload: [UInt8]) {
        guard isOpen else { return }
        var frame: [UInt8] = []
        if let compressor {
            compressor.appendFrame(opcode, payload, to: &frame)
        } else {
            frame.reserveCapacity(payload.count + 10)
            WebSocketFrame.encode(opcode, payload, into: &frame)
        }
        stream.write(frame)
        checkQueue()
    }

    private func checkQueue() {
        if stream.queuedBytes > queueLimit { close(code: WebSocketCloseCode.tryAgainLater.rawValue) }
    }

    private func limitClosing() {
        guard closeTimer == nil else { return }
        closeTimer = loop.schedule(after: closeTime) { [weak self] in self?.stream.abort() }
    }

    private func perform(_ action: WebSocketState.Action) {
        switch action {
        case .text(let bytes): handler?.received(text: bytes)
        case .binary(let bytes): handler?.received(binary: bytes)
        case .compressed(let kind, let bytes, let isLast): inflate(kind, bytes, isLast: isLast)
        case .pong(let payload): answer(payload)
        case .send(let frame):
            stream.write(frame)
            checkQueue()
        case .close: stream.closeAfterFlush(within: closeTime)
        case .finish:
            compressor?.stopInflating()
            stream.endAfterFlush()
            limitClosing()
        }
    }

    /// Answers a ping; a flood of them cannot make more wait than the backlog allows.
    private func answer(_ ping: [UInt8]) {
        guard stream.queuedBytes <= pongBacklog else {
            latePing = ping
            stream.tellsDrained = true
            return
        }
        latePing = nil
        var frame: [UInt8] = []
        WebSocketFrame.encode(.pong, ping, into: &frame)
        stream.write(frame)
    }

    private func inflate(_ kind: WebSocketMessageKind, _ bytes: [UInt8], isLast: Bool) {
        do throws(InflateError) {
            guard let message = try compressor?.inflate(kind, bytes, isLast: isLast) else { return }
            perform(kind == .text ? .text(message) : .binary(message))
        } catch {
            perform(state.refuse(error.closeCode, error.reason))
        }
    }

    // MARK: StreamHandler

    package func received(_ bytes: UnsafeRawBufferPointer) {
        state.feed(bytes)
        while stream.isOpen, let action = state.next() { perform(action) }
    }

    package func ended() { stream.closeAfterFlush(within: closeTime) }

    package func drained() {
        stream.tellsDrained = false
        if let latePing, isOpen { answer(latePing) }
        guard owesDrained else { return }
        owesDrained = false
        handler?.drained()
    }

    package func closed(_ reason: StreamCloseReason) {
        closeTimer?.cancel()
        closeTimer = nil
        let handler = handler
        self.handler = nil
        handler?.closed(code: state.closeCode)
    }
}
