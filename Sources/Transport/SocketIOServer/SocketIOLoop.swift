internal import ByteCoding
internal import EngineIOServer
internal import NetLoop
internal import SocketIOCodec

/// One loop's part of the server. Confined to the loop.
final class SocketIOLoop {
    let configuration: SocketIOConfiguration
    let limits: SocketIOLimits
    let loop: EventLoop
    private let handlers: NamespaceHandlers
    private let random: IDSource
    private var namespaces: [String: LoopNamespace] = [:]
    private var clients: [ObjectIdentifier: SocketIOClient] = [:]
    private var isShutDown = false
    /// Set once, before the loop serves anyone.
    weak var core: ServerCore?
    /// The last event with an offset that was delivered here.
    var deliveredOffset: UInt64 = 0
    private var dynamicCount = 0

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
        let namespace = LoopNamespace(name: name, loop: loop, handler: handler, part: self)
        namespaces[name] = namespace
        return namespace
    }

    /// This loop's part of a namespace when anyone has been there.
    func existing(_ name: String) -> LoopNamespace? { namespaces[name] }

    /// The namespace that a client asks for; nil when the server has none such. One that a predicate allows is kept
    /// once the client has entered it.
    func admission(to name: String, auth: JSON) -> LoopNamespace? {
        if handlers[name] != nil { return namespace(name) }
        guard let handler = handlers.dynamic(name, auth) else { return nil }
        if let existing = namespaces[name] { return existing }
        guard dynamicCount < configuration.maxDynamicNamespaces else { return nil }
        return LoopNamespace(name: name, loop: loop, handler: handler, part: self, isDynamic: true)
    }

    func entered(_ namespace: LoopNamespace) {
        namespace.visitors += 1
        guard namespace.isDynamic, namespace.visitors == 1 else { return }
        namespaces[namespace.name] = namespace
        dynamicCount += 1
    }

    func left(_ namespace: LoopNamespace) {
        namespace.visitors -= 1
        guard namespace.isDynamic, namespace.visitors == 0 else { return }
        namespaces[namespace.name] = nil
        dynamicCount -= 1
    }

    /// What recovery needs of a client that asks for a namespace; nil when the server does not recover state.
    func recovery(for namespace: String, _ auth: JSON) -> SocketRecovery? {
        guard let log = core?.recovery else { return nil }
        guard let key = auth["pid"]?.stringValue, let offset = auth["offset"]?.stringValue,
            let restored = log.withLock({
                $0.take(key: key, offset: offset, namespace: namespace, now: loop.now)
            })
        else { return SocketRecovery(key: makeID()) }
        return SocketRecovery(key: key, restored: restored)
    }

    /// Does what waits. A callback that hands over more meanwhile has it done, with what waits before it, at once.
    func empty(_ inbox: RecoveryInbox) {
        while let item = inbox.take() {
            switch item {
            case .event(let recorded):
                deliveredOffset = recorded.offset
                existing(recorded.event.namespace)?.deliver(recorded)
            case .work(let work): work(self)
            }
        }
    }

    /// An id for a socket: 120 random bits.
    func makeID() -> String { Self.makeID(loop: loop.index, random) }

    static func makeID(loop: Int, _ random: IDSource) -> String {
        let (high, low) = random()
        return String(SessionID(loop: loop, high: high, low: low).description.dropFirst(2))
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
