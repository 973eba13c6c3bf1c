internal import CUV

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Accepts connections from one listening socket on one loop and hands them to loops in turn.
///
/// It polls the socket and calls `accept` itself, so that running out of descriptors (or of places under the limit)
/// leaves waiting connections with the system: accepting rests for a moment and then goes on.
final class StreamListener: HandleOwner {
    /// Connections accepted before other sockets of the loop are looked at again.
    private static let batch = 64
    /// Milliseconds for which accepting rests when the system or the limit has no room.
    private static let rest = 50

    private let loop: EventLoop
    /// Nil once closed.
    private var socket: ListeningSocket?
    private let limit: AcceptLimit
    private let targets: [EventLoop]
    private let tls: TLSAcceptor?
    private let onAccept: @Sendable (StreamConnection) -> Void
    private let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
    private var nextTarget = 0
    private var resumption: LoopTimer?
    private var onClosed: (() -> Void)?
    private var isClosing = false

    /// Starts accepting; on `loop`.
    init(
        _ socket: ListeningSocket, loop: EventLoop, targets: [EventLoop], limit: AcceptLimit, tls: TLSAcceptor?,
        onAccept: @escaping @Sendable (StreamConnection) -> Void
    ) throws(SocketError) {
        loop.preconditionCurrent()
        self.loop = loop
        self.socket = socket
        self.targets = targets
        self.limit = limit
        self.tls = tls
        self.onAccept = onAccept
        super.init()
        let status = uv_poll_init(loop.core.uv, poll, socket.descriptor)
        guard status == 0 else { throw SocketError("listen", code: status) }
        poll.pointee.data = Unmanaged.passRetained(self as HandleOwner).toOpaque()
        startPolling()
    }

    /// Stops accepting and closes the socket; `then` runs when it is closed.
    func close(then: (() -> Void)? = nil) {
        guard !isClosing else {
            then?()
            return
        }
        isClosing = true
        onClosed = then
        resumption?.cancel()
        uv_close(UnsafeMutableRawPointer(poll).handle, listenerClosed)
    }

    override func loopIsEnding() { close() }

    private func startPolling() { uv_poll_start(poll, Int32(UV_READABLE.rawValue), listenerReadable) }

    fileprivate func acceptWaiting() {
        for _ in 0..<Self.batch {
            guard !isClosing, let socket else { return }
            guard let slot = limit.take() else { return restFromAccepting() }
            let (descriptor, address) = ListeningSocket.accept(from: socket.descriptor)
            guard descriptor >= 0 else {
                switch -descriptor {
                case EAGAIN, EWOULDBLOCK: return
                case EINTR, ECONNABORTED: continue
                default: return restFromAccepting()
                }
            }
            deliver(DetachedConnection(descriptor: descriptor, address: address, slot: slot))
        }
    }

    private func deliver(_ accepted: DetachedConnection) {
        let target = targets.isEmpty ? loop : targets[nextTarget % targets.count]
        nextTarget &+= 1
        if target === loop {
            Self.begin(accepted, on: loop, tls, onAccept)
        } else {
            target.execute { [tls, onAccept] in Self.begin(accepted, on: target, tls, onAccept) }
        }
    }

    /// A descriptor that cannot be opened is closed, which its peer sees; there is nobody else to tell.
    private static func begin(
        _ accepted: DetachedConnection, on loop: EventLoop, _ tls: TLSAcceptor?,
        _ onAccept: @escaping @Sendable (StreamConnection) -> Void
    ) {
        guard let connection = try? StreamConnection.adopt(accepted, on: loop) else { return }
        if let tls { tls.begin(connection, onAccept) } else { onAccept(connection) }
    }

    private func restFromAccepting() {
        uv_poll_stop(poll)
        resumption = loop.schedule(after: Self.rest) { [weak self] in
            guard let self, !isClosing else { return }
            startPolling()
        }
    }

    fileprivate func handleClosed() {
        socket = nil
        let then = onClosed
        onClosed = nil
        then?()
    }

    deinit { poll.deallocate() }
}

private func listenerReadable(_ handle: UnsafeMutablePointer<uv_poll_t>?, _ status: Int32, _ events: Int32) {
    guard let data = handle?.pointee.data else { return }
    let owner = Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue()
    unsafeDowncast(owner, to: StreamListener.self).acceptWaiting()
}

private func listenerClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let data = handle?.pointee.data else { return }
    let owner = Unmanaged<HandleOwner>.fromOpaque(data).takeRetainedValue()
    unsafeDowncast(owner, to: StreamListener.self).handleClosed()
}
