/// How the body of a request reaches its handler; decided when the head has come and nothing of the body was read.
public struct HTTPBodyHandling: Hashable, Sendable {
    enum Manner: Hashable, Sendable {
        case collect
        case stream
    }

    let manner: Manner
    /// Bytes; nil means `HTTPServerConfiguration.maximumBody`.
    let limit: Int?

    /// The handler is called when the body is whole, which is then `request.body`.
    ///
    /// - Parameter limit: bytes; past it the client gets 413, before any of the body is read when Content-Length tells.
    ///   Nil means `HTTPServerConfiguration.maximumBody`.
    public static func collect(upTo limit: Int? = nil) -> HTTPBodyHandling {
        HTTPBodyHandling(manner: .collect, limit: limit)
    }

    /// The handler is called at once and takes the body from `exchange.body` as it comes. A client that waits for
    /// `100 Continue` gets it when the handler begins to read; one that is answered before its body was read to the
    /// end loses its connection.
    ///
    /// - Parameter limit: as for `collect`.
    public static func stream(upTo limit: Int? = nil) -> HTTPBodyHandling {
        HTTPBodyHandling(manner: .stream, limit: limit)
    }
}

/// Why a body was cut off.
public enum HTTPBodyFailure: Error, Hashable, Sendable {
    /// The client went away, or ended its side.
    case disconnected
    /// The client sent or read less than `HTTPServerConfiguration` asks for.
    case tooSlow
    /// The body broke the protocol or its limit; the client was answered with `status` unless a response had begun.
    case refused(status: Int)
    /// The request was answered before its body was whole.
    case answered
    /// The task that waited was cancelled.
    case cancelled
}
