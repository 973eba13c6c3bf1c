internal import EngineIOCodec

// POSTs: each brings packets, and the next one begins when the one before has been answered.
extension EngineIOSession {
    mutating func beginPost(_ request: RequestID, isBinary: Bool, _ actions: inout [Action]) {
        switch state {
        case .opening, .closed: actions.append(.respond(request, .failure(.unknownSession)))
        case .websocket: actions.append(.respond(request, .failure(.badRequest)))
        case .closing, .polling, .probing, .upgrading:
            // Packets of two bodies under way would have no order, so the session cannot go on; nor can a client of
            // revision 4 be understood that sends bytes otherwise than as Base64 in text.
            guard openPost == nil, !isBinary || format != .four else {
                fail(state == .closing ? .forcedClose : .transportError, &actions)
                actions.append(.respond(request, .failure(.badRequest)))
                return
            }
            openPost = request
            isOpenPostBinary = isBinary
        }
    }

    mutating func post(_ request: RequestID, _ body: [UInt8], _ actions: inout [Action]) {
        guard endsOpenPost(request) else { return }
        // What a client still has to say to a session that is being closed is taken in and not delivered.
        guard state != .closing else { return actions.append(.respond(request, .ok)) }
        receive(payload: body, isBinary: isOpenPostBinary, request, &actions)
    }

    mutating func refuseLongPost(_ request: RequestID, _ actions: inout [Action]) {
        if endsOpenPost(request) { actions.append(.respond(request, .failure(.payloadTooLarge))) }
    }

    mutating func abortPost(_ request: RequestID, _ actions: inout [Action]) {
        guard endsOpenPost(request), state != .closing else { return }
        // Nobody knows which packets were lost with the body.
        fail(.transportError, &actions)
    }

    /// False for a POST that was answered before its body ended.
    private mutating func endsOpenPost(_ request: RequestID) -> Bool {
        guard openPost == request else { return false }
        openPost = nil
        return true
    }

    /// Answers the POST that is under way before its body is whole, because the session has no use for it any more.
    mutating func refuseOpenPost(_ refusal: EngineIORefusal, _ actions: inout [Action]) {
        guard let request = openPost else { return }
        openPost = nil
        actions.append(.respond(request, .failure(refusal)))
    }
}
