/// Carries messages between the nodes of one service: a message bus that the server gives its own meaning.
///
/// Every operation may be called from any thread. A message is at least as long as the largest event; it is opaque.
public protocol BroadcastAdapter: Sendable {
    /// Takes part as `node`. From then on `deliver` is called, on any thread, with each message that another node
    /// publishes or sends to this one: once, and in the order in which that node sent them.
    func join(as node: String, deliver: @escaping @Sendable (_ message: [UInt8]) -> Void) async throws

    /// Takes part no longer; `deliver` is not called after the return.
    func leave(_ node: String) async

    /// Sends `message` to every other node, not to `node` itself.
    func publish(_ message: [UInt8], from node: String)

    /// Sends `message` to `target`; lost when that does not take part.
    func send(_ message: [UInt8], to target: String, from node: String)

    /// How many other nodes take part: so many answers a request waits for.
    func peerCount(of node: String) async throws -> Int
}

/// Why other nodes could not be asked.
public enum AdapterError: Error, Hashable, Sendable {
    /// So many nodes did not answer in time.
    case timedOut(missing: Int)
    /// The server was shut down meanwhile.
    case shutDown
}
