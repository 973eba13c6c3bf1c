#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// How connections to one address are spread over loops.
package enum AcceptStrategy: Hashable, Sendable {
    /// Each loop has a listening socket of its own (SO_REUSEPORT) and the system spreads connections over them.
    case socketPerLoop
    /// The first loop accepts and hands each connection to the next loop in turn.
    case handOff

    /// The best that the platform offers for `address`: only Linux balances over shared TCP ports, and no system
    /// shares the path of a Unix socket.
    package static func preferred(for address: ListenAddress) -> AcceptStrategy {
        #if os(Linux)
            switch address {
            case .tcp: .socketPerLoop
            case .unix: .handOff
            }
        #else
            .handOff
        #endif
    }
}

/// The listeners of one address over several loops.
package final class ListenerGroup: Sendable {
    /// The address with the real port when 0 was asked for.
    package let address: ListenAddress
    private let listeners: [LoopBound<StreamListener>]

    private init(address: ListenAddress, listeners: [LoopBound<StreamListener>]) {
        self.address = address
        self.listeners = listeners
    }

    /// Listens on `address` and gives each connection, paused, to `onAccept` on the loop where it will live.
    ///
    /// - Parameters:
    ///   - backlog: connections that may wait to be accepted, for each socket.
    ///   - tls: makes each connection speak TLS; those whose handshake fails never come to `onAccept`.
    package static func start(
        on address: ListenAddress, loops: [EventLoop], limit: AcceptLimit, strategy: AcceptStrategy? = nil,
        backlog: Int32 = 1024, tls: TLSAcceptor? = nil, onAccept: @escaping @Sendable (StreamConnection) -> Void
    ) async throws(SocketError) -> ListenerGroup {
        guard let first = loops.first else { throw SocketError("listen", code: EINVAL) }
        var sockets: [Opened] = []
        switch strategy ?? .preferred(for: address) {
        case .handOff:
            let socket = try ListeningSocket.open(address, backlog: backlog)
            sockets.append(Opened(socket: socket, loop: first, targets: loops))
        case .socketPerLoop:
            // The first socket settles the port when 0 was asked for, and that nobody else listens there.
            let socket = try ListeningSocket.open(address, backlog: backlog)
            sockets.append(Opened(socket: socket, loop: first, targets: [first]))
            if loops.count > 1 { try socket.letOthersJoin() }
            for loop in loops.dropFirst() {
                let other = try ListeningSocket.open(socket.address, joining: true, backlog: backlog)
                sockets.append(Opened(socket: other, loop: loop, targets: [loop]))
            }
        }
        return try await begin(sockets, address: sockets.first?.socket.address ?? address, limit, tls, onAccept)
    }

    /// A socket that listens, the loop that accepts from it, and those that get its connections.
    struct Opened: Sendable {
        let socket: ListeningSocket
        let loop: EventLoop
        let targets: [EventLoop]
    }

    /// Accepts from every socket, or from none.
    static func begin(
        _ sockets: [Opened], address: ListenAddress, _ limit: AcceptLimit, _ tls: TLSAcceptor?,
        _ onAccept: @escaping @Sendable (StreamConnection) -> Void
    ) async throws(SocketError) -> ListenerGroup {
        var listeners: [LoopBound<StreamListener>] = []
        for opened in sockets {
            let made = await opened.loop.perform { () -> Result<LoopBound<StreamListener>, SocketError> in
                do throws(SocketError) {
                    let listener = try StreamListener(
                        opened.socket, loop: opened.loop, targets: opened.targets, limit: limit, tls: tls,
                        onAccept: onAccept)
                    return .success(LoopBound(listener, on: opened.loop))
                } catch {
                    return .failure(error)
                }
            }
            switch made {
            case .success(let listener): listeners.append(listener)
            case .failure(let error):
                await ListenerGroup(address: address, listeners: listeners).close()
                throw error
            }
        }
        return ListenerGroup(address: address, listeners: listeners)
    }

    /// Stops accepting and frees the address; open connections are untouched.
    package func close() async {
        for listener in listeners {
            await withCheckedContinuation { continuation in
                let isRunning = listener.loop.executeIfRunning {
                    listener.value.close { continuation.resume() }
                }
                if !isRunning { continuation.resume() }
            }
        }
        if case .unix(let path) = address { unlink(path) }
    }
}

extension EventLoop {
    /// Runs `work` on the loop and returns what it returns; from outside the loop, which must be running.
    package func perform<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            execute { continuation.resume(returning: work()) }
        }
    }
}
