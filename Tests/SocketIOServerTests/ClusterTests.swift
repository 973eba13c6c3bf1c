import NetLoop
import TestSockets
import TestThreads
import Testing

@testable import SocketIOServer

@Suite("Several nodes", .ownThread)
struct ClusterTests {
    private func pair(
        _ configuration: SocketIOConfiguration = configured { $0.nodeTimeout = 60_000 },
        through adapters: (any BroadcastAdapter, any BroadcastAdapter)? = nil,
        _ body: (PlainServer, PlainServer) async throws -> Void
    ) async throws {
        let shared = InProcessAdapter()
        let (first, second) = adapters ?? (shared, shared)
        try await PlainServer.run(configuration, BroadcastTests.joining) { one in
            try await one.server.connect(through: first)
            try await PlainServer.run(configuration, BroadcastTests.joining) { two in
                try await two.server.connect(through: second)
                try await body(one, two)
            }
        }
    }

    @Test("a broadcast reaches the rooms of every node, but for local ones, binary too")
    func broadcast() async throws {
        try await pair { one, two in
            let here = try BroadcastTests.client(one, "r")
            let there = try BroadcastTests.client(two, "r", "s")
            one.server.to("r").emit("e", Message(text: "x"), [UInt8]([9]))
            for client in [here, there] {
                #expect(try client.next() == #"451-["e",{"text":"x","count":0},{"_placeholder":true,"num":0}]"#)
                #expect(try client.next() == "[9]")
            }
            one.server.main.everyone.local.emit("local")
            one.server.main.to("r").except("s").emit("not-s")
            one.server.main.to(there.id).emit("direct")
            #expect(try here.next() == #"42["local"]"#)
            #expect(try here.next() == #"42["not-s"]"#)
            #expect(try there.next() == #"42["direct"]"#)
        }
    }

    @Test("sockets of every node are fetched, managed and asked")
    func requests() async throws {
        try await pair { one, two in
            let here = try BroadcastTests.client(one, "r")
            let there = try BroadcastTests.client(two, "r")
            #expect(Set(try await one.server.main.fetchSockets().map(\.id)) == [here.id, there.id])
            #expect(try await one.server.main.everyone.local.fetchSockets().map(\.id) == [here.id])
            let remote = try await one.server.to(there.id).fetchSockets().first
            #expect(remote?.data == ["rooms": ["r"]])
            #expect(remote?.remoteAddress == "127.0.0.1")
            remote?.join("t")
            #expect(try await two.server.main.to("t").fetchSockets().map(\.id) == [there.id])
            remote?.leave("t")
            #expect(try await two.server.main.to("t").fetchSockets().isEmpty)
            async let answers = one.server.to("r").emitWithAck("ask", timeout: .max)
            for client in [here, there] {
                #expect(try client.next() == #"420["ask"]"#)
                try client.send(#"430["yes"]"#)
            }
            let result = try await answers
            #expect(result.payloads == [["yes"], ["yes"]].map { EventPayload(arguments: $0) })
            remote?.disconnect()
            #expect(try there.next() == "41")
        }
    }

    @Test("servers tell one another what no client hears")
    func serverSide() async throws {
        let heard = TestEvents<EventPayload>()
        try await pair { one, two in
            one.server.main.onServerSide("hello") { _ in Issue.record("not for the sender") }
            two.server.main.onServerSide("hello") { heard.report($0) }
            one.server.main.serverSideEmit("hello", "world", 1)
            let payload = try await heard.next()
            #expect(payload == EventPayload(arguments: ["world", 1]))
        }
    }

    @Test("an event from another node whose binary is no base64 is left out whole")
    func brokenBinary() async throws {
        let adapter = InProcessAdapter()
        try await pair(through: (adapter, adapter)) { one, _ in
            let client = try BroadcastTests.client(one, "r")
            for binary in ["?", "CQ=="] {
                let event = #"{"name":"e","arguments":[{"_placeholder":true,"num":0}],"attachments":["\#(binary)"]}"#
                let address = #"{"namespace":"/","rooms":["r"],"except":[]}"#
                let message = #"{"broadcast":{"_0":\#(address),"_1":\#(event),"isVolatile":false}}"#
                adapter.publish(Array(message.utf8), from: "stranger")
            }
            #expect(try client.next() == #"451-["e",{"_placeholder":true,"num":0}]"#)
            #expect(try client.next() == "[9]")
        }
    }

    @Test("time limits and counts past every number end nothing and trap nowhere")
    func limits() async throws {
        try await pair { one, two in
            let client = try BroadcastTests.client(two, "r")
            async let answers = one.server.to("r").emitWithAck("ask", timeout: .max)
            #expect(try client.next() == #"420["ask"]"#)
            try client.send(#"430["yes"]"#)
            #expect(try await answers.payloads.count == 1)
        }
        var sum = BroadcastAnswers(missing: .max)
        sum.add(BroadcastAnswers(missing: .max))
        sum.add(BroadcastAnswers(missing: .min))
        #expect(sum.missing == .max)
    }

    /// Says that there is one more node than there is.
    private final class Overcounting: BroadcastAdapter {
        let inner = InProcessAdapter()
        func join(as node: String, deliver: @escaping @Sendable ([UInt8]) -> Void) {
            inner.join(as: node, deliver: deliver)
        }
        func leave(_ node: String) { inner.leave(node) }
        func publish(_ message: [UInt8], from node: String) { inner.publish(message, from: node) }
        func send(_ message: [UInt8], to target: String, from node: String) {
            inner.send(message, to: target, from: node)
        }
        func peerCount(of node: String) -> Int { inner.peerCount(of: node) + 1 }
    }

    @Test("a node that does not answer in time is an error that says so; bytes that are no message are ignored")
    func timeout() async throws {
        let adapter = Overcounting()
        try await pair(configured { $0.nodeTimeout = 100 }, through: (adapter, adapter)) { one, _ in
            adapter.publish(Array("{}".utf8), from: "stranger")
            adapter.publish([0xff], from: "stranger")
            // One is missing for certain; under load the one that is there may be late too.
            await #expect(throws: AdapterError.self) { try await one.server.main.fetchSockets() }
        }
    }
}
