internal import EngineIOServer
package import HTTPServer
public import NetLoop

/// A Socket.IO server (protocol 5, and 4 for clients of Engine.IO 3) on the loops of an HTTP server.
///
/// A connection and its sockets live on one loop for life. Handlers and callbacks run on that loop and must not block.
public final class SocketIOServer: Sendable {
    public let configuration: SocketIOConfiguration
    private let handlers = NamespaceHandlers()
    private let parts: [LoopBound<SocketIOLoop>]
    private let engine: EngineIOServer

    /// `loops` are those of the HTTP server, numbered from 0 by their `index`. `random` gives 128 bits of randomness
    /// that cannot be guessed; it is called on any of the loops.
    public init(
        configuration: SocketIOConfiguration = SocketIOConfiguration(), loops: [EventLoop],
        random: @escaping @Sendable () -> (UInt64, UInt64) = SocketIOServer.systemRandom
    ) {
        self.configuration = configuration
        let handlers = handlers
        let parts = loops.map { loop in
            LoopBound(SocketIOLoop(loop, configuration, handlers, random), on: loop)
        }
        self.parts = parts
        engine = EngineIOServer(configuration: configuration.engine, loops: loops, random: random) { connection in
            parts.first { $0.loop === connection.loop }?.value.opened(connection)
        }
    }

    /// The system's source of randomness.
    public static let systemRandom: @Sendable () -> (UInt64, UInt64) = {
        var source = SystemRandomNumberGenerator()
        return (source.next(), source.next())
    }

    /// Whose clients may connect to `namespace`, which begins with `/`; `/` is the main one. Before the server starts;
    /// clients of other namespaces hear "Invalid namespace".
    public func of(_ namespace: String, _ handler: any NamespaceHandler) { handlers[namespace] = handler }

    /// From now on pages of these origins may connect, as browsers write them (`https://chat.example`), and no others;
    /// for a server that learns its own address when it listens.
    public func allowOnly(origins: Set<String>) {
        engine.allow(OriginPolicy(origins: origins, allowsSameOrigin: false))
    }

    /// Answers a request for `configuration.path`, on the loop that it came on.
    package func handle(_ exchange: HTTPExchange) { engine.handle(exchange) }

    /// A loop's part of a namespace; called on that loop. Nil when there is no such loop or namespace.
    public func onLoop(_ index: Int, namespace: String = "/") -> LoopNamespace? {
        guard parts.indices.contains(index) else { return nil }
        return parts[index].value.namespace(namespace)
    }

    /// Delivers `packet` to all subscribers of `room`, or to everyone in the namespace when that is nil; from any thread.
    public func broadcast(_ packet: EncodedPacket, to room: String?, namespace: String = "/") {
        for part in parts {
            part.loop.execute {
                guard let namespace = part.value.namespace(namespace) else { return }
                if let room { namespace.publish(packet, to: room) } else { namespace.publish(packet) }
            }
        }
    }

    /// Disconnects everyone with "server shutting down" and closes the connections; returns when all loops have done
    /// so. Who connects afterwards is closed at once.
    public func shutdown() async {
        for part in parts {
            await withCheckedContinuation { continuation in
                part.loop.execute {
                    part.value.shutDown()
                    continuation.resume()
                }
            }
        }
    }
}
