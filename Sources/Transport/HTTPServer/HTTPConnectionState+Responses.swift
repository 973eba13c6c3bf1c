internal import HTTPCodec

extension HTTPConnectionState {
    mutating func respond(_ response: HTTPResponse, _ moment: Moment, _ actions: inout [Action]) {
        let terms: HTTPAnswerTerms
        var isWhole = true
        switch phase {
        case .answering(let ofRequest): terms = ofRequest
        case .streaming(let streaming) where !streaming.isBegun:
            terms = streaming.terms
            if case .whole = streaming.body {} else { isWhole = false }
        default: return
        }
        lastTaken = sent - moment.queued
        // What is left of a body would have to be read to find the next request behind it.
        let keepAlive = isWhole && staysOpen(terms, response)
        send(
            HTTPResponseWriter.pieces(response, date: moment.date, isHead: terms.isHead, Self.field(terms, keepAlive)),
            &actions)
        complete(isWhole, keepAlive, moment, &actions)
    }

    private func staysOpen(_ terms: HTTPAnswerTerms, _ response: HTTPResponse) -> Bool {
        terms.keepAlive && !isDraining && !response.closesConnection && !(hasEnded && parser.unreadCount == 0)
    }

    private static func field(_ terms: HTTPAnswerTerms, _ keepAlive: Bool) -> HTTPResponseWriter.ConnectionField {
        if !keepAlive { return .close }
        // A client of HTTP/1.0 takes the connection for closed unless it is told (RFC 9112 section C.2.2).
        return terms.isHTTP10 ? .keepAlive : .none
    }

    // MARK: Streamed responses

    mutating func begin(_ response: HTTPResponse, _ length: Int?, _ moment: Moment, _ actions: inout [Action]) {
        var streaming: HTTPStreaming
        switch phase {
        case .answering(let terms): streaming = HTTPStreaming(terms: terms, body: .whole)
        case .streaming(let ofBody) where !ofBody.isBegun: streaming = ofBody
        default: return
        }
        let framing = HTTPResponseWriter.Framing(response, length: length, isHTTP10: streaming.terms.isHTTP10)
        streaming.terms.keepAlive = staysOpen(streaming.terms, response) && framing != .untilClose
        streaming.response = streaming.terms.isHead ? .withoutContent : framing.response
        let head = HTTPResponseWriter.head(
            response, framing, date: moment.date, Self.field(streaming.terms, streaming.terms.keepAlive))
        noteSent(&streaming, moment)
        phase = .streaming(streaming)
        send([head], &actions)
        updateTimer(moment, &actions)
    }

    mutating func write(_ bytes: [UInt8], _ moment: Moment, _ actions: inout [Action]) {
        guard case .streaming(var streaming) = phase, !bytes.isEmpty else { return }
        if streaming.isBegun { noteSent(&streaming, moment) }
        switch streaming.response {
        case .none, .withoutContent: return
        case .chunked: send(HTTPResponseWriter.chunk(bytes), &actions)
        case .untilClose: send([bytes], &actions)
        case .counted(let left):
            // More than was announced would be taken for the next response.
            guard bytes.count <= left else { return abort(&actions) }
            streaming.response = .counted(left: left - bytes.count)
            send([bytes], &actions)
        }
        phase = .streaming(streaming)
        updateTimer(moment, &actions)
    }

    /// To be called before something is sent: from now on it is looked at whether the client reads.
    private mutating func noteSent(_ streaming: inout HTTPStreaming, _ moment: Moment) {
        if streaming.readDeadline == nil {
            streaming.readDeadline = moment.now + Int64(settings.values.writeTime)
            lastTaken = sent - moment.queued
        }
        if hasEnded { streaming.abandonedDeadline = moment.now + Int64(settings.values.abandonedTime) }
    }

    mutating func finishBody(_ moment: Moment, _ actions: inout [Action]) {
        guard case .streaming(let streaming) = phase else { return }
        switch streaming.response {
        case .none: return
        case .counted(let left) where left > 0: return abort(&actions)
        case .chunked: send([HTTPResponseWriter.lastChunk], &actions)
        case .counted, .untilClose, .withoutContent: break
        }
        var isWhole = false
        if case .whole = streaming.body { isWhole = true }
        complete(isWhole, streaming.terms.keepAlive && isWhole && !isDraining, moment, &actions)
    }

    /// A response that cannot be finished must not look finished.
    mutating func breakOff(_ actions: inout [Action]) {
        guard case .streaming(let streaming) = phase, streaming.isBegun else { return }
        abort(&actions)
    }

    /// The response is written: on to the next request, or to the end.
    private mutating func complete(
        _ isBodyWhole: Bool, _ keepAlive: Bool, _ moment: Moment, _ actions: inout [Action]
    ) {
        if keepAlive {
            resume(&actions)
            beginNext(moment, &actions)
        } else {
            finish(moment, &actions)
        }
        if !isBodyWhole { actions.append(.bodyFailed(.answered)) }
    }

    /// Goes on to what the client sent ahead, or waits for more.
    private mutating func beginNext(_ moment: Moment, _ actions: inout [Action]) {
        if parser.isBetweenRequests {
            phase = .idle
            actions.append(.setTimer(settings.values.idleTime))
        } else {
            phase = .head
            actions.append(.setTimer(settings.values.headerTime))
            advance(moment, &actions)
        }
    }

    mutating func refuse(_ status: HTTPStatus, _ moment: Moment, _ actions: inout [Action]) {
        lastTaken = sent - moment.queued
        send(HTTPResponseWriter.pieces(.text(status), date: moment.date, isHead: false, .close), &actions)
        finish(moment, &actions)
    }

    private mutating func finish(_ moment: Moment, _ actions: inout [Action]) {
        phase = .finishing
        resume(&actions)
        actions.append(.setTimer(settings.values.writeTime))
        actions.append(.finish)
    }

    private mutating func send(_ pieces: [[UInt8]], _ actions: inout [Action]) {
        for piece in pieces {
            sent &+= piece.count
            actions.append(.send(piece))
        }
    }
}
