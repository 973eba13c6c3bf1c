package import HTTPCodec

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Limits and times of an HTTP server; all times are milliseconds.
public struct HTTPServerConfiguration: Sendable {
    /// Connections open at once over all loops, those that became WebSockets included; more wait to be accepted.
    public var maximumConnections = 100_000
    /// From a request's first byte (or the connection's start) to the end of its header section; past it 408.
    public var headerTime = 10_000
    /// Between two pieces of a body, and from the last to the body's end; past it 408.
    public var bodyTime = 10_000
    /// Bytes of content a second that a body must come with on average, its first `bodyTime` left out; past it 408. Time
    /// in which a handler holds its body back is not counted. 0 asks for no rate.
    public var minimumBodyRate = 500
    /// Between two requests; past it the connection is closed.
    public var idleTime = 75_000
    /// A client that reads less than `minimumReadRate` of what waits for it over this time is dropped.
    public var writeTime = 30_000
    /// Bytes a second that a client must take of a response that waits for it. 0 asks for one byte in `writeTime`.
    public var minimumReadRate = 500
    /// How long a connection that was answered for the last time waits for the client's end.
    public var lingerTime = 2_000
    /// How long a handler may take to answer, or be silent within an answer, when the client has ended its side.
    public var abandonedTime = 10_000
    /// Bytes read ahead while a request is answered, be they further requests or a body that its handler holds back;
    /// past it nothing more is read. What one read brings, at most 64 KiB, may go beyond.
    public var pipelineLimit = 64 * 1024
    /// Bytes of responses not yet taken by the client, past which no further request is begun and a handler that
    /// streams is told to wait.
    public var responseBacklog = 256 * 1024
    /// Bounds on one request.
    package var parserLimits = HTTPParserLimits()
    /// Seconds since 1970, for the Date field and for conditional requests.
    public var wallClock: @Sendable () -> Int64 = { Int64(time(nil)) }

    public init() {}

    /// Bytes that a request's body may have unless its handler says otherwise; past it 413, before any of it is read
    /// when Content-Length tells.
    public var maximumBody: Int {
        get { parserLimits.body }
        set { parserLimits.body = newValue }
    }

    /// Bytes of a request line with its CRLF; past it 414.
    public var maximumRequestLine: Int {
        get { parserLimits.requestLine }
        set { parserLimits.requestLine = newValue }
    }

    /// Bytes of a header section, and again of the trailers of a chunked body; past it 431.
    public var maximumHeaderSection: Int {
        get { parserLimits.headerSection }
        set { parserLimits.headerSection = newValue }
    }

    /// Fields of a header section, and again of trailers; past it 431.
    public var maximumFields: Int {
        get { parserLimits.fields }
        set { parserLimits.fields = newValue }
    }

    /// Bytes of chunk extensions in a whole body; past it 400.
    public var maximumChunkExtensions: Int {
        get { parserLimits.chunkExtensions }
        set { parserLimits.chunkExtensions = newValue }
    }
}

/// A configuration that all connections of a server share: one pointer in each.
final class HTTPServerSettings: Sendable {
    let values: HTTPServerConfiguration
    init(_ values: HTTPServerConfiguration) { self.values = values }
}
