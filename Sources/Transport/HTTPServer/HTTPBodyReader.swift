internal import NetLoop

/// The body of a request, piece by piece; confined to the connection's loop.
///
/// Nothing is read before `read`. A piece has at most 64 KiB. While the reader is paused the client is held back once
/// `HTTPServerConfiguration.pipelineLimit` bytes have come.
public final class HTTPBodyReader {
    public enum Event: Hashable, Sendable {
        /// The next bytes, at least one.
        case bytes([UInt8])
        /// The body is whole. Nothing follows.
        case end
        /// The body will never be whole. Nothing follows.
        case failed(HTTPBodyFailure)
    }

    private let loop: EventLoop
    private weak var connection: HTTPConnection?
    private var receive: ((Event) -> Void)?
    private var isPaused = true
    /// `end` or `failed`, once it is known.
    private var last: Event?

    init(_ connection: HTTPConnection) {
        self.connection = connection
        loop = connection.stream.loop
    }

    /// Begins to read, or lets another closure have what follows. `receive` is called on the loop, `end` or `failed`
    /// last; at once when that is known already.
    public func read(_ receive: @escaping (Event) -> Void) {
        loop.preconditionCurrent()
        if let last { return receive(last) }
        self.receive = receive
        resume()
    }

    /// Takes no more pieces until `resume`. What is being told is the last.
    public func pause() {
        loop.preconditionCurrent()
        guard !isPaused, last == nil else { return }
        isPaused = true
        connection?.handle(.bodyHeld)
    }

    /// Goes on after `pause`.
    public func resume() {
        loop.preconditionCurrent()
        guard isPaused, last == nil, receive != nil else { return }
        isPaused = false
        connection?.handle(.bodyWanted)
    }

    func tell(_ event: Event) {
        switch event {
        case .bytes: receive?(event)
        case .end, .failed:
            guard last == nil else { return }
            last = event
            let tell = receive
            receive = nil
            tell?(event)
        }
    }
}
