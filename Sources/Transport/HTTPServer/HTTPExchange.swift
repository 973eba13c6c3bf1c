internal import HTTPCodec
public import NetLoop

/// One request and the chance to answer it; confined to the connection's loop.
///
/// An exchange that is let go of unanswered answers 500.
public final class HTTPExchange {
    public let request: HTTPRequest
    public let loop: EventLoop
    /// Called once when the client goes away before the response. A client that only ended its side still gets a
    /// response if there is one soon.
    public var onAbort: (() -> Void)?

    /// Nil once answered or taken over.
    private var connection: HTTPConnection?

    init(_ request: HTTPRequest, connection: HTTPConnection) {
        self.request = request
        self.connection = connection
        loop = connection.stream.loop
    }

    /// Whether a response would still be taken.
    public var isOpen: Bool { connection != nil }

    /// Answers the request. What follows the first call is ignored.
    public func respond(_ response: HTTPResponse) {
        guard let connection else { return }
        loop.preconditionCurrent()
        self.connection = nil
        onAbort = nil
        connection.respond(response)
    }

    /// Takes the connection out of HTTP and to `target` before anything is written, for an upgrade.
    ///
    /// `body` gets the connection, paused, and what came after the request; it is called on `target`: at once when
    /// that is this loop, else later. When the system has no descriptors left for the move, the answer is 503; when
    /// the client is gone already, nothing happens.
    package func takeOver(
        on target: EventLoop, _ body: @escaping @Sendable (StreamConnection, _ unread: [UInt8]) -> Void
    ) {
        guard let connection else { return }
        loop.preconditionCurrent()
        self.connection = nil
        onAbort = nil
        connection.takeOver(on: target, body)
    }

    /// The client is gone; `isFinal` when nothing can be sent any more.
    func abandon(isFinal: Bool) {
        let tell = onAbort
        onAbort = nil
        if isFinal { connection = nil }
        tell?()
    }

    deinit { connection?.respond(.text(.internalServerError)) }
}
