public import ByteCoding
public import EngineIOServer
internal import NetLoop
internal import SocketIOCodec

/// A socket for use from any task or thread: a handle whose operations are handed to the socket's loop, in the order in
/// which one task calls them. It may outlive its client; then sending does nothing and asking throws.
public struct SocketReference: Sendable {
    /// As `Socket.id`.
    public let id: String
    /// The namespace's name.
    public let namespace: String
    /// What the client sent with CONNECT.
    public let auth: JSON
    /// The request that opened the client's connection.
    public let request: HandshakeRequest
    private let socket: LoopBound<Socket>
    private let buffered: AsyncStream<SocketEvent>?
    private let broadcasting: Broadcast
    private let eventBacklog: Int
    private let takesOffsets: Bool

    init(_ socket: Socket, events: AsyncStream<SocketEvent>? = nil) {
        id = socket.id
        namespace = socket.namespace
        auth = socket.auth
        request = socket.request
        self.socket = LoopBound(socket, on: socket.loop)
        buffered = events
        broadcasting = socket.broadcast
        eventBacklog = socket.eventBacklog
        takesOffsets = socket.takesOffsets
    }

    func run(_ work: @escaping @Sendable (Socket) -> Void) {
        guard let core = broadcasting.core else { return socket.run(work) }
        core.run(on: socket.loop) { [socket] in work(socket.value) }
    }

    // MARK: Sending

    /// Sends an event, as `Socket.emit` does, when the socket is still there: `sent` says that it was handed to the
    /// socket's loop.
    @discardableResult
    public func emit<each Value: Encodable>(_ name: String, _ values: repeat each Value) -> EmitResult {
        guard let payload = try? EventPayload(encoding: repeat each values) else { return .notEncodable }
        emit(name, payload)
        return .sent
    }

    /// As `emit` with values, for arguments that are JSON already.
    public func emit(_ name: String, _ payload: EventPayload) {
        guard takesOffsets, let core = broadcasting.core, !SocketIOPacket.isReserved(eventName: name) else {
            return run { $0.emit(name, arguments: payload.arguments, attachments: payload.attachments) }
        }
        // Numbered here, not on the loop: what this task sends next, in other ways too, has a greater number.
        core.record(name, payload, to: id, in: namespace, on: socket.loop)
    }

    /// As `emit`, but dropped when the client is behind, as `Socket.emitVolatile` does.
    @discardableResult
    public func emitVolatile<each Value: Encodable>(_ name: String, _ values: repeat each Value) -> EmitResult {
        guard let payload = try? EventPayload(encoding: repeat each values) else { return .notEncodable }
        run { $0.emitVolatile(name, payload) }
        return .sent
    }

    /// Sends an event and returns what the client acknowledges it with.
    ///
    /// Throws `AcknowledgementError` when none comes within `timeout` milliseconds or the socket ends before, and
    /// `EncodingError` for a value without JSON form. Cancelling the task does not take the event back.
    public func emitWithAck<each Value: Encodable>(
        _ name: String, _ values: repeat each Value, timeout: Int? = 30_000
    ) async throws -> EventPayload {
        let payload = try EventPayload(encoding: repeat each values)
        let result = await withCheckedContinuation { continuation in
            let isRunning = socket.loop.executeIfRunning {
                socket.value.ask(name, payload, timeout: timeout) { continuation.resume(returning: $0) }
            }
            if !isRunning { continuation.resume(returning: .failure(AcknowledgementError.disconnected)) }
        }
        return try result.get()
    }

    /// Everyone else in the namespace.
    public var broadcast: Broadcast { broadcasting }
    /// Everyone in these rooms but this socket.
    public func to(_ rooms: String...) -> Broadcast { broadcasting.to(all: rooms) }

    // MARK: Rooms and state

    /// Returns when the socket is in these rooms.
    public func join(_ rooms: String...) async { _ = await socket.result { $0.join(all: rooms) } }

    /// Returns when the socket is in none of these rooms.
    public func leave(_ rooms: String...) async {
        _ = await socket.result { socket in for room in rooms { socket.leave(room) } }
    }

    /// The rooms that the socket is in.
    public var rooms: [String] { get async { await socket.result { $0.rooms } ?? [] } }
    /// Whether the client is connected.
    public var isConnected: Bool { get async { await socket.result { $0.isConnected } ?? false } }
    /// A copy of the socket's data; `onLoop` changes them.
    public var data: JSONObject { get async { await socket.result { $0.data } ?? [:] } }

    /// Runs `body` with the socket on its loop and returns what it returns; nil when the loop has ended.
    @discardableResult
    public func onLoop<Result: Sendable>(_ body: @escaping @Sendable (Socket) -> Result) async -> Result? {
        await socket.result(body)
    }

    /// Disconnects the client from the namespace, or from all namespaces and its connection too.
    public func disconnect(closingConnection: Bool = false) {
        run { $0.disconnect(closingConnection: closingConnection) }
    }

    /// Returns at the socket's end, with its reason; `forcedClose` when it had ended before.
    public func disconnected() async -> DisconnectReason {
        await withCheckedContinuation { continuation in
            let isRunning = socket.loop.executeIfRunning {
                let socket = socket.value
                guard socket.client != nil else { return continuation.resume(returning: .forcedClose) }
                socket.madeFeatures.endWaiters.append(continuation)
            }
            if !isRunning { continuation.resume(returning: .serverShuttingDown) }
        }
    }

    /// The client's events, for one `for await` loop, until the socket ends.
    ///
    /// For sockets from `Namespace.connections` they are complete from the client's first; else from about this call on.
    /// At most `SocketIOConfiguration.eventBacklog` wait: a client that is further ahead of the loop is disconnected, so
    /// that none is lost silently.
    public var events: AsyncStream<SocketEvent> {
        if let buffered { return buffered }
        let (stream, continuation) = AsyncStream.makeStream(
            of: SocketEvent.self, bufferingPolicy: .bufferingOldest(eventBacklog))
        run { $0.startEvents(into: continuation) }
        return stream
    }
}

extension SocketReference: Hashable {
    public static func == (left: SocketReference, right: SocketReference) -> Bool {
        left.id == right.id && left.namespace == right.namespace
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Socket {
    /// A handle for use from any task.
    public var reference: SocketReference { SocketReference(self) }

    /// A handle whose `events` are complete from here on.
    func referenceWithEvents() -> SocketReference {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SocketEvent.self, bufferingPolicy: .bufferingOldest(eventBacklog))
        startEvents(into: continuation)
        return SocketReference(self, events: stream)
    }

    func startEvents(into continuation: AsyncStream<SocketEvent>.Continuation) {
        guard client != nil else { return continuation.finish() }
        let features = madeFeatures
        features.events?.finish()
        features.events = continuation
    }
}
