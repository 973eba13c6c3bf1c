import SocketIOServer
import Synchronization

// As the article "Writing an adapter" prints it; a test compares.

protocol Bus: Sendable {
    /// `deliver` gets what is published to `subject`, also by this client, until `unsubscribe`.
    func subscribe(_ subject: String, _ deliver: @escaping @Sendable ([UInt8]) -> Void) async throws
    func unsubscribe(_ subject: String) async
    func publish(_ message: [UInt8], to subject: String) async throws
    /// Redis: PUBSUB NUMSUB. NATS: ask on the subject, and count who answers.
    func subscriberCount(_ subject: String) async throws -> Int
}

final class BusAdapter: BroadcastAdapter {
    private let bus: any Bus
    private let everyone = "chat.everyone"
    private let receiver = Mutex<(@Sendable ([UInt8]) -> Void)?>(nil)
    private let queue: AsyncStream<(message: [UInt8], subject: String)>.Continuation

    init(_ bus: any Bus) {
        self.bus = bus
        let (messages, queue) = AsyncStream.makeStream(of: (message: [UInt8], subject: String).self)
        self.queue = queue
        // One task sends, so that what is handed over in order leaves in order.
        Task { for await item in messages { try? await bus.publish(item.message, to: item.subject) } }
    }

    deinit { queue.finish() }

    func join(as node: String, deliver: @escaping @Sendable (_ message: [UInt8]) -> Void) async throws {
        receiver.withLock { $0 = deliver }
        // A bus brings back what one has published oneself: the sender's name stands before the message.
        try await bus.subscribe(everyone) { [weak self] bytes in
            let (sender, message) = Self.split(bytes)
            if sender != node { self?.receive(message) }
        }
        try await bus.subscribe("chat.\(node)") { [weak self] bytes in self?.receive(Self.split(bytes).message) }
    }

    func leave(_ node: String) async {
        receiver.withLock { $0 = nil }
        await bus.unsubscribe(everyone)
        await bus.unsubscribe("chat.\(node)")
    }

    func publish(_ message: [UInt8], from node: String) {
        queue.yield((Array("\(node) ".utf8) + message, everyone))
    }

    func send(_ message: [UInt8], to target: String, from node: String) {
        queue.yield((Array("\(node) ".utf8) + message, "chat.\(target)"))
    }

    func peerCount(of node: String) async throws -> Int { try await bus.subscriberCount(everyone) - 1 }

    /// Under the lock, so that nothing is delivered once `leave` has taken the receiver away.
    private func receive(_ message: [UInt8]) { receiver.withLock { $0?(message) } }

    private static func split(_ bytes: [UInt8]) -> (sender: String, message: [UInt8]) {
        let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return ("", []) }
        return (String(decoding: parts[0], as: UTF8.self), Array(parts[1]))
    }
}
