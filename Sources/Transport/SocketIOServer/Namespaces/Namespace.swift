internal import NetLoop
internal import Synchronization

/// A namespace of a server; for use from any thread.
public struct Namespace: Sendable {
    /// Begins with `/`.
    public let name: String
    private let core: NamespaceCore
    private let server: ServerCore

    init(name: String, core: NamespaceCore, server: ServerCore) {
        self.name = name
        self.core = core
        self.server = server
    }

    // MARK: Who may connect

    /// Adds middleware, which is asked in the order in which it was added, on the socket's loop. What it throws refuses
    /// the client: a `ConnectError` tells it why.
    public func use(_ middleware: @escaping @Sendable (Socket) throws -> Void) { core.use(.immediate(middleware)) }

    /// As `use`, in a task, which is cancelled when the client goes away meanwhile.
    public func useAsync(_ middleware: @escaping @Sendable (SocketReference) async throws -> Void) {
        core.use(.task(middleware))
    }

    // MARK: Who has connected

    /// `body` is called on the socket's loop right after each client has connected, before any of its events.
    public func onConnection(_ body: @escaping @Sendable (Socket) -> Void) { core.listen(body) }

    /// The sockets that connect from now on, for one `for await` loop, until the server is shut down; each one's
    /// `events` are complete.
    ///
    /// At most `SocketIOConfiguration.connectionBacklog` wait; further clients are disconnected until there is room.
    public var connections: AsyncStream<SocketReference> {
        core.connections(limit: server.configuration.connectionBacklog)
    }

    // MARK: What went wrong

    /// `body` is called on the socket's loop when one of its handlers throws, when an event's arguments do not fit the
    /// handler's types, and, as event `connection`, when middleware throws anything but a `ConnectError`. For logs: the
    /// client hears nothing of it. A socket with an `onError` of its own calls that instead.
    public func onError(_ body: @escaping @Sendable (_ socket: Socket, _ event: String, _ error: any Error) -> Void) {
        core.onError(body)
    }

    // MARK: Sending

    /// Everyone in the namespace, on every node.
    public var everyone: Broadcast { Broadcast(core: server, namespace: name) }

    /// Those in any of these rooms.
    public func to(_ rooms: String...) -> Broadcast { everyone.to(all: rooms) }

    /// Everyone but those in these rooms; a socket's id stands for itself.
    public func except(_ rooms: String...) -> Broadcast { everyone.except(all: rooms) }

    /// Sends an event to everyone, as `Broadcast.emit` does.
    @discardableResult
    public func emit<each Value: Encodable>(_ event: String, _ values: repeat each Value) -> EmitResult {
        everyone.emit(event, repeat each values)
    }

    /// All sockets of the namespace, on every node. Throws `AdapterError` when one does not answer in time.
    public func fetchSockets() async throws -> [RemoteSocket] { try await everyone.fetchSockets() }

    /// The sockets connected to this node.
    public func socketCount() async -> Int {
        let name = name
        var count = 0
        for part in server.parts { count += await part.result { $0.existing(name)?.socketCount ?? 0 } ?? 0 }
        return count
    }

    // MARK: Between nodes

    /// Sends an event to the servers of the other nodes.
    @discardableResult
    public func serverSideEmit<each Value: Encodable>(_ event: String, _ values: repeat each Value) -> EmitResult {
        guard let payload = try? EventPayload(encoding: repeat each values) else { return .notEncodable }
        server.link.withLock { $0 }?.serverSideEmit(name, event, payload)
        return .sent
    }

    /// `handler` is called, on any thread, with what another node's `serverSideEmit` sends.
    public func onServerSide(_ event: String, _ handler: @escaping @Sendable (EventPayload) -> Void) {
        core.onServerSide(event, handler)
    }
}
