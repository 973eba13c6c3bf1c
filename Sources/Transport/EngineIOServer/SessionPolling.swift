internal import EngineIOCodec

// HTTP long-polling: a GET waits for packets, a POST brings them, one of each at a time.
extension EngineIOSession {
    /// The answer to a poll that consists of one ASCII packet.
    func answer(with packet: [UInt8]) -> EngineIOResponse {
        guard format != .four else { return .payload(packet) }
        var writer = EngineIO3.PayloadWriter(asBytes: false)
        writer.append(text: packet.span)
        return .payload(writer.bytes)
    }

    mutating func poll(_ request: RequestID, _ mark: PollMark, _ actions: inout [Action]) {
        switch state {
        case .opening, .closed: actions.append(.respond(request, .failure(.unknownSession)))
        case .websocket: actions.append(.respond(request, .failure(.badRequest)))
        case .closing: answerLast(request, &actions)
        case .polling, .probing, .upgrading:
            guard waitingPoll == nil, !mark.repeats(lastPoll) else {
                // Two polls would deliver packets in either order, and one that is repeated has lost some: the session
                // cannot go on.
                fail(.transportError, &actions)
                actions.append(.respond(request, .failure(.badRequest)))
                return
            }
            waitingPoll = request
            lastPoll = mark
            if !queue.isEmpty {
                releasePoll(&actions)
            } else if state == .upgrading {
                actions.append(.set(.release, after: Self.releaseDelay))
            }
        }
    }

    mutating func pollAborted(_ request: RequestID, _ actions: inout [Action]) {
        guard waitingPoll == request else { return }
        waitingPoll = nil
        fail(.transportError, &actions)
    }
}
