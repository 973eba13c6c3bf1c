internal import SocketIOCodec

/// A choice of a namespace's sockets, on every loop and every node, and what to do with them; from any thread.
///
///     server.to("room").except(socket.id).emit("message", message)
///
/// A socket that several chosen rooms share is reached once. A socket's id stands for a room that it alone is in.
public struct Broadcast: Sendable {
    let core: ServerCore?
    let namespace: String
    var selection = Selection()
    var isVolatile = false
    var isLocal = false

    init(core: ServerCore?, namespace: String) {
        self.core = core
        self.namespace = namespace
    }

    init(_ socket: Socket) { self.init(core: socket.loopNamespace.part?.core, namespace: socket.namespace) }

    // MARK: Choosing

    /// Those in `rooms` too; without this, everyone is chosen.
    public func to(_ rooms: String...) -> Broadcast { to(all: rooms) }
    /// Those in `rooms` too; without this, everyone is chosen.
    public func to(all rooms: some Sequence<String>) -> Broadcast { with { $0.selection.rooms += rooms } }

    /// Not those in `rooms`.
    public func except(_ rooms: String...) -> Broadcast { except(all: rooms) }
    /// Not those in `rooms`.
    public func except(all rooms: some Sequence<String>) -> Broadcast { with { $0.selection.except += rooms } }

    /// Events are dropped for clients that are behind, as with `Socket.emitVolatile`.
    public var volatile: Broadcast { with { $0.isVolatile = true } }

    /// This node's sockets only.
    public var local: Broadcast { with { $0.isLocal = true } }

    private func with(_ change: (inout Broadcast) -> Void) -> Broadcast {
        var copy = self
        change(&copy)
        return copy
    }

    // MARK: Sending

    /// Sends an event with `values`.
    ///
    /// Sockets on the calling loop get it in this turn, others in the order of the calls.
    @discardableResult
    public func emit<each Value: Encodable>(_ name: String, _ values: repeat each Value) -> EmitResult {
        guard let payload = try? EventPayload(encoding: repeat each values) else { return .notEncodable }
        return emit(name, payload)
    }

    /// As `emit` with values, for arguments that are JSON already.
    @discardableResult
    public func emit(_ name: String, _ payload: EventPayload) -> EmitResult {
        guard !SocketIOPacket.isReserved(eventName: name) else { return .reservedName }
        core?.broadcast(name, payload, self)
        return .sent
    }

    /// Sends an event and collects the acknowledgements of all who get it, for at most `timeout` milliseconds.
    ///
    /// Throws `EncodingError` for a value without JSON form, and `AdapterError` when another node does not answer.
    public func emitWithAck<each Value: Encodable>(
        _ name: String, _ values: repeat each Value, timeout: Int = 5_000
    ) async throws -> BroadcastAnswers {
        let payload = try EventPayload(encoding: repeat each values)
        guard let core, !SocketIOPacket.isReserved(eventName: name) else { return BroadcastAnswers() }
        return try await core.ask(name, payload, self, timeout: timeout)
    }

    // MARK: Managing

    /// The chosen sockets, on every node. Throws `AdapterError` when one does not answer in time.
    public func fetchSockets() async throws -> [RemoteSocket] { try await core?.fetch(self) ?? [] }

    /// Lets the chosen sockets enter `rooms`.
    public func socketsJoin(_ rooms: String...) { core?.manage(.join(rooms), self) }

    /// Lets the chosen sockets leave `rooms`.
    public func socketsLeave(_ rooms: String...) { core?.manage(.leave(rooms), self) }

    /// Disconnects the chosen sockets from the namespace, or from all namespaces and their connections too.
    public func disconnectSockets(closingConnections: Bool = false) {
        core?.manage(.disconnect(closingConnections), self)
    }
}

/// What a broadcast with acknowledgements has brought.
public struct BroadcastAnswers: Hashable, Sendable {
    /// In no particular order.
    public var payloads: [EventPayload] = []
    /// Sockets that ended or did not answer in time.
    public var missing = 0

    /// What was brought, for adapters and tests of one's own.
    public init(payloads: [EventPayload] = [], missing: Int = 0) {
        self.payloads = payloads
        self.missing = missing
    }

    mutating func add(_ other: BroadcastAnswers) {
        payloads += other.payloads
        // Another node may say anything.
        let (sum, isPast) = missing.addingReportingOverflow(max(0, other.missing))
        missing = isPast ? .max : sum
    }
}

/// What can be done to chosen sockets without an answer.
enum SocketCommand: Hashable, Codable, Sendable {
    case join([String])
    case leave([String])
    case disconnect(Bool)

    func perform(on socket: Socket) {
        switch self {
        case .join(let rooms): socket.join(all: rooms)
        case .leave(let rooms): for room in rooms { socket.leave(room) }
        case .disconnect(let closing): socket.disconnect(closingConnection: closing)
        }
    }
}
