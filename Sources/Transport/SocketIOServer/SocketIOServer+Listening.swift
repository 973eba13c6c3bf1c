public import HTTPServer
public import NetLoop
internal import Synchronization

/// The loops and the HTTP server that a Socket.IO server has made for itself.
struct OwnedServer: Sendable {
    var group: EventLoopGroup?
    var http: HTTPServer?
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isOver = false

    /// Takes all, for their end.
    mutating func end() -> OwnedServer {
        let all = self
        self = OwnedServer()
        isOver = true
        return all
    }
}

extension SocketIOServer {
    /// Serves on `address` with an HTTP server of its own, which answers other paths than the configuration's through
    /// `other`, or with 404. Returns the address with its real port, at once; may be called for further addresses.
    ///
    /// With `tls`, every connection there must speak TLS; `http` and `other` of the first call hold for all addresses.
    /// Throws `SocketError` when the address cannot be had. A server that was made on someone's loops uses those.
    @discardableResult
    public func listen(
        on address: ListenAddress, tls: TLSAcceptor? = nil,
        http configuration: HTTPServerConfiguration = HTTPServerConfiguration(), other: (any HTTPHandler)? = nil
    ) async throws(SocketError) -> ListenAddress {
        let handler = MountedHandler(server: self, other: other)
        let http = owned.withLock { owned in
            if let http = owned.http { return http }
            let made = HTTPServer(loops: core.parts.map { $0.loop }, configuration: configuration, handler: handler)
            owned.http = made
            return made
        }
        return try await http.listen(on: address, tls: tls)
    }

    /// As `listen` on an address, on a TCP port; 0 lets the system choose, and the address that is returned says which.
    @discardableResult
    public func listen(
        host: String = "127.0.0.1", port: Int, tls: TLSAcceptor? = nil
    ) async throws(SocketError) -> ListenAddress {
        try await listen(on: .tcp(host: host, port: port), tls: tls)
    }

    /// Listens and serves until the task is cancelled, then shuts down; or until `shutdown` is called.
    public func run(
        host: String = "127.0.0.1", port: Int, tls: TLSAcceptor? = nil
    ) async throws(SocketError) {
        try await listen(host: host, port: port, tls: tls)
        await serve()
    }

    /// Returns when the server was shut down; shuts it down when the task is cancelled.
    public func serve() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = owned.withLock { owned in
                    if !owned.isOver { owned.waiters.append(continuation) }
                    return owned.isOver
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            Task { await shutdown() }
        }
    }
}

/// A Socket.IO server beside what answers other paths. Holds the server weakly: the server owns the one that calls it.
private final class MountedHandler: HTTPHandler {
    private weak let server: SocketIOServer?
    private let path: String
    private let other: (any HTTPHandler)?

    init(server: SocketIOServer, other: (any HTTPHandler)?) {
        self.server = server
        path = server.configuration.path
        self.other = other
    }

    private func isOurs(_ request: HTTPRequest) -> Bool { request.path == path || request.path + "/" == path }

    func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling {
        if isOurs(request), let server { return server.bodyHandling(for: request) }
        return other?.bodyHandling(for: request) ?? .collect()
    }

    func handle(_ exchange: HTTPExchange) {
        if isOurs(exchange.request), let server {
            server.handle(exchange)
        } else if let other {
            other.handle(exchange)
        } else {
            exchange.respond(HTTPResponse(status: 404, body: Array("Not Found\n".utf8)))
        }
    }
}
