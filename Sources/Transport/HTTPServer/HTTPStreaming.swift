internal import HTTPCodec

/// What the head of a request says about its answer.
struct HTTPAnswerTerms {
    var isHead: Bool
    var isHTTP10: Bool
    var keepAlive: Bool

    init(_ head: HTTPRequestHead) {
        isHead = head.method == .head
        isHTTP10 = head.version == .http10
        keepAlive = head.keepAlive
    }
}

/// An exchange whose request or response comes in pieces.
struct HTTPStreaming {
    enum Body {
        /// All of it has come and was told.
        case whole
        /// More may come.
        case coming(HTTPBodyPace)
        /// It will never be whole: the connection ends with the response.
        case failed
    }

    enum Response {
        /// The handler has not begun it.
        case none
        case chunked
        /// So many bytes of the length that was announced are missing.
        case counted(left: Int)
        /// It ends with the connection, for a client of HTTP/1.0.
        case untilClose
        /// It has no content on the wire: an answer to HEAD, 204, 304.
        case withoutContent
    }

    var terms: HTTPAnswerTerms
    var body: Body
    var response = Response.none
    /// The handler takes pieces as they come.
    var wantsBody = false
    /// The client waits for `100 Continue`, which is sent once the handler wants the body.
    var owesContinue = false
    /// When to look whether the client reads; nil while nothing waits for it.
    var readDeadline: Int64?
    /// When the handler is given up on, after the client has ended its side.
    var abandonedDeadline: Int64?

    var isBodyWanted: Bool {
        if case .coming = body { wantsBody } else { false }
    }

    func bodyDeadline(_ configuration: HTTPServerConfiguration) -> Int64? {
        if case .coming(let pace) = body { pace.deadline(configuration) } else { nil }
    }

    var isBegun: Bool {
        if case .none = response { false } else { true }
    }
}
