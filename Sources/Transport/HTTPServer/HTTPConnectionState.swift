internal import HTTPCodec

/// What an HTTP/1.1 server connection does next (RFC 9112 sections 9.3 to 9.6): events in, actions out.
///
/// Requests are answered one at a time and in order; what a client sends ahead waits unparsed, within a bound.
struct HTTPConnectionState {
    enum Event {
        /// The peer sends no more.
        case ended
        /// The handler answers the request that was dispatched; `date` is the Date field's value.
        case responded(HTTPResponse, date: String)
        /// The timer ran out; `queuedBytes` are written and not yet taken by the system.
        case timedOut(queuedBytes: Int, date: String)
        /// Everything written has been taken by the system.
        case drained
        /// More than the bound is written and not yet taken.
        case backlogged
        /// The server shuts down: no further request after the current one.
        case draining
    }

    enum Action {
        case send([UInt8])
        /// A whole request; always the last action of an event.
        case dispatch(HTTPRequestHead, body: [UInt8])
        case pauseReading
        case resumeReading
        /// Sets the connection's only timer anew, in milliseconds.
        case setTimer(Int)
        case clearTimer
        /// The peer went away while its request was being answered.
        case abandon
        /// Ends this side's stream after everything was sent.
        case finish
        case close
        case abort
    }

    enum Phase {
        /// Between requests. `head`, `finishing` or `closed` follow.
        case idle
        /// Some of a head has come. `body`, `answering`, `finishing` or `closed` follow.
        case head
        /// Some of a body is missing. `answering`, `finishing` or `closed` follow.
        case body(HTTPRequestHead, [UInt8])
        /// The handler has the request. `idle`, `head`, `finishing`, `takenOver` or `closed` follow.
        case answering(isHead: Bool, keepAlive: Bool)
        /// The last response is on its way. `lingering` or `closed` follow.
        case finishing
        /// Everything was sent; what still comes is thrown away, so that no reset overtakes the response
        /// (RFC 9112 section 9.6). `closed` follows.
        case lingering
        /// Another protocol has the connection. Nothing follows.
        case takenOver
        /// Nothing follows.
        case closed
    }

    private(set) var phase = Phase.idle
    private let configuration: HTTPServerConfiguration
    private var parser: HTTPRequestParser
    private var isDraining = false
    private var hasEnded = false
    private var isPaused = false
    private var isBacklogged = false
    /// What `timedOut` compares, so that a slow reader is told from one that has stopped.
    private var lastQueued = Int.max

    init(_ configuration: HTTPServerConfiguration) {
        self.configuration = configuration
        parser = HTTPRequestParser(limits: configuration.parserLimits)
    }

    /// The connection is there. A client that says nothing at first gets no longer than one that is slow.
    func start(_ actions: inout [Action]) { actions.append(.setTimer(configuration.headerTime)) }

    mutating func received(_ bytes: UnsafeRawBufferPointer, date: String, _ actions: inout [Action]) {
        switch phase {
        case .idle:
            parser.feed(bytes)
            phase = .head
            actions.append(.setTimer(configuration.headerTime))
            advance(date, &actions)
        case .head, .body:
            parser.feed(bytes)
            advance(date, &actions)
        case .answering:
            parser.feed(bytes)
            if parser.unreadCount > configuration.pipelineLimit { pause(&actions) }
        case .finishing, .lingering, .takenOver, .closed: break
        }
    }

    mutating func handle(_ event: Event, _ actions: inout [Action]) {
        switch event {
        case .ended: end(&actions)
        case .responded(let response, let date): respond(response, date, &actions)
        case .timedOut(let queued, let date): timeOut(queued, date, &actions)
        case .drained: drained(&actions)
        case .backlogged: isBacklogged = true
        case .draining:
            isDraining = true
            switch phase {
            case .idle: close(&actions)
            case .head where parser.isBetweenRequests: close(&actions)
            default: break
            }
        }
    }

    /// Gives the connection to another protocol, with the bytes that came after the request; nil when there is no
    /// request to be answered.
    mutating func takeOver() -> [UInt8]? {
        guard case .answering = phase else { return nil }
        phase = .takenOver
        return parser.takeUnread()
    }

    // MARK: Requests

