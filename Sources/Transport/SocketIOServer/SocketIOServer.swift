public import ByteCoding
internal import EngineIOServer
public import HTTPServer
public import NetLoop
internal import Synchronization

/// A Socket.IO server (protocol 5, and 4 for clients of Engine.IO 3), with event loops of its own or on those of an
/// HTTP server.
///
///     let server = SocketIOServer()
///     server.onConnection { socket in
///         socket.on("hello", as: String.self) { name in "Hello, \(name)" }
///     }
///     try await server.run(host: "127.0.0.1", port: 3000)
///
/// A connection and its sockets live on one loop for life. Handlers and callbacks run on that loop and must not block.
public final class SocketIOServer: Sendable {
    /// What the server was told; it does not change.
    public let configuration: SocketIOConfiguration
    private let handlers = NamespaceHandlers()
    private let parts: [LoopBound<SocketIOLoop>]
    private let engine: EngineIOServer
    let core: ServerCore
    let owned: Mutex<OwnedServer>

    /// A server on the loops of an HTTP server that someone else runs, which hands it requests through `handle`.
    ///
    /// `loops` are numbered from 0 by their `index`. `random` gives 128 bits of randomness that cannot be guessed; it is
    /// called on any of the loops.
    public init(
        configuration: SocketIOConfiguration = SocketIOConfiguration(), loops: [EventLoop],
        random: @escaping @Sendable () -> (UInt64, UInt64) = SocketIOServer.systemRandom
    ) {
        self.configuration = configuration
        let handlers = handlers
        let states = loops.map { SocketIOLoop($0, configuration, handlers, random) }
        let parts = states.map { LoopBound($0, on: $0.loop) }
        self.parts = parts
        core = ServerCore(configuration, parts, handlers) { SocketIOLoop.makeID(loop: 0, random) }
        for state in states { state.core = core }
        owned = Mutex(OwnedServer())
        engine = EngineIOServer(configuration: configuration.engine, loops: loops, random: random) { connection in
            parts.first { $0.loop === connection.loop }?.value.opened(connection)
        }
    }

    /// A server that runs event loops of its own, and an HTTP server once it listens. More than one loop pays only
    /// when one core is not enough.
    public convenience init(
        configuration: SocketIOConfiguration = SocketIOConfiguration(), loopCount: Int = 1
    ) {
        let group = EventLoopGroup(count: loopCount)
        self.init(configuration: configuration, loops: group.loops)
        owned.withLock { $0.group = group }
    }

    /// The system's source of randomness.
    public static let systemRandom: @Sendable () -> (UInt64, UInt64) = {
        var source = SystemRandomNumberGenerator()
        return (source.next(), source.next())
    }

    /// From now on pages of these origins may connect, as browsers write them (`https://chat.example`), and no others;
    /// for a server that learns its own address when it listens.
    public func allowOnly(origins: Set<String>) {
        engine.allow(OriginPolicy(origins: origins, allowsSameOrigin: false))
    }

    // MARK: Namespaces

    /// The namespace of that name, which exists from then on, and is no longer one of a predicate's; `/` is the main one.
    /// Clients of namespaces that do not exist hear "Invalid namespace".
    public func of(_ name: String) -> Namespace {
        let name = name.hasPrefix("/") ? name : "/\(name)"
        return Namespace(name: name, core: handlers.core(name), server: core)
    }

    /// Namespaces that come into being when a client asks for one that `predicate` allows, and vanish with their last
    /// socket. It is asked for each client, on its loop, in the order in which predicates were added, for names that
    /// `of` has not made.
    public func of(where predicate: @escaping @Sendable (_ name: String, _ auth: JSON) -> Bool) -> DynamicNamespaces {
        DynamicNamespaces(core: handlers.addDynamic(predicate), server: core)
    }

    /// What is done with the clients of `namespace`, in place of middleware and `onConnection`. Before the server starts.
    public func of(_ namespace: String, _ handler: any NamespaceHandler) { handlers[namespace] = handler }

    // MARK: Loops

    /// How the body of a request for `configuration.path` is to come to `handle`: whoever leads requests there answers
    /// `HTTPHandler.bodyHandling` with this. Without it, POSTs of one session that overlap are not told from those that
    /// follow one another.
    public func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling { engine.bodyHandling(for: request) }

    /// Answers a request for `configuration.path`, on the loop that it came on.
    public func handle(_ exchange: HTTPExchange) { engine.handle(exchange) }

    /// A loop's part of a namespace; called on that loop. Nil when there is no such loop or namespace.
    public func onLoop(_ index: Int, namespace: String = "/") -> LoopNamespace? {
        guard parts.indices.contains(index) else { return nil }
        return parts[index].value.namespace(namespace)
    }

    /// Delivers `packet` to all subscribers of `room`, or to everyone in the namespace when that is nil; from any thread,
    /// on this node only.
    public func broadcast(_ packet: EncodedPacket, to room: String?, namespace: String = "/") {
        for part in parts {
            part.loop.execute {
                guard let namespace = part.value.namespace(namespace) else { return }
                if let room { namespace.publish(packet, to: room) } else { namespace.publish(packet) }
            }
        }
    }

    // MARK: Other nodes

    /// Joins the other nodes of a service: broadcasts reach the clients of all. Once, before clients connect.
    public func connect(through adapter: any BroadcastAdapter) async throws {
        guard let loop = parts.first?.loop else { return }
        let link = AdapterLink(adapter, node: core.makeID(), loop: loop, timeout: configuration.nodeTimeout)
        try await link.join(core)
        core.link.withLock { $0 = link }
    }

    // MARK: The end

    /// Disconnects everyone with "server shutting down" and closes the connections; returns when all loops have done
    /// so. Who connects afterwards is closed at once. Loops and an HTTP server of its own end too, and what `of` was
    /// given is let go of.
    public func shutdown() async {
        let own = owned.withLock { $0.end() }
        await core.link.withLock { $0.take() }?.leave()
        for part in parts { _ = await part.result { $0.shutDown() } }
        await own.http?.drain(within: configuration.drainTime)
        await own.group?.shutdown()
        for waiter in own.waiters { waiter.resume() }
        handlers.clear()
    }
}

extension SocketIOServer {
    // MARK: The main namespace

    /// The main namespace, `/`.
    public var main: Namespace { of("/") }

    /// As `Namespace.onConnection` of the main namespace.
    public func onConnection(_ body: @escaping @Sendable (Socket) -> Void) { main.onConnection(body) }

    /// Those in any of these rooms of the main namespace.
    public func to(_ rooms: String...) -> Broadcast { main.everyone.to(all: rooms) }

    /// Sends an event to everyone in the main namespace, as `Broadcast.emit` does.
    @discardableResult
    public func emit<each Value: Encodable>(_ event: String, _ values: repeat each Value) -> EmitResult {
        main.emit(event, repeat each values)
    }
}
