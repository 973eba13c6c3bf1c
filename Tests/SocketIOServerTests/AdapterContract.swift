import SocketIOServer
import TestSockets
import TestThreads
import Testing

/// What every adapter must do; `make` gives adapters, one a node, that carry messages among them.
struct AdapterContract {
    let make: @Sendable (_ nodes: Int) async throws -> [any BroadcastAdapter]

    func publishes() async throws {
        let adapters = try await make(3)
        let heard = (0..<3).map { _ in TestEvents<[UInt8]>() }
        for (node, adapter) in adapters.enumerated() {
            try await adapter.join(as: "\(node)") { [heard] in heard[node].report($0) }
        }
        for (node, adapter) in adapters.enumerated() { #expect(try await adapter.peerCount(of: "\(node)") == 2) }
        let big = [UInt8](repeating: 7, count: 1_000_000)
        for number in 0..<100 { adapters[0].publish([UInt8(number)], from: "0") }
        adapters[0].publish(big, from: "0")
        for node in 1..<3 {
            for number in 0..<100 { #expect(try await heard[node].next() == [UInt8(number)]) }
            #expect(try await heard[node].next() == big)
        }
        adapters[1].send([1], to: "2", from: "1")
        adapters[1].send([2], to: "nobody", from: "1")
        adapters[1].send([3], to: "2", from: "1")
        #expect(try await heard[2].next() == [1])
        #expect(try await heard[2].next() == [3])
        await adapters[2].leave("2")
        #expect(try await adapters[0].peerCount(of: "0") == 1)
        adapters[0].publish([4], from: "0")
        #expect(try await heard[1].next() == [4])
        #expect(heard.allSatisfy { $0.untaken.isEmpty })
        for node in 0..<2 { await adapters[node].leave("\(node)") }
    }
}

@Suite("The adapter within a process", .ownThread)
struct InProcessAdapterTests {
    @Test("it keeps the contract of adapters: each message to each other node, once and in order, none after leaving")
    func contract() async throws {
        try await AdapterContract { nodes in
            let adapter = InProcessAdapter()
            return Array(repeating: adapter, count: nodes)
        }.publishes()
    }
}