    /// Parses until a request is whole or bytes are missing.
    private mutating func advance(_ date: String, _ actions: inout [Action]) {
        do throws(HTTPParseError) {
            while !isBacklogged, let event = try parser.next() {
                switch event {
                case .head(let head):
                    phase = .body(head, [])
                    guard head.framing != .none else { continue }
                    actions.append(.setTimer(configuration.bodyTime))
                    if head.expectsContinue, parser.unreadCount == 0 {
                        actions.append(.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)))
                    }
                case .body(let piece):
                    guard case .body(let head, var body) = phase else { continue }
                    phase = .head
                    body.append(contentsOf: piece)
                    phase = .body(head, body)
                    actions.append(.setTimer(configuration.bodyTime))
                case .end:
                    guard case .body(let head, let body) = phase else { continue }
                    phase = .answering(isHead: head.method == .head, keepAlive: head.keepAlive)
                    actions.append(hasEnded ? .setTimer(configuration.abandonedTime) : .clearTimer)
                    actions.append(.dispatch(head, body: body))
                    return
                }
            }
            if hasEnded, !isBacklogged { close(&actions) }
        } catch {
            refuse(error.status, date, &actions)
        }
    }

    private mutating func respond(_ response: HTTPResponse, _ date: String, _ actions: inout [Action]) {
        guard case .answering(let isHead, let wasKept) = phase else { return }
        let keepAlive = wasKept && !isDraining && !response.closesConnection && !(hasEnded && parser.unreadCount == 0)
        HTTPResponseWriter.write(response, date: date, isHead: isHead, keepAlive: keepAlive, into: &actions)
        guard keepAlive else { return finish(&actions) }
        resume(&actions)
        beginNext(date, &actions)
    }

    /// Goes on to what the client sent ahead, or waits for more.
    private mutating func beginNext(_ date: String, _ actions: inout [Action]) {
        lastQueued = Int.max
        if parser.isBetweenRequests {
            phase = .idle
            actions.append(.setTimer(configuration.idleTime))
        } else {
            phase = .head
            actions.append(.setTimer(configuration.headerTime))
            advance(date, &actions)
        }
    }

    private mutating func refuse(_ status: HTTPStatus, _ date: String, _ actions: inout [Action]) {
        HTTPResponseWriter.write(.text(status), date: date, isHead: false, keepAlive: false, into: &actions)
        finish(&actions)
    }

    private mutating func finish(_ actions: inout [Action]) {
        phase = .finishing
        lastQueued = Int.max
        resume(&actions)
        actions.append(.setTimer(configuration.idleTime))
        actions.append(.finish)
    }

    // MARK: The connection

    private mutating func end(_ actions: inout [Action]) {
        hasEnded = true
        switch phase {
        case .idle, .head, .body:
            // With a backlog there may still be whole requests that wait to be parsed.
            if !isBacklogged { close(&actions) }
        case .answering:
            actions.append(.setTimer(configuration.abandonedTime))
            actions.append(.abandon)
        case .finishing: break
        case .lingering: close(&actions)
        case .takenOver, .closed: break
        }
    }

    private mutating func timeOut(_ queued: Int, _ date: String, _ actions: inout [Action]) {
        switch phase {
        case .idle:
            if !isProgressing(queued, &actions) { close(&actions) }
        case .head:
            // A client that reads its responses slowly is no slow sender; one that has stopped is given up.
            if isBacklogged {
                if !isProgressing(queued, &actions) { abort(&actions) }
            } else if parser.isBetweenRequests {
                close(&actions)
            } else {
                refuse(.requestTimeout, date, &actions)
            }
        case .body: refuse(.requestTimeout, date, &actions)
        case .answering: abort(&actions)
        case .finishing:
            if !isProgressing(queued, &actions) { abort(&actions) }
        case .lingering: close(&actions)
        case .takenOver, .closed: break
        }
    }

    /// Whether the client has read some of its responses since the last look; then it gets more time.
    private mutating func isProgressing(_ queued: Int, _ actions: inout [Action]) -> Bool {
        guard queued > 0, queued < lastQueued else { return false }
        lastQueued = queued
        actions.append(.setTimer(configuration.idleTime))
        return true
    }

    private mutating func drained(_ actions: inout [Action]) {
        switch phase {
        case .finishing:
            guard !hasEnded else { return close(&actions) }
            phase = .lingering
            actions.append(.setTimer(configuration.lingerTime))
        default:
            isBacklogged = false
        }
    }

    /// Parses on after a backlog has gone.
    mutating func continueAfterBacklog(date: String, _ actions: inout [Action]) {
        guard !isBacklogged, case .head = phase else { return }
        advance(date, &actions)
    }

    private mutating func pause(_ actions: inout [Action]) {
        guard !isPaused else { return }
        isPaused = true
        actions.append(.pauseReading)
    }

    private mutating func resume(_ actions: inout [Action]) {
        guard isPaused else { return }
        isPaused = false
        actions.append(.resumeReading)
    }

    private mutating func close(_ actions: inout [Action]) {
        phase = .closed
        actions.append(.clearTimer)
        actions.append(.close)
    }

    private mutating func abort(_ actions: inout [Action]) {
        phase = .closed
        actions.append(.clearTimer)
        actions.append(.abort)
    }
}
