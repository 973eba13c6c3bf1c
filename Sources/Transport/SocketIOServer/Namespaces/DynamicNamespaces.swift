/// The namespaces that a predicate lets come into being: one for each name that clients ask for, as long as someone is in
/// it. What is said here holds for all of them; for use from any thread.
public struct DynamicNamespaces: Sendable {
    private let core: NamespaceCore
    private let server: ServerCore

    init(core: NamespaceCore, server: ServerCore) {
        self.core = core
        self.server = server
    }

    /// As `Namespace.use`.
    public func use(_ middleware: @escaping @Sendable (Socket) throws -> Void) { core.use(.immediate(middleware)) }

    /// As `Namespace.useAsync`.
    public func useAsync(_ middleware: @escaping @Sendable (SocketReference) async throws -> Void) {
        core.use(.task(middleware))
    }

    /// As `Namespace.onConnection`; `Socket.namespace` says which one it is.
    public func onConnection(_ body: @escaping @Sendable (Socket) -> Void) { core.listen(body) }

    /// As `Namespace.connections`.
    public var connections: AsyncStream<SocketReference> {
        core.connections(limit: server.configuration.connectionBacklog)
    }

    /// As `Namespace.onError`.
    public func onError(_ body: @escaping @Sendable (_ socket: Socket, _ event: String, _ error: any Error) -> Void) {
        core.onError(body)
    }

    /// Everyone in the namespace of that name, on every node; nobody when it does not exist.
    public func everyone(in name: String) -> Broadcast {
        Broadcast(core: server, namespace: name.hasPrefix("/") ? name : "/\(name)")
    }
}
