import SocketIOServer
import Synchronization
import TestSockets
import TestThreads
import Testing

/// One node's connection to a bus that brings each message back to its sender too, as most do.
private final class BusConnection: Bus {
    /// Subjects, and who hears them.
    final class Subscriptions: Sendable {
        let all = Mutex<[String: [Int: @Sendable ([UInt8]) -> Void]]>([:])
    }

    private let bus: Subscriptions
    private let number: Int

    init(_ bus: Subscriptions, number: Int) {
        self.bus = bus
        self.number = number
    }

    func subscribe(_ subject: String, _ deliver: @escaping @Sendable ([UInt8]) -> Void) {
        bus.all.withLock { $0[subject, default: [:]][number] = deliver }
    }

    func unsubscribe(_ subject: String) { bus.all.withLock { $0[subject]?[number] = nil } }

    func publish(_ message: [UInt8], to subject: String) {
        for deliver in bus.all.withLock({ $0[subject].map { Array($0.values) } ?? [] }) { deliver(message) }
    }

    func subscriberCount(_ subject: String) -> Int { bus.all.withLock { $0[subject]?.count ?? 0 } }
}

@Suite("The adapter of the article", .ownThread)
struct BusAdapterTests {
    private static func adapters(_ nodes: Int) -> [BusAdapter] {
        let bus = BusConnection.Subscriptions()
        return (0..<nodes).map { BusAdapter(BusConnection(bus, number: $0)) }
    }

    @Test("it keeps the contract of adapters over a bus that brings one's own messages back")
    func contract() async throws {
        try await AdapterContract { Self.adapters($0) }.publishes()
    }

    @Test("two servers are one service through it, and binary passes whole")
    func service() async throws {
        let adapters = Self.adapters(2)
        let payload = [UInt8](0...255)
        try await PlainServer.run(SocketIOConfiguration(), BroadcastTests.joining) { one in
            try await one.server.connect(through: adapters[0])
            try await PlainServer.run(SocketIOConfiguration(), BroadcastTests.joining) { two in
                try await two.server.connect(through: adapters[1])
                let there = try BroadcastTests.client(two, "r")
                one.server.to("r").emit("bytes", payload)
                #expect(try there.next() == #"451-["bytes",{"_placeholder":true,"num":0}]"#)
                #expect(try there.next() == "\(payload)")
                #expect(try await one.server.main.fetchSockets().map(\.id) == [there.id])
                #expect(try await two.server.main.fetchSockets().map(\.id) == [there.id])
            }
            #expect(try await one.server.main.fetchSockets().isEmpty)
        }
    }
}
