internal import HTTPCodec

extension HTTPConnectionState {
    /// Parses until a request is whole, a body is to be decided about, or bytes are missing.
    mutating func advance(_ moment: Moment, _ actions: inout [Action]) {
        do throws(HTTPParseError) {
            while !isBacklogged, let event = try parser.next() {
                switch event {
                case .head(let head):
                    // What follows CONNECT is no HTTP, and this server is no proxy.
                    guard head.method != .connect else { return refuse(.notImplemented, moment, &actions) }
                    guard head.framing != .none else { return try dispatchWhole(head, moment, &actions) }
                    phase = .deciding(head)
                    actions.append(.decide(head))
                    return
                case .body(let piece):
                    guard case .collecting(let head, var body, var pace) = phase else { continue }
                    phase = .head
                    body.append(contentsOf: piece)
                    pace.took(piece.count, now: moment.now)
                    phase = .collecting(head, body, pace)
                    setTimer(pace.deadline(configuration), moment, &actions)
                case .end:
                    guard case .collecting(let head, let body, _) = phase else { continue }
                    return dispatch(head, body, &actions)
                }
            }
            if hasEnded, !isBacklogged { close(&actions) }
        } catch {
            refuse(error.status, moment, &actions)
        }
    }

    private mutating func dispatchWhole(
        _ head: HTTPRequestHead, _ moment: Moment, _ actions: inout [Action]
    ) throws(HTTPParseError) {
        // The end follows the head of a request without a body at once.
        _ = try parser.next()
        guard head.path != "*" else { return answerForServer(head, moment, &actions) }
        dispatch(head, [], &actions)
    }

    private mutating func dispatch(_ head: HTTPRequestHead, _ body: [UInt8], _ actions: inout [Action]) {
        phase = .answering(HTTPAnswerTerms(head))
        actions.append(hasEnded ? .setTimer(settings.values.abandonedTime) : .clearTimer)
        actions.append(.dispatch(head, body: body, streamed: false))
    }

    /// `OPTIONS *` asks about the server and not about anything that a handler knows (RFC 9110 section 9.3.7).
    private mutating func answerForServer(_ head: HTTPRequestHead, _ moment: Moment, _ actions: inout [Action]) {
        phase = .answering(HTTPAnswerTerms(head))
        let allowed: HTTPHeaders = ["Allow": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"]
        respond(HTTPResponse(status: .noContent, headers: allowed), moment, &actions)
    }

    mutating func decided(_ handling: HTTPBodyHandling, _ moment: Moment, _ actions: inout [Action]) {
        guard case .deciding(let head) = phase else { return }
        parser.limitBody(to: handling.limit ?? settings.values.maximumBody)
        let pace = HTTPBodyPace(now: moment.now)
        if case .length(let length) = head.framing, length > handling.limit ?? settings.values.maximumBody {
            return refuse(.contentTooLarge, moment, &actions)
        }
        // Whoever has sent some of the body already waits for nothing.
        let owesContinue = head.expectsContinue && parser.unreadCount == 0
        switch handling.manner {
        case .collect:
            phase = .collecting(head, [], pace)
            setTimer(pace.deadline(configuration), moment, &actions)
            if owesContinue { actions.append(.send(Self.continuing)) }
            advance(moment, &actions)
        case .stream:
            var streaming = HTTPStreaming(terms: HTTPAnswerTerms(head), body: .coming(pace))
            streaming.owesContinue = owesContinue
            stream(streaming, held: true, moment, &actions)
            actions.append(.dispatch(head, body: [], streamed: true))
        }
    }

    private mutating func stream(
        _ streaming: HTTPStreaming, held: Bool, _ moment: Moment, _ actions: inout [Action]
    ) {
        var streaming = streaming
        if held, case .coming(var pace) = streaming.body {
            pace.hold(now: moment.now)
            streaming.body = .coming(pace)
        }
        if hasEnded { streaming.abandonedDeadline = moment.now + Int64(settings.values.abandonedTime) }
        phase = .streaming(streaming)
        updateTimer(moment, &actions)
    }

    // MARK: Streamed bodies

    mutating func wantBody(_ moment: Moment, _ actions: inout [Action]) {
        guard case .streaming(var streaming) = phase, case .coming(var pace) = streaming.body, !streaming.wantsBody
        else { return }
        streaming.wantsBody = true
        pace.release(now: moment.now)
        streaming.body = .coming(pace)
        if streaming.owesContinue {
            streaming.owesContinue = false
            // Behind the beginning of the final response a 100 would be no status line any more.
            if !streaming.isBegun, parser.unreadCount == 0 { actions.append(.send(Self.continuing)) }
        }
        phase = .streaming(streaming)
        updateTimer(moment, &actions)
        resume(&actions)
        advanceBody(moment, &actions)
    }

    mutating func holdBody(_ moment: Moment, _ actions: inout [Action]) {
        guard case .streaming(var streaming) = phase, case .coming(var pace) = streaming.body, streaming.wantsBody
        else { return }
        streaming.wantsBody = false
        pace.hold(now: moment.now)
        streaming.body = .coming(pace)
        phase = .streaming(streaming)
        updateTimer(moment, &actions)
    }

    /// Tells the next piece of the body, if it is wanted and there.
    mutating func advanceBody(_ moment: Moment, _ actions: inout [Action]) {
        guard case .streaming(var streaming) = phase, streaming.wantsBody, case .coming(var pace) = streaming.body
        else { return }
        do throws(HTTPParseError) {
            switch try parser.next() {
            case .body(let piece):
                pace.took(piece.count, now: moment.now)
                streaming.body = .coming(pace)
                phase = .streaming(streaming)
                updateTimer(moment, &actions)
                actions.append(.piece(piece))
            case .end:
                streaming.body = .whole
                phase = .streaming(streaming)
                updateTimer(moment, &actions)
                actions.append(.bodyEnded)
            case .head: break
            case nil:
                if hasEnded { failBody(.disconnected, nil, moment, &actions) }
            }
        } catch {
            failBody(.refused(status: Int(error.status.code)), error.status, moment, &actions)
        }
    }

    /// Ends a body that cannot become whole, and with it the connection: by an answer where none has begun.
    mutating func failBody(
        _ failure: HTTPBodyFailure, _ status: HTTPStatus?, _ moment: Moment, _ actions: inout [Action]
    ) {
        guard case .streaming(var streaming) = phase else { return }
        streaming.body = .failed
        phase = .streaming(streaming)
        if let status, !streaming.isBegun {
            refuse(status, moment, &actions)
        } else if !streaming.isBegun, failure == .disconnected {
            close(&actions)
        } else {
            updateTimer(moment, &actions)
        }
        actions.append(.bodyFailed(failure))
    }

    static let continuing = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
