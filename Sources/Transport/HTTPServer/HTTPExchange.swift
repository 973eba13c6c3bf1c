internal import HTTPCodec
public import NetLoop

/// One request and the chance to answer it; confined to the connection's loop.
///
/// An exchange that is let go of unanswered answers 500.
public final class HTTPExchange {
    public let request: HTTPRequest
    public let loop: EventLoop
    /// The body as it comes; nil where it was collected, and then `request.body` holds it. See
    /// `HTTPHandler.bodyHandling`.
    public let body: HTTPBodyReader?
    /// Called once when the client goes away before the response. A client that only ended its side still gets a
    /// response if there is one soon.
    public var onAbort: (() -> Void)?

    /// Nil once answered or taken over.
    private var connection: HTTPConnection?
    /// Takes the response where there is no connection; nil once it did.
    private var answer: ((HTTPResponse) -> Void)?

    init(_ request: HTTPRequest, connection: HTTPConnection, body: HTTPBodyReader? = nil) {
        self.request = request
        self.connection = connection
        self.body = body
        loop = connection.stream.loop
    }

    /// A request that came by no connection, made on `loop`: `answer` gets the response there. It can be neither
    /// streamed nor taken over.
    package init(_ request: HTTPRequest, on loop: EventLoop, answer: @escaping (HTTPResponse) -> Void) {
        self.request = request
        self.loop = loop
        self.answer = answer
        body = nil
    }

    /// Whether a response would still be taken.
    public var isOpen: Bool { connection != nil || answer != nil }

    /// Answers the request. What follows the first call is ignored.
    public func respond(_ response: HTTPResponse) {
        let answer = answer
        self.answer = nil
        take()?.handle(.responded(response))
        answer?(response)
    }

    /// Seconds since 1970 by the server's clock.
    var now: Int64 { connection?.wallClock ?? 0 }

    /// Begins an answer whose body is written piece by piece; `response.body` is ignored. Nil when the request was
    /// answered already or the client is gone.
    ///
    /// - Parameter length: bytes of the body, if known. Without it the body is chunked, or ends with the connection
    ///   where the client speaks HTTP/1.0.
    public func begin(_ response: HTTPResponse, length: Int? = nil) -> HTTPBodyWriter? {
        take()?.begin(response, length: length)
    }

    /// Takes the connection out of HTTP and to `target` before anything is written, for an upgrade.
    ///
    /// `body` gets the connection, paused, and what came after the request; it is called on `target`: at once when
    /// that is this loop, else later. When the system has no descriptors left for the move, the answer is 503; where
    /// a body is still to come, 400; when the client is gone already, nothing happens.
    package func takeOver(
        on target: EventLoop, _ body: @escaping @Sendable (StreamConnection, _ unread: [UInt8]) -> Void
    ) {
        take()?.takeOver(on: target, body)
    }

    /// The connection, for the one who answers.
    private func take() -> HTTPConnection? {
        loop.preconditionCurrent()
        defer {
            connection = nil
            onAbort = nil
        }
        return connection
    }

    /// The client is gone; `isFinal` when nothing can be sent any more.
    func abandon(isFinal: Bool) {
        let tell = onAbort
        onAbort = nil
        if isFinal { connection = nil }
        tell?()
    }

    deinit {
        connection?.handle(.responded(.text(.internalServerError)))
        answer?(.text(.internalServerError))
    }
}
