internal import HTTPCodec
internal import NetLoop

/// Performs what an `HTTPConnectionState` asks for on a stream.
final class HTTPConnection: StreamHandler {
    /// The ends of bodies that are told or written in pieces.
    private final class Ends {
        /// Held while pieces may come, so that a handler needs to keep only its closure.
        var reader: HTTPBodyReader?
        weak var writer: HTTPBodyWriter?
    }

    let stream: StreamConnection
    private let home: HTTPLoop
    private var state: HTTPConnectionState
    private var actions: [HTTPConnectionState.Action] = []
    /// The first of `actions` that was not performed.
    private var nextAction = 0
    private var isPerforming = false
    private var timer: LoopTimer?
    private weak var exchange: HTTPExchange?
    /// Nil until a body is streamed: most connections never do.
    private var ends: Ends?

    init(_ stream: StreamConnection, home: HTTPLoop) {
        self.stream = stream
        self.home = home
        state = HTTPConnectionState(home.settings)
    }

    func start() {
        stream.handler = self
        state.start(&actions)
        perform()
        stream.resumeReading()
    }

    func drain() { handle(.draining) }
    func abort() { stream.abort() }

    // MARK: For the exchange

    func handle(_ event: HTTPConnectionState.Event) {
        state.handle(event, moment, &actions)
        perform()
    }

    func begin(_ response: HTTPResponse, length: Int?) -> HTTPBodyWriter? {
        guard stream.isOpen else { return nil }
        handle(.began(response, length: length))
        guard case .streaming = state.phase else { return nil }
        let writer = HTTPBodyWriter(self)
        makeEnds().writer = writer
        return writer
    }

    /// Whether more may be written without piling up.
    func write(_ bytes: [UInt8]) -> Bool {
        handle(.wrote(bytes))
        // What could not be performed yet will be, and then `drained` follows.
        if nextAction < actions.count { state.handle(.backlogged, moment, &actions) }
        // A stream that just broke takes nothing more, and `closed` comes after this turn.
        return stream.isOpen && !state.isBacklogged
    }

    func finishBody() {
        ends?.writer = nil
        handle(.finishedBody)
    }

    func breakOff() {
        ends?.writer = nil
        handle(.brokeOff)
    }

    func takeOver(
        on target: EventLoop, _ body: @escaping @Sendable (StreamConnection, _ unread: [UInt8]) -> Void
    ) {
        guard state.canBeTakenOver else { return handle(.responded(.text(.badRequest))) }
        stream.pauseReading()
        if target === stream.loop {
            guard stream.isOpen, let unread = state.takeOver() else { return }
            leave()
            return body(stream, unread)
        }
        guard stream.isOpen, let detached = try? stream.detach() else {
            stream.resumeReading()
            return handle(.responded(.text(.serviceUnavailable)))
        }
        let unread = state.takeOver() ?? []
        leave()
        target.execute {
            guard let adopted = try? StreamConnection.adopt(detached, on: target) else { return }
            body(adopted, unread)
        }
    }

    private func leave() {
        timer?.cancel()
        timer = nil
        stream.handler = nil
        home.remove(self)
    }

    private func makeEnds() -> Ends {
        if let ends { return ends }
        let made = Ends()
        ends = made
        return made
    }

    var wallClock: Int64 { home.settings.values.wallClock() }

    private var moment: HTTPConnectionState.Moment {
        HTTPConnectionState.Moment(now: stream.loop.now, date: home.date, queued: stream.queuedBytes)
    }

    // MARK: StreamHandler

    func received(_ bytes: UnsafeRawBufferPointer) {
        state.received(bytes, moment, &actions)
        perform()
    }

    func ended() { handle(.ended) }
    func drained() { handle(.drained) }

    func closed(_ reason: StreamCloseReason) {
        timer?.cancel()
        timer = nil
        home.remove(self)
        let (former, writer) = (ends, ends?.writer)
        ends = nil
        former?.reader?.tell(.failed(.disconnected))
        writer?.abandon()
        exchange?.abandon(isFinal: true)
    }

    // MARK: Actions

    /// Performs in a loop, not by recursion: a handler that answers at once may make room for the next request, and a
    /// client can send thousands ahead. Within a handler's call only what calls no handler is performed.
    private func perform() {
        guard !isPerforming else { return performInside() }
        isPerforming = true
        while let action = takeAction() { perform(action) }
        isPerforming = false
    }

    private func performInside() {
        while nextAction < actions.count, !actions[nextAction].callsHandler, let action = takeAction() {
            perform(action)
        }
    }

    private func takeAction() -> HTTPConnectionState.Action? {
        guard nextAction < actions.count else { return nil }
        let action = actions[nextAction]
        nextAction += 1
        if nextAction == actions.count {
            actions.removeAll(keepingCapacity: false)
            nextAction = 0
        }
        return action
    }

    private func perform(_ action: HTTPConnectionState.Action) {
        switch action {
        case .send(let bytes):
            stream.write(bytes)
            if stream.queuedBytes > home.settings.values.responseBacklog { state.isBacklogged = true }
        case .decide(let head):
            let request = HTTPRequest(head: head, remoteAddress: stream.remoteAddress, isSecure: stream.isSecure)
            state.handle(.decided(home.handler.bodyHandling(for: request)), moment, &actions)
        case .dispatch(let head, let body, let isStreamed): dispatch(head, body, isStreamed)
        case .piece(let bytes):
            ends?.reader?.tell(.bytes(bytes))
            state.handle(.pieceTaken, moment, &actions)
        case .bodyEnded: takeReader()?.tell(.end)
        case .bodyFailed(let failure): takeReader()?.tell(.failed(failure))
        case .writable: ends?.writer?.tellWritable()
        case .pauseReading: stream.pauseReading()
        case .resumeReading: stream.resumeReading()
        case .setTimer(let milliseconds): setTimer(milliseconds)
        case .clearTimer:
            timer?.cancel()
            timer = nil
        case .abandon: exchange?.abandon(isFinal: false)
        case .finish: stream.endAfterFlush()
        case .close: stream.closeAfterFlush()
        case .abort: stream.abort()
        }
    }

    private func dispatch(_ head: HTTPRequestHead, _ body: [UInt8], _ isStreamed: Bool) {
        let request = HTTPRequest(
            head: head, body: body, remoteAddress: stream.remoteAddress, isSecure: stream.isSecure)
        var reader: HTTPBodyReader?
        if isStreamed {
            reader = HTTPBodyReader(self)
            makeEnds().reader = reader
        }
        let exchange = HTTPExchange(request, connection: self, body: reader)
        self.exchange = exchange
        home.handler.handle(exchange)
    }

    private func takeReader() -> HTTPBodyReader? {
        let reader = ends?.reader
        ends?.reader = nil
        // A connection that waits for its next request holds nothing of the last one.
        if ends?.writer == nil { ends = nil }
        return reader
    }

    private func setTimer(_ milliseconds: Int) {
        if let timer { return timer.reschedule(after: milliseconds) }
        timer = stream.loop.schedule(after: milliseconds) { [weak self] in self?.handle(.timedOut) }
    }
}
