internal import ByteCoding
internal import NetLoop
internal import SocketIOCodec

/// Handlers of single events. One of the same name takes the place of an earlier one.
extension Socket {
    /// `handler` runs on the loop, at once, and must not block it.
    public func on(_ event: String, _ handler: @escaping (SocketEvent) throws -> Void) {
        set(event) { [unowned self] event in attempt(event) { try handler(event) } }
    }

    /// As `on`, for the next event of that name only.
    public func once(_ event: String, _ handler: @escaping (SocketEvent) throws -> Void) {
        set(event) { [unowned self] received in
            off(event)
            attempt(received) { try handler(received) }
        }
    }

    /// As `on`, with the event's arguments, as many as there are `types`; further ones are ignored.
    public func on<each Value: Decodable>(
        _ event: String, as types: repeat (each Value).Type, handler: @escaping (repeat each Value) throws -> Void
    ) {
        set(event) { [unowned self] event in
            attempt(event) {
                let values = try event.payload.decodeEach(repeat each types)
                try handler(repeat each values)
            }
        }
    }

    /// As `on`, with the event's arguments, as many as there are `types`; what the handler returns is the
    /// acknowledgement.
    public func on<each Value: Decodable, Answer: Encodable>(
        _ event: String, as types: repeat (each Value).Type, handler: @escaping (repeat each Value) throws -> Answer
    ) {
        set(event) { [unowned self] event in
            attempt(event) {
                let values = try event.payload.decodeEach(repeat each types)
                let answer = try handler(repeat each values)
                event.acknowledge(try EventPayload(encoding: answer))
            }
        }
    }

    /// `handler` runs in a task, off the loop: a socket's events run one after the other in the order in which they
    /// came, whichever handlers they have. At the socket's end the task is cancelled, and what still waits does not run.
    ///
    /// A client that is `SocketIOConfiguration.eventBacklog` events ahead of its handlers is disconnected.
    public func onAsync(
        _ event: String, _ handler: @escaping @Sendable (SocketReference, SocketEvent) async throws -> Void
    ) {
        setJob(event, handler)
    }

    /// As `onAsync`, with the event's arguments, as many as there are `types`; further ones are ignored.
    public func onAsync<each Value: Decodable & Sendable>(
        _ event: String, as types: repeat (each Value).Type,
        handler: @escaping @Sendable (SocketReference, repeat each Value) async throws -> Void
    ) {
        setJob(event) { socket, event in
            let values = try event.payload.decodeEach(repeat each types)
            try await handler(socket, repeat each values)
        }
    }

    /// As `onAsync`, with the event's arguments, as many as there are `types`; what the handler returns is the
    /// acknowledgement.
    public func onAsync<each Value: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ event: String, as types: repeat (each Value).Type,
        handler: @escaping @Sendable (SocketReference, repeat each Value) async throws -> Answer
    ) {
        setJob(event) { socket, event in
            let values = try event.payload.decodeEach(repeat each types)
            let answer = try await handler(socket, repeat each values)
            event.acknowledge(try EventPayload(encoding: answer))
        }
    }

    /// Adds middleware of this socket: it is asked for each event before the event's handler, in the order in which it
    /// was added, on the loop. What it throws is told to `onError`, and the event goes no further and is answered by
    /// nothing, unless the middleware has acknowledged it.
    public func use(_ check: @escaping (SocketEvent) throws -> Void) {
        if client != nil { madeFeatures.checks.append(check) }
    }

    /// Forgets the handler of that event.
    public func off(_ event: String) { features?.handlers[event] = nil }

    private func set(_ event: String, _ handler: @escaping (SocketEvent) -> Void) {
        // A socket that is over has let go of its handlers and takes no new ones, which might hold it.
        if client != nil { madeFeatures.handlers[event] = handler }
    }

    private func attempt(_ event: SocketEvent, _ body: () throws -> Void) {
        do { try body() } catch { failed(event.name, error) }
    }

    private func setJob(
        _ name: String, _ handler: @escaping @Sendable (SocketReference, SocketEvent) async throws -> Void
    ) {
        set(name) { [unowned self] event in
            let reference = self.reference
            enqueue {
                do {
                    try await handler(reference, event)
                } catch {
                    reference.run { $0.failed(name, error) }
                }
            }
        }
    }

    private func enqueue(_ job: @escaping EventJobs.Job) {
        let features = madeFeatures
        let jobs = features.jobs ?? EventJobs(limit: eventBacklog)
        features.jobs = jobs
        if !jobs.add(job) { disconnect(closingConnection: true) }
    }

    var eventBacklog: Int { loopNamespace.part?.configuration.eventBacklog ?? 1 }

    func failed(_ event: String, _ error: any Error) {
        // The end cancels what runs; that is no news.
        if client == nil, error is CancellationError { return }
        if let onError = features?.onError { return onError(event, error) }
        (loopNamespace.handler as? NamespaceCore)?.failed(self, event, error)
    }
}

// MARK: What comes from the client

extension Socket {
    /// Takes an event or an acknowledgement.
    func receive(_ packet: SocketIOPacket) {
        let arguments = Array(packet.arguments)
        if let name = packet.eventName {
            let acknowledge = packet.id.map { Acknowledgement(socket: self, id: $0) }
            if let features, dispatch(name, arguments, packet.attachments, acknowledge, features) { return }
            if !packet.attachments.isEmpty, let onBinaryEvent = features?.onBinaryEvent {
                onBinaryEvent(name, arguments, packet.attachments, acknowledge)
            } else {
                onEvent?(name, arguments, acknowledge)
            }
        } else if let id = packet.id, let pending = features?.acknowledgements.take(id) {
            pending.timer?.cancel()
            pending.acknowledged(.success(EventPayload(arguments: arguments, attachments: packet.attachments)))
        }
    }

    /// True when a handler or the sequence of events has taken the event.
    private func dispatch(
        _ name: String, _ arguments: [JSON], _ attachments: [[UInt8]], _ acknowledge: Acknowledgement?,
        _ features: SocketFeatures
    ) -> Bool {
        let handler = features.handlers[name]
        guard handler != nil || features.onAny != nil || features.events != nil || !features.checks.isEmpty
        else { return false }
        let event = SocketEvent(
            name: name, payload: EventPayload(arguments: arguments, attachments: attachments),
            reply: acknowledge.map { LoopBound($0, on: loop) }, core: loopNamespace.part?.core)
        features.onAny?(event)
        do {
            for check in features.checks { try check(event) }
        } catch {
            failed(name, error)
            return true
        }
        if let events = features.events, case .dropped = events.yield(event) {
            disconnect(closingConnection: true)
            return true
        }
        handler?(event)
        return handler != nil || features.events != nil
    }
}
