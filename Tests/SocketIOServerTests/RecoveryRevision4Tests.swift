import NetLoop
import SocketIOServer
import TestSockets
import TestThreads
import Testing

private let webSocket = "/socket.io/?EIO=3&transport=websocket"

@Suite("Clients of protocol 4 where state is recovered", .ownThread)
struct RecoveryRevision4Tests {
    /// Sends back what it is sent, and says whether it knows the client.
    private static func prepare(_ server: SocketIOServer) {
        for namespace in [server.main, server.of("/custom")] {
            namespace.onConnection { socket in
                socket.join("r")
                socket.onAny = { $0.acknowledge($0.payload) }
                socket.emit("ready", socket.isRecovered)
            }
        }
    }

    /// A WebSocket of Engine.IO 3 in the main namespace.
    private func connect(_ server: PlainServer) throws -> TestWebSocket {
        let socket = try TestWebSocket(port: server.port, webSocket)
        _ = try socket.receive()
        #expect(try socket.text() == "40")
        #expect(try socket.text() == #"42["ready",false]"#)
        return socket
    }

    @Test("they hear every kind of event without its offset, whatever they share a room with", arguments: [1, 3])
    func withoutOffsets(loops: Int) async throws {
        try await PlainServer.run(RecoveryTests.recovering(), loops: loops, Self.prepare) { server in
            let new = try server.client()
            #expect(try RecoveryTests.split(new.next()).event == #"["ready",false]"#)
            let old = try connect(server)
            let polling = try TestPolling(port: server.port, path: "/socket.io/", revision: "EIO=3", query: "&b64=1")
            #expect(try polling.poll().body == #"2:4017:42["ready",false]"#)
            let main = server.server.main
            main.to("r").emit("room", 1)
            main.emit("all")
            main.except("nobody", "else").emit("except")
            main.to("r").emit("bytes", [UInt8]([1, 2]))
            main.emit("end")
            let binary = #"451-["bytes",{"_placeholder":true,"num":0}]"#
            let heard = try (0..<4).map { _ in try old.text() ?? "" }
            #expect(heard == [#"42["room",1]"#, #"42["all"]"#, #"42["except"]"#, binary])
            #expect(try old.receive() == .binary([4, 1, 2]))
            #expect(try old.text() == #"42["end"]"#)
            main.everyone.volatile.emit("volatile")
            #expect(try old.text() == #"42["volatile"]"#)
            var polled = ""
            for _ in 0..<10 where !polled.hasSuffix(#"["volatile"]"#) { polled += try polling.poll().body }
            let framed = (heard + ["b4AQI=", #"42["end"]"#, #"42["volatile"]"#]).map { "\($0.count):\($0)" }
            #expect(polled == framed.joined())
            let events = try (0..<3).map { _ in try RecoveryTests.split(new.next()) }
            #expect(events.map(\.event) == [#"["room",1]"#, #"["all"]"#, #"["except"]"#])
            #expect(events.allSatisfy { !$0.offset.isEmpty })
        }
    }

    @Test("they answer and are answered, and who was cut off comes back as somebody new")
    func afresh() async throws {
        try await PlainServer.run(RecoveryTests.recovering(), Self.prepare) { server in
            let old = try connect(server)
            try old.send(#"427["ask",1,"2"]"#)
            #expect(try old.text() == #"437[1,"2"]"#)
            async let answers = server.server.to("r").emitWithAck("question")
            #expect(try old.text() == #"420["question"]"#)
            try old.send("430[5]")
            #expect(try await answers.payloads == [EventPayload(arguments: [5])])
            let id = try await server.server.main.fetchSockets().first?.id
            old.socket.endSending()
            while try await !server.server.main.fetchSockets().isEmpty { await Task.yield() }
            server.server.emit("missed")
            let back = try connect(server)
            #expect(try await server.server.main.fetchSockets().first?.id != id)
            server.server.emit("live")
            #expect(try back.text() == #"42["live"]"#)
        }
    }

    @Test("they cannot take the state of a client of protocol 5, whose key they know")
    func anothersKey() async throws {
        try await PlainServer.run(RecoveryTests.recovering(), Self.prepare) { server in
            let new = try server.client("40/custom,")
            let ready = try new.next()
            #expect(ready.hasPrefix(#"42/custom,["ready",false,""#))
            let offset = ready.dropFirst(#"42/custom,["ready",false,""#.count).prefix { $0 != "\"" }
            new.socket.socket.endSending()
            while try await !server.server.of("/custom").fetchSockets().isEmpty { await Task.yield() }
            let old = try connect(server)
            try old.send("40/custom?pid=\(new.pid)&offset=\(offset)")
            #expect(try old.text() == "40/custom,")
            #expect(try old.text() == #"42/custom,["ready",false]"#)
            let back = try server.client(#"40/custom,{"pid":"\#(new.pid)","offset":"\#(offset)"}"#)
            #expect(back.id == new.id)
            #expect(try back.next().hasPrefix(#"42/custom,["ready",true,""#))
        }
    }
}
