internal import HTTPCodec
internal import NetLoop

/// Performs what an `HTTPConnectionState` asks for on a stream.
final class HTTPConnection: StreamHandler {
    let stream: StreamConnection
    private let home: HTTPLoop
    private var state: HTTPConnectionState
    private var actions: [HTTPConnectionState.Action] = []
    private var isPerforming = false
    private var timer: LoopTimer?
    private weak var exchange: HTTPExchange?

    init(_ stream: StreamConnection, home: HTTPLoop) {
        self.stream = stream
        self.home = home
        state = HTTPConnectionState(home.configuration)
    }

    func start() {
        stream.handler = self
        state.start(&actions)
        perform()
        stream.resumeReading()
    }

    func drain() { handle(.draining) }
    func abort() { stream.abort() }

    func respond(_ response: HTTPResponse) { handle(.responded(response, date: home.date)) }

    func takeOver(
        on target: EventLoop, _ body: @escaping @Sendable (StreamConnection, _ unread: [UInt8]) -> Void
    ) {
        stream.pauseReading()
        if target === stream.loop {
            guard stream.isOpen, let unread = state.takeOver() else { return }
            leave()
            return body(stream, unread)
        }
        guard stream.isOpen, let detached = try? stream.detach() else {
            stream.resumeReading()
            return respond(.text(.serviceUnavailable))
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

    // MARK: StreamHandler

    func received(_ bytes: UnsafeRawBufferPointer) {
        state.received(bytes, date: home.date, &actions)
        perform()
    }

    func ended() { handle(.ended) }

    func drained() {
        handle(.drained)
        state.continueAfterBacklog(date: home.date, &actions)
        perform()
    }

    func closed(_ reason: StreamCloseReason) {
        timer?.cancel()
        timer = nil
        home.remove(self)
        exchange?.abandon(isFinal: true)
    }

    // MARK: Actions

    private func handle(_ event: HTTPConnectionState.Event) {
        state.handle(event, &actions)
        perform()
    }

    /// Performs in a loop, not by recursion: a handler that answers at once may make room for the next request, and a
    /// client can send thousands ahead.
    private func perform() {
        guard !isPerforming else { return }
        isPerforming = true
        var next = 0
        while next < actions.count {
            let action = actions[next]
            next += 1
            if next == actions.count {
                actions.removeAll(keepingCapacity: false)
                next = 0
            }
            perform(action)
        }
        isPerforming = false
    }

    private func perform(_ action: HTTPConnectionState.Action) {
        switch action {
        case .send(let bytes):
            stream.write(bytes)
            if stream.queuedBytes > home.configuration.responseBacklog { state.handle(.backlogged, &actions) }
        case .dispatch(let head, let body):
            let exchange = HTTPExchange(
                HTTPRequest(head: head, body: body, remoteAddress: stream.remoteAddress), connection: self)
            self.exchange = exchange
            home.handler.handle(exchange)
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

    private func setTimer(_ milliseconds: Int) {
        if let timer { return timer.reschedule(after: milliseconds) }
        timer = stream.loop.schedule(after: milliseconds) { [weak self] in
            guard let self else { return }
            handle(.timedOut(queuedBytes: stream.queuedBytes, date: home.date))
        }
    }
}
