public import NetLoop
internal import Synchronization

/// An HTTP/1.1 server over event loops; each connection is accepted, read and answered on one loop.
public final class HTTPServer: Sendable {
    private let loops: [LoopBound<HTTPLoop>]
    private let limit: AcceptLimit
    private let listeners = Mutex<[ListenerGroup]>([])

    public init(loops: [EventLoop], configuration: HTTPServerConfiguration, handler: any HTTPHandler) {
        self.loops = loops.map { LoopBound(HTTPLoop(configuration, handler), on: $0) }
        limit = AcceptLimit(maximum: configuration.maximumConnections)
    }

    /// Connections open now, those that became WebSockets included.
    public var connectionCount: Int { limit.count }

    /// Listens on `address`, besides any other; returns the address with its real port. With `tls`, every connection
    /// there must speak TLS.
    public func listen(
        on address: ListenAddress, tls: TLSAcceptor? = nil
    ) async throws(SocketError) -> ListenAddress {
        let homes = loops
        let group = try await ListenerGroup.start(
            on: address, loops: loops.map(\.loop), limit: limit, tls: tls
        ) { stream in
            for home in homes where home.loop === stream.loop { home.value.accept(stream) }
        }
        listeners.withLock { $0.append(group) }
        return group.address
    }

    /// Stops accepting, closes idle connections, lets current exchanges finish, and drops after `milliseconds` those
    /// that have not. Connections that were taken over are left alone.
    public func drain(within milliseconds: Int = 10_000) async {
        await stopListening()
        await withTaskGroup { group in
            for home in loops { group.addTask { await Self.drain(home, within: milliseconds) } }
        }
    }

    /// Stops accepting and drops every connection that was not taken over.
    public func stop() async { await drain(within: 0) }

    private func stopListening() async {
        let groups = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        for group in groups { await group.close() }
    }

    private static func drain(_ home: LoopBound<HTTPLoop>, within milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            let isRunning = home.loop.executeIfRunning {
                let deadline = home.loop.schedule(after: milliseconds) { home.value.abortAll() }
                home.value.drain {
                    deadline.cancel()
                    continuation.resume()
                }
                if milliseconds <= 0 { home.value.abortAll() }
            }
            if !isRunning { continuation.resume() }
        }
    }
}
