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

    /// As `on`, with the event's first argument.
    public func on<Value: Decodable>(
        _ event: String, as type: Value.Type, _ handler: @escaping (Value) throws -> Void
    ) {
        set(event) { [unowned self] event in attempt(event) { try handler(event.decode(type)) } }
    }

    /// As `on`, with the event's first argument; what the handler returns is the acknowledgement.
    public func on<Value: Decodable, Answer: Encodable>(
        _ event: String, as type: Value.Type, _ handler: @escaping (Value) throws -> Answer
    ) {
        set(event) { [unowned self] event in
            attempt(event) { event.acknowledge(try EventPayload(encoding: handler(event.decode(type)))) }
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

    /// As `onAsync`, with the event's first argument.
    public func onAsync<Value: Decodable & Sendable>(
        _ event: String, as type: Value.Type,
        _ handler: @escaping @Sendable (SocketReference, Value) async throws -> Void
    ) {
        setJob(event) { socket, event in try await handler(socket, event.decode(type)) }
    }

    /// As `onAsync`, with the event's first argument; what the handler returns is the acknowledgement.
    public func onAsync<Value: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ event: String, as type: Value.Type,
        _ handler: @escaping @Sendable (SocketReference, Value) async throws -> Answer
    ) {
        setJob(event) { socket, event in
            event.acknowledge(try EventPayload(encoding: await handler(socket, event.decode(type))))
        }
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

    func failed(_ event: String, _ error: any Error) { features?.onError?(event, error) }
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
        guard handler != nil || features.onAny != nil || features.events != nil else { return false }
        let event = SocketEvent(
            name: name, payload: EventPayload(arguments: arguments, attachments: attachments),
            reply: acknowledge.map { LoopBound($0, on: loop) })
        features.onAny?(event)
        if let events = features.events, case .dropped = events.yield(event) {
            disconnect(closingConnection: true)
            return true
        }
        handler?(event)
        return handler != nil || features.events != nil
    }
}
