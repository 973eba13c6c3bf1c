public import ByteCoding
internal import EngineIOServer
internal import NetLoop
internal import SocketIOCodec

extension Socket {
    /// Sends an event with `values`, each `[UInt8]` within them as binary.
    @discardableResult
    public func emit<each Value: Encodable>(_ name: String, _ values: repeat each Value) -> EmitResult {
        guard let payload = try? EventPayload(encoding: repeat each values) else { return .notEncodable }
        return emit(name, arguments: payload.arguments, attachments: payload.attachments)
    }

    /// As `emit` with values, for arguments that are JSON already: where one of `attachments` belongs, they hold
    /// `JSON.attachment` of its number.
    @discardableResult
    public func emit(_ name: String, arguments: [JSON], attachments: [[UInt8]] = []) -> EmitResult {
        guard isConnected else { return .disconnected }
        guard !SocketIOPacket.isReserved(eventName: name) else { return .reservedName }
        if features?.recovery != nil, let core = loopNamespace.part?.core {
            core.record(
                name, EventPayload(arguments: arguments, attachments: attachments), to: id, in: namespace, on: loop)
            return .sent
        }
        // In `onDisconnecting` the client is gone already.
        guard client != nil else { return .disconnected }
        sendNow(name, arguments, attachments)
        return .sent
    }

    /// As `emit` with values, for arguments that are JSON already.
    @discardableResult
    public func emit(_ name: String, _ payload: EventPayload) -> EmitResult {
        emit(name, arguments: payload.arguments, attachments: payload.attachments)
    }

    /// Sends an event unless more than `SocketIOConfiguration.volatileQueueLimit` bytes wait for the client: for what
    /// the next event makes out of date.
    @discardableResult
    public func emitVolatile<each Value: Encodable>(_ name: String, _ values: repeat each Value) -> EmitResult {
        // Looked at first, so that what is dropped is not encoded.
        guard isConnected, client != nil else { return .disconnected }
        guard isKeepingUp else { return .dropped }
        guard let payload = try? EventPayload(encoding: repeat each values) else { return .notEncodable }
        return emitVolatile(name, payload)
    }

    /// As `emitVolatile` with values, for arguments that are JSON already.
    @discardableResult
    public func emitVolatile(_ name: String, _ payload: EventPayload) -> EmitResult {
        guard isConnected, client != nil else { return .disconnected }
        guard !SocketIOPacket.isReserved(eventName: name) else { return .reservedName }
        guard isKeepingUp else { return .dropped }
        sendNow(name, payload.arguments + offsetOfNothingNew, payload.attachments)
        return .sent
    }

    /// Whether what was sent has gone, but for a little: volatile events are sent only then.
    public var isKeepingUp: Bool {
        connection.queuedBytes <= loopNamespace.part?.configuration.volatileQueueLimit ?? 0
    }

    /// Sends an event and waits for its acknowledgement, for at most `timeout` milliseconds unless that is nil.
    /// `acknowledged` is called once, on the loop.
    public func emit(
        _ name: String, arguments: [JSON], attachments: [[UInt8]] = [], timeout: Int?,
        acknowledged: @escaping (Result<[JSON], AcknowledgementError>) -> Void
    ) {
        ask(name, EventPayload(arguments: arguments, attachments: attachments), timeout: timeout) {
            acknowledged($0.map { $0.arguments })
        }
    }

    /// Sends an event with `values` and waits for its acknowledgement, for at most `timeout` milliseconds unless that is
    /// nil. `acknowledged` is called once, on the loop: at once when the event cannot be sent.
    public func emit<each Value: Encodable>(
        _ name: String, _ values: repeat each Value, timeout: Int?,
        acknowledged: @escaping (Result<EventPayload, AcknowledgementError>) -> Void
    ) {
        guard let payload = try? EventPayload(encoding: repeat each values) else {
            return acknowledged(.failure(.notSent))
        }
        ask(name, payload, timeout: timeout, acknowledged: acknowledged)
    }

    /// As `emit` with `acknowledged`, binary of the answer included.
    func ask(
        _ name: String, _ payload: EventPayload, timeout: Int?,
        acknowledged: @escaping (Result<EventPayload, AcknowledgementError>) -> Void
    ) {
        guard !SocketIOPacket.isReserved(eventName: name) else { return acknowledged(.failure(.notSent)) }
        guard isConnected else { return acknowledged(.failure(.disconnected)) }
        let id = madeFeatures.acknowledgements.add { id in
            let timer = timeout.map { loop.schedule(after: $0) { [weak self] in self?.acknowledgementTimedOut(id) } }
            return SocketFeatures.PendingAcknowledgement(timer: timer, acknowledged: acknowledged)
        }
        loopNamespace.flushPublished()
        client?.sendEvent(name, payload.arguments, payload.attachments, id: id, from: self)
    }

    /// Sends a packet that was encoded before; it must be one of this namespace.
    public func send(_ packet: EncodedPacket) {
        if isConnected { connection.send(.preframed(packet.preframed)) }
    }

    /// Behind everything that was published before, as a reader of the program expects.
    func sendNow(_ name: String, _ arguments: [JSON], _ attachments: [[UInt8]]) {
        loopNamespace.flushPublished()
        client?.sendEvent(name, arguments, attachments, id: nil, from: self)
    }

    private func acknowledgementTimedOut(_ id: Int) {
        features?.acknowledgements.take(id)?.acknowledged(.failure(.timedOut))
    }

    func acknowledge(_ id: Int, _ arguments: [JSON], _ attachments: [[UInt8]]) {
        if isConnected { client?.sendAcknowledgement(arguments, attachments, id: id, from: self) }
    }

    func acknowledge(_ id: Int, raw: [UInt8]) {
        if isConnected { client?.sendAcknowledgement(raw: raw, id: id, from: self) }
    }

    // MARK: To others

    /// Everyone else in the namespace.
    public var broadcast: Broadcast { Broadcast(self).except(id) }

    /// Everyone in these rooms but this socket.
    public func to(_ rooms: String...) -> Broadcast { broadcast.to(all: rooms) }

    /// Everyone else in the namespace but those in these rooms.
    public func except(_ rooms: String...) -> Broadcast { broadcast.except(all: rooms) }
}
