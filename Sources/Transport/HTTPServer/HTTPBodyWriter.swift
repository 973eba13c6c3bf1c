internal import NetLoop

/// The body of a response, piece by piece; confined to the connection's loop.
///
/// A writer that is let go of before `end` breaks the response off: the connection is dropped, so that the client does
/// not take what it has for the whole.
public final class HTTPBodyWriter {
    private let loop: EventLoop
    /// Nil once the body has ended or the client is gone.
    private var connection: HTTPConnection?
    /// Called when the client has taken what was written and more may follow, on the loop.
    public var onWritable: (() -> Void)?
    /// Called once when the client is gone before the body has ended, on the loop. One that only ended its side counts
    /// as gone when nothing is written to it for `HTTPServerConfiguration.abandonedTime`.
    public var onAbort: (() -> Void)?

    init(_ connection: HTTPConnection) {
        self.connection = connection
        loop = connection.stream.loop
    }

    /// Whether anything written would still be sent.
    public var isOpen: Bool { connection != nil }

    /// Sends `bytes`. False when as much waits as `HTTPServerConfiguration.responseBacklog` allows: what is written
    /// nevertheless is kept and sent, but whoever cares for memory waits for `onWritable` first.
    ///
    /// More bytes than the announced length drop the connection. In an answer to HEAD the bytes are left out.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        loop.preconditionCurrent()
        return connection?.write(bytes) ?? false
    }

    /// Ends the body. Fewer bytes than were announced drop the connection.
    public func end() {
        loop.preconditionCurrent()
        guard let connection else { return }
        forget()
        connection.finishBody()
    }

    /// Breaks the response off, and with it the connection.
    public func abort() {
        loop.preconditionCurrent()
        guard let connection else { return }
        forget()
        connection.breakOff()
    }

    func tellWritable() { onWritable?() }

    func abandon() {
        let tell = onAbort
        forget()
        tell?()
    }

    private func forget() {
        connection = nil
        onWritable = nil
        onAbort = nil
    }

    deinit { connection?.breakOff() }
}
