internal import CUV

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A TCP or Unix socket connection, plain or with TLS; confined to its loop, on which it stays unless it is detached.
///
/// It starts paused: its owner sets `handler` and calls `resumeReading`. It holds no buffers while idle.
package final class StreamConnection: HandleOwner {
    /// Where a connection stands.
    enum Phase {
        /// Bytes flow both ways. Any other may follow.
        case open
        /// The rest is being sent, then the connection closes. `closing` follows.
        case flushing
        /// libuv closes the handle. `closed` follows.
        case closing(StreamCloseReason)
        /// Moved away; nothing is told any more. `closed` follows.
        case detached
        /// The handle is gone.
        case closed
    }

    /// What waits to be sent before it is sent at once instead of at the end of the turn, in bytes.
    static let gatherLimit = 64 * 1024

    package let loop: EventLoop
    package let remoteAddress: SocketAddress
    package var handler: (any StreamHandler)?

    let core: LoopCore
    let stream: UnsafeMutablePointer<uv_stream_t>
    private(set) var phase = Phase.open

    /// The connection's place under its listener's limit, given back when it is gone.
    var slot: AcceptSlot?

    /// Nil on a plain connection, which has nothing else of TLS.
    var tls: TLSLayer?

    // Reading
    var carried: [UInt8] = []

    // Writing
    var pending = WriteQueue()
    var inFlight: WriteInFlight?
    // The flags stand together, since each group of them would take a word.
    var isReading = false
    var hasEnded = false
    var isUnflushed = false
    var owesDrained = false
    /// Whether the handler hears `drained`. Who seldom waits for it turns it off, since telling it after each of a
    /// thousand writes costs as much as making them; turning it on brings one at the end of this turn at the earliest.
    package var tellsDrained = true {
        didSet {
            guard tellsDrained, isOpen else { return }
            owesDrained = true
            noteUnflushed()
        }
    }
    var finAsked = false
    private var flushTimer: LoopTimer?

    /// Takes over a connected, non-blocking descriptor; the descriptor is closed when that fails.
    init(descriptor: Int32, address: SocketAddress, loop: EventLoop) throws(SocketError) {
        loop.preconditionCurrent()
        self.loop = loop
        core = loop.core
        remoteAddress = address
        let isPipe = address.family == .unix
        let size = uv_handle_size(isPipe ? UV_NAMED_PIPE : UV_TCP)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
        stream = memory.assumingMemoryBound(to: uv_stream_t.self)
        super.init()
        let made = isPipe ? uv_pipe_init(core.uv, memory.pipe, 0) : uv_tcp_init(core.uv, memory.tcp)
        guard made == 0 else {
            closeDescriptor(descriptor)
            throw SocketError("open connection", code: made)
        }
        stream.pointee.data = Unmanaged.passRetained(self as HandleOwner).toOpaque()
        let opened = isPipe ? uv_pipe_open(memory.pipe, descriptor) : uv_tcp_open(memory.tcp, descriptor)
        guard opened == 0 else {
            closeDescriptor(descriptor)
            phase = .detached
            uv_close(memory.handle, streamClosed)
            throw SocketError("open connection", code: opened)
        }
        if !isPipe { uv_tcp_nodelay(memory.tcp, 1) }
    }

    /// Whether writing still has an effect.
    package var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    /// Sends what is written, then closes; drops the connection when the peer has not taken it within `milliseconds`.
    /// Nothing more is read or told but `closed`.
    package func closeAfterFlush(within milliseconds: Int = 10_000) {
        guard isOpen else { return }
        phase = .flushing
        stopReading()
        noteUnflushed()
        guard queuedBytes > 0 || tls != nil else { return }
        flushTimer = loop.schedule(after: milliseconds) { [weak self] in self?.close(.flushTimedOut) }
    }

    /// Drops the connection and what it has not sent.
    package func abort() { close(.aborted) }

    func close(_ reason: StreamCloseReason) {
        switch phase {
        case .open, .flushing: break
        case .closing, .detached, .closed: return
        }
        phase = .closing(reason)
        release()
    }

    /// Closes the handle without a word to the handler, as the descriptor lives on elsewhere.
    func closeDetached() {
        phase = .detached
        handler = nil
        release()
    }

    private func release() {
        flushTimer?.cancel()
        flushTimer = nil
        isReading = false
        pending = WriteQueue()
        carried = []
        tls?.leave()
        tls = nil
        uv_close(UnsafeMutableRawPointer(stream).handle, streamClosed)
    }

    override func loopIsEnding() { close(.loopEnded) }

    fileprivate func handleClosed() {
        let former = phase
        phase = .closed
        slot = nil
        guard case .closing(let reason) = former, let handler else { return }
        self.handler = nil
        handler.closed(reason)
    }

    deinit { UnsafeMutableRawPointer(stream).deallocate() }
}

extension UnsafeMutableRawPointer {
    var handle: UnsafeMutablePointer<uv_handle_t> { assumingMemoryBound(to: uv_handle_t.self) }
    var tcp: UnsafeMutablePointer<uv_tcp_t> { assumingMemoryBound(to: uv_tcp_t.self) }
    var pipe: UnsafeMutablePointer<uv_pipe_t> { assumingMemoryBound(to: uv_pipe_t.self) }
}

/// The system's `close`, which the method of the same name hides.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private func streamClosed(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let data = handle?.pointee.data else { return }
    let owner = Unmanaged<HandleOwner>.fromOpaque(data).takeRetainedValue()
    (owner as? StreamConnection)?.handleClosed()
}
