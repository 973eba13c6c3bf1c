internal import EngineIOServer
internal import NetLoop
internal import SocketIOCodec

/// One loop's part of the server. Confined to the loop.
final class SocketIOLoop {
    let configuration: SocketIOConfiguration
    let limits: SocketIOLimits
    private let loop: EventLoop
    private let handlers: NamespaceHandlers
    private let random: IDSource
    private var namespaces: [String: LoopNamespace] = [:]
    private var clients: [ObjectIdentifier: SocketIOClient] = [:]
    private var isShutDown = false

    init(
        _ loop: EventLoop, _ configuration: SocketIOConfiguration, _ handlers: NamespaceHandlers,
        _ random: @escaping IDSource
    ) {
        self.loop = loop
        self.configuration = configuration
        self.handlers = handlers
        self.random = random
        limits = SocketIOLimits(
            maxAttachments: configuration.maxAttachments, maxAttachmentBytes: configuration.connectionQueueLimit)
    }

    /// This loop's part of the namespace; nil when the server has no such namespace.
    func namespace(_ name: String) -> LoopNamespace? {
        if let namespace = namespaces[name] { return namespace }
        guard let handler = handlers[name] else { return nil }
        let namespace = LoopNamespace(name: name, loop: loop, handler: handler)
        namespaces[name] = namespace
        return namespace
    }

    /// An id for a socket: 120 random bits.
    func makeID() -> String {
        let (high, low) = random()
        return String(SessionID(loop: loop.index, high: high, low: low).description.dropFirst(2))
    }

    func opened(_ connection: EngineIOConnection) {
        if isShutDown { return connection.close(discarding: true) }
        let client = SocketIOClient(connection, on: self)
        clients[ObjectIdentifier(client)] = client
        connection.handler = client
        client.begin()
    }

    func forget(_ client: SocketIOClient) { clients[ObjectIdentifier(client)] = nil }

    func shutDown() {
        isShutDown = true
        for client in Array(clients.values) { client.shutDown() }
    }
}
