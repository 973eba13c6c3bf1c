internal import HTTPCodec

/// What an HTTP/1.1 server connection does next (RFC 9112 sections 9.3 to 9.6): events in, actions out.
///
/// Requests are answered one at a time and in order; what a client sends ahead waits unparsed, within a bound. A body
/// is collected before its request is dispatched, or told piece by piece afterwards, as the handler decides when the
/// head has come.
struct HTTPConnectionState {
    /// When an event happens, and what the connection looks like then.
    struct Moment {
        /// Milliseconds of a clock that never goes back.
        var now: Int64
        /// The Date field's value.
        var date: String
        /// Bytes written and not yet taken by the system.
        var queued = 0
    }

    enum Event {
        /// The peer sends no more.
        case ended
        /// The answer to `decide`.
        case decided(HTTPBodyHandling)
        /// The handler answers the request that was dispatched.
        case responded(HTTPResponse)
        /// The handler begins an answer whose body follows in `wrote`; nil where its length is not known.
        case began(HTTPResponse, length: Int?)
        case wrote([UInt8])
        /// The body that was begun is whole.
        case finishedBody
        /// The handler gives up the body that it began.
        case brokeOff
        /// The handler takes what comes of the body.
        case bodyWanted
        case bodyHeld
        /// A piece was taken, and the handler may have held the next one back meanwhile.
        case pieceTaken
        case timedOut
        /// Everything written has been taken by the system.
        case drained
        /// More than the bound is written and not yet taken.
        case backlogged
        /// The server shuts down: no further request after the current one.
        case draining
    }

    enum Action {
        case send([UInt8])
        /// Asks how a body is to be handled; always the last action of an event.
        case decide(HTTPRequestHead)
        /// A request, whole unless `streamed`; always the last action of an event.
        case dispatch(HTTPRequestHead, body: [UInt8], streamed: Bool)
        /// A piece of a streamed body; always the last action of an event.
        case piece([UInt8])
        case bodyEnded
        case bodyFailed(HTTPBodyFailure)
        /// The handler may write on.
        case writable
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

        /// Whether performing it calls the handler, which may cause further events.
        var callsHandler: Bool {
            switch self {
            case .decide, .dispatch, .piece, .bodyEnded, .bodyFailed, .writable, .abandon: true
            default: false
            }
        }
    }

    enum Phase {
        /// Between requests. `head`, `finishing` or `closed` follow.
        case idle
        /// Some of a head has come. `deciding`, `answering`, `finishing` or `closed` follow.
        case head
        /// The handler is asked what to do with a body. `collecting`, `streaming` or `finishing` follow.
        indirect case deciding(HTTPRequestHead)
        /// Some of a body is missing. `answering`, `finishing` or `closed` follow.
        indirect case collecting(HTTPRequestHead, [UInt8], HTTPBodyPace)
        /// The handler has the whole request. `idle`, `head`, `streaming`, `finishing`, `takenOver` or `closed` follow.
        case answering(HTTPAnswerTerms)
        /// The handler has the request while its body comes, or the response is under way, or both. `idle`, `head`,
        /// `finishing` or `closed` follow.
        indirect case streaming(HTTPStreaming)
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

    var phase = Phase.idle
    let settings: HTTPServerSettings
    var parser: HTTPRequestParser
    var isDraining = false
    var hasEnded = false
    var isPaused = false
    var isBacklogged = false
    /// Bytes sent since the connection began, and how many of them were with the system when that was looked at last,
    /// so that a slow reader is told from one that has stopped.
    var sent = 0
    var lastTaken = 0

    init(_ settings: HTTPServerSettings) {
        self.settings = settings
        parser = HTTPRequestParser(limits: settings.values.parserLimits)
    }

    var configuration: HTTPServerConfiguration { settings.values }

    /// The connection is there. A client that says nothing at first gets no longer than one that is slow.
    func start(_ actions: inout [Action]) { actions.append(.setTimer(configuration.headerTime)) }

    mutating func received(_ bytes: UnsafeRawBufferPointer, _ moment: Moment, _ actions: inout [Action]) {
        switch phase {
        case .idle:
            parser.feed(bytes)
            phase = .head
            actions.append(.setTimer(settings.values.headerTime))
            advance(moment, &actions)
            if isBacklogged { holdBackExcess(&actions) }
        case .head, .collecting:
            parser.feed(bytes)
            advance(moment, &actions)
            // Who does not read responses may not pile up requests instead.
            if isBacklogged { holdBackExcess(&actions) }
        case .answering, .deciding:
            parser.feed(bytes)
            holdBackExcess(&actions)
        case .streaming(let streaming):
            parser.feed(bytes)
            if streaming.isBodyWanted { advanceBody(moment, &actions) } else { holdBackExcess(&actions) }
        case .finishing, .lingering, .takenOver, .closed: break
        }
    }

    mutating func handle(_ event: Event, _ moment: Moment, _ actions: inout [Action]) {
        switch event {
        case .ended: end(moment, &actions)
        case .decided(let handling): decided(handling, moment, &actions)
        case .responded(let response): respond(response, moment, &actions)
        case .began(let response, let length): begin(response, length, moment, &actions)
        case .wrote(let bytes): write(bytes, moment, &actions)
        case .finishedBody: finishBody(moment, &actions)
        case .brokeOff: breakOff(&actions)
        case .bodyWanted: wantBody(moment, &actions)
        case .bodyHeld: holdBody(moment, &actions)
        case .pieceTaken: advanceBody(moment, &actions)
        case .timedOut: timeOut(moment, &actions)
        case .drained: drained(moment, &actions)
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

    /// Whether another protocol could have the connection now.
    var canBeTakenOver: Bool {
        if case .answering = phase { true } else { false }
    }

    /// Gives the connection to another protocol, with the bytes that came after the request; nil when there is no
    /// whole request to be answered.
    mutating func takeOver() -> [UInt8]? {
        guard case .answering = phase else { return nil }
        phase = .takenOver
        return parser.takeUnread()
    }
}
