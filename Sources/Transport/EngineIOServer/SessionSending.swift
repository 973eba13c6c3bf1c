// Packets on their way to the client.
extension EngineIOSession {
    mutating func send(_ packet: EngineIOOutgoing, _ actions: inout [Action]) {
        switch state {
        case .websocket: actions.append(.write(packet))
        case .polling, .probing, .upgrading:
            if hasOverflowed { return }
            guard queue.count + packet.count <= timing.queueLimit else { return overflow(&actions) }
            queue.append(packet)
            // A poll is answered once a turn, with all that the turn brought.
            if waitingPoll != nil, state != .upgrading { endTurn(&actions) }
        case .opening, .closing, .closed: break
        }
    }

    // Whoever sends to many must not see one of them end in the middle, so it ends with the turn.
    mutating func overflow(_ actions: inout [Action]) {
        guard isOpen, !hasOverflowed else { return }
        hasOverflowed = true
        endTurn(&actions)
    }

    private mutating func endTurn(_ actions: inout [Action]) {
        guard !willEndTurn else { return }
        willEndTurn = true
        actions.append(.endTurn)
    }

    mutating func turnEnded(_ actions: inout [Action]) {
        willEndTurn = false
        if hasOverflowed, isOpen { return fail(.transportError, &actions) }
        if state == .polling || state == .probing, !queue.isEmpty { releasePoll(&actions) }
    }

    /// Answers the waiting poll with what is queued, or with `noop` when nothing is.
    mutating func releasePoll(_ actions: inout [Action]) {
        guard let request = waitingPoll else { return }
        waitingPoll = nil
        if queue.isEmpty { return actions.append(.respond(request, answer(with: ControlPacket.noop))) }
        actions.append(.respond(request, queue.takePayload(limit: Self.payloadLimit, format: format)))
        if queue.isEmpty { actions.append(.drained) }
    }
}
