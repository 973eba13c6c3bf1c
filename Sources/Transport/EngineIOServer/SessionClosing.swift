// How a session ends: by the server, by the client, or because something went wrong.
extension EngineIOSession {
    mutating func close(discarding: Bool, _ actions: inout [Action]) {
        switch state {
        case .opening: end(.forcedClose, &actions)
        case .websocket:
            actions.append(.closeWebSocket)
            end(.forcedClose, &actions)
        case .polling, .probing, .upgrading:
            if state != .polling { abandonUpgrade(&actions) }
            let request = waitingPoll
            waitingPoll = nil
            state = .closing
            queue.append(.text(ControlPacket.close))
            actions.append(.cancel(.heartbeat))
            if let request { answerLast(request, &actions) }
            guard state == .closing else { return }
            if discarding {
                end(.forcedClose, &actions)
            } else {
                actions.append(.set(.closing, after: timing.closeTimeout))
            }
        case .closing where discarding: end(.forcedClose, &actions)
        case .closing, .closed: break
        }
    }

    /// Answers a poll of a closing session with what is queued, whose last packet is `close`.
    mutating func answerLast(_ request: RequestID, _ actions: inout [Action]) {
        actions.append(.respond(request, queue.takePayload(limit: Self.payloadLimit, format: format)))
        if queue.isEmpty { end(.forcedClose, &actions) }
    }

    /// Ends the session because something went wrong; a waiting poll is told so.
    mutating func fail(_ reason: EngineIOCloseReason, _ actions: inout [Action]) {
        release(with: ControlPacket.close, &actions)
        end(reason, &actions)
    }

    /// Ends the session because the client said so, which needs no `close` in return.
    mutating func leave(_ actions: inout [Action]) {
        release(with: ControlPacket.noop, &actions)
        end(.transportClose, &actions)
    }

    private mutating func release(with packet: [UInt8], _ actions: inout [Action]) {
        if let request = waitingPoll { actions.append(.respond(request, answer(with: packet))) }
        waitingPoll = nil
        if state == .websocket || state == .probing || state == .upgrading { actions.append(.closeWebSocket) }
    }

    mutating func end(_ reason: EngineIOCloseReason, _ actions: inout [Action]) {
        guard state != .closed else { return }
        state = .closed
        queue.removeAll()
        refuseOpenPost(.unknownSession, &actions)
        for timer in Timer.allCases { actions.append(.cancel(timer)) }
        actions.append(.closed(reason))
    }
}
