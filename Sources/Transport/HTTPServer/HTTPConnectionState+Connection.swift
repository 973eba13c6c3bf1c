internal import HTTPCodec

extension HTTPConnectionState {
    mutating func end(_ moment: Moment, _ actions: inout [Action]) {
        hasEnded = true
        switch phase {
        case .idle, .head, .collecting:
            // With a backlog there may still be whole requests that wait to be parsed.
            if !isBacklogged { close(&actions) }
        case .answering:
            actions.append(.setTimer(settings.values.abandonedTime))
            actions.append(.abandon)
        case .streaming(var streaming):
            streaming.abandonedDeadline = moment.now + Int64(settings.values.abandonedTime)
            phase = .streaming(streaming)
            updateTimer(moment, &actions)
            if streaming.isBodyWanted {
                advanceBody(moment, &actions)
            } else if case .whole = streaming.body {
                actions.append(.abandon)
            }
        case .lingering: close(&actions)
        case .deciding, .finishing, .takenOver, .closed: break
        }
    }

    mutating func drained(_ moment: Moment, _ actions: inout [Action]) {
        let wasBacklogged = isBacklogged
        isBacklogged = false
        switch phase {
        case .finishing:
            guard !hasEnded else { return close(&actions) }
            phase = .lingering
            actions.append(.setTimer(settings.values.lingerTime))
        case .head:
            resume(&actions)
            advance(moment, &actions)
        case .idle:
            // Who was busy reading was not idle.
            if wasBacklogged { actions.append(.setTimer(settings.values.idleTime)) }
        case .streaming(var streaming) where streaming.isBegun:
            streaming.readDeadline = nil
            phase = .streaming(streaming)
            updateTimer(moment, &actions)
            actions.append(.writable)
        default: break
        }
    }

    mutating func timeOut(_ moment: Moment, _ actions: inout [Action]) {
        switch phase {
        case .idle:
            if !isProgressing(settings.values.idleTime, moment, &actions) { close(&actions) }
        case .head:
            // A client that reads its responses slowly is no slow sender; one that has stopped is given up.
            if isBacklogged {
                if !isProgressing(settings.values.headerTime, moment, &actions) { abort(&actions) }
            } else if parser.isBetweenRequests {
                close(&actions)
            } else {
                refuse(.requestTimeout, moment, &actions)
            }
        case .collecting: refuse(.requestTimeout, moment, &actions)
        case .answering: abort(&actions)
        case .streaming(let streaming): timeOut(streaming, moment, &actions)
        case .finishing:
            if !isProgressing(settings.values.writeTime, moment, &actions) { abort(&actions) }
        case .lingering: close(&actions)
        case .deciding, .takenOver, .closed: break
        }
    }

    private mutating func timeOut(_ streaming: HTTPStreaming, _ moment: Moment, _ actions: inout [Action]) {
        var streaming = streaming
        if let deadline = streaming.abandonedDeadline, deadline <= moment.now { return abort(&actions) }
        if let deadline = streaming.readDeadline, deadline <= moment.now {
            if moment.queued == 0 {
                streaming.readDeadline = nil
            } else {
                guard hasReadEnough(settings.values.writeTime, moment) else { return abort(&actions) }
                streaming.readDeadline = moment.now + Int64(settings.values.writeTime)
            }
            phase = .streaming(streaming)
        }
        if let deadline = streaming.bodyDeadline(configuration), deadline <= moment.now {
            return failBody(.tooSlow, .requestTimeout, moment, &actions)
        }
        updateTimer(moment, &actions)
    }

    /// Whether the client reads what waits for it; then it gets more time.
    private mutating func isProgressing(_ time: Int, _ moment: Moment, _ actions: inout [Action]) -> Bool {
        guard moment.queued > 0, hasReadEnough(time, moment) else { return false }
        actions.append(.setTimer(settings.values.writeTime))
        return true
    }

    /// Whether the client has taken, since this was asked last, as much as it must in `time` milliseconds.
    private mutating func hasReadEnough(_ time: Int, _ moment: Moment) -> Bool {
        let taken = sent - moment.queued
        defer { lastTaken = taken }
        let (scaled, overflow) = settings.values.minimumReadRate.multipliedReportingOverflow(by: time)
        return taken - lastTaken >= max(1, overflow ? Int.max : scaled / 1000)
    }

    // MARK: Small steps

    /// Sets the timer for the nearest of what a streamed exchange waits for.
    mutating func updateTimer(_ moment: Moment, _ actions: inout [Action]) {
        guard case .streaming(let streaming) = phase else { return }
        var nearest = streaming.bodyDeadline(configuration)
        for deadline in [streaming.readDeadline, streaming.abandonedDeadline] {
            guard let deadline else { continue }
            nearest = min(nearest ?? deadline, deadline)
        }
        setTimer(nearest, moment, &actions)
    }

    func setTimer(_ deadline: Int64?, _ moment: Moment, _ actions: inout [Action]) {
        guard let deadline else { return actions.append(.clearTimer) }
        actions.append(.setTimer(Int(max(0, deadline - moment.now))))
    }

    mutating func holdBackExcess(_ actions: inout [Action]) {
        guard parser.unreadCount > settings.values.pipelineLimit, !isPaused else { return }
        isPaused = true
        actions.append(.pauseReading)
    }

    mutating func resume(_ actions: inout [Action]) {
        guard isPaused else { return }
        isPaused = false
        actions.append(.resumeReading)
    }

    mutating func close(_ actions: inout [Action]) {
        phase = .closed
        actions.append(.clearTimer)
        actions.append(.close)
    }

    mutating func abort(_ actions: inout [Action]) {
        phase = .closed
        actions.append(.clearTimer)
        actions.append(.abort)
    }
}
