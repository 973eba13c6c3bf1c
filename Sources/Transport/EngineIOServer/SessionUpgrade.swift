internal import EngineIOCodec

// The move from polling to a WebSocket: `2probe`, `3probe`, `5`.
extension EngineIOSession {
    mutating func upgradeArrived(_ format: EngineIOFormat, _ actions: inout [Action]) {
        guard state == .polling else { return actions.append(.refuseUpgrade) }
        state = .probing
        nextFormat = format
        actions.append(.set(.upgrade, after: timing.upgradeTimeout))
    }

    /// What a WebSocket says before it carries the session.
    mutating func upgradeText(_ text: [UInt8], _ actions: inout [Action]) {
        if text == ControlPacket.probe {
            state = .upgrading
            actions.append(.write(.text(ControlPacket.probeAnswer)))
            // The client sends `5` only when no poll is open any more.
            releasePoll(&actions)
        } else if text == ControlPacket.upgrade {
            completeUpgrade(&actions)
        } else {
            failUpgrade(&actions)
        }
    }

    private mutating func completeUpgrade(_ actions: inout [Action]) {
        state = .websocket
        actions.append(.cancel(.upgrade))
        actions.append(.cancel(.release))
        if let request = waitingPoll {
            waitingPoll = nil
            actions.append(.respond(request, answer(with: ControlPacket.noop)))
        }
        refuseOpenPost(.badRequest, &actions)
        format = nextFormat
        guard !queue.isEmpty else { return }
        for packet in queue.packets { actions.append(.write(packet)) }
        queue.removeAll()
        actions.append(.drained)
    }

    /// Gives the WebSocket up and goes on polling.
    mutating func failUpgrade(_ actions: inout [Action]) {
        abandonUpgrade(&actions)
        if !queue.isEmpty { releasePoll(&actions) }
    }

    mutating func abandonUpgrade(_ actions: inout [Action]) {
        state = .polling
        actions.append(.cancel(.upgrade))
        actions.append(.cancel(.release))
        actions.append(.closeWebSocket)
    }
}
