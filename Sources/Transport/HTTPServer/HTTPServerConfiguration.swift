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
    /// Between two pieces of a body; past it 408.
    public var bodyTime = 10_000
    /// Between two requests, and between two steps of a client that reads its response slowly.
    public var idleTime = 75_000
    /// How long a connection that was answered for the last time waits for the client's end.
    public var lingerTime = 2_000
    /// How long a handler may take to answer a client that has ended its side.
    public var abandonedTime = 10_000
    /// Bytes of further requests read while one is answered.
    public var pipelineLimit = 64 * 1024
    /// Bytes of responses not yet taken by the client, past which no further request is begun.
    public var responseBacklog = 256 * 1024
    /// Bounds on one request.
    package var parserLimits = HTTPParserLimits()
    /// Seconds since 1970, for the Date field.
    public var wallClock: @Sendable () -> Int64 = { Int64(time(nil)) }

    public init() {}

    /// Bytes that a request's body may have.
    public var maximumBody: Int {
        get { parserLimits.body }
        set { parserLimits.body = newValue }
    }
}
