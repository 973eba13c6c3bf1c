internal import Synchronization

/// Connects servers within one process: for tests, and as the simplest example of an adapter.
public final class InProcessAdapter: BroadcastAdapter {
    private let nodes = Mutex<[String: @Sendable ([UInt8]) -> Void]>([:])

    /// Connects all servers that are given this same adapter.
    public init() {}

    public func join(as node: String, deliver: @escaping @Sendable (_ message: [UInt8]) -> Void) {
        nodes.withLock { $0[node] = deliver }
    }

    public func leave(_ node: String) { nodes.withLock { $0[node] = nil } }

    // Delivered under the lock, so that every node gets a node's messages in one order and none after it has left.
    public func publish(_ message: [UInt8], from node: String) {
        nodes.withLock { nodes in
            for (name, deliver) in nodes where name != node { deliver(message) }
        }
    }

    public func send(_ message: [UInt8], to target: String, from node: String) {
        nodes.withLock { $0[target]?(message) }
    }

    public func peerCount(of node: String) -> Int { nodes.withLock { $0.keys.count { $0 != node } } }
}
