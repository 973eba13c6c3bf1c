import Dispatch
import NetLoop
import TestSockets
import TestThreads
import Testing

@testable import SocketIOServer

@Suite("Connection state recovery", .ownThread)
struct RecoveryTests {
    static func joining(_ server: SocketIOServer) {
        server.main.use { _ in }
        server.onConnection { socket in
            if !socket.isRecovered {
                socket.join("r")
                socket.data["name"] = "anna"
            }
            socket.emit("ready", socket.isRecovered, JSON.object(socket.data))
        }
    }

    static func recovering(_ change: (inout ConnectionRecovery) -> Void = { _ in }) -> SocketIOConfiguration {
        configured {
            var recovery = ConnectionRecovery()
            change(&recovery)
            $0.recovery = recovery
        }
    }

    /// The last argument of an event, which is its offset, and the event without it.
    static func split(_ text: String) throws -> (event: String, offset: String) {
        let json = try JSON.parse(Array(text.dropFirst(2).utf8))
        var values = json.arrayValue ?? []
        let offset = values.popLast()?.stringValue ?? ""
        return (String(decoding: JSON.array(values).encoded(), as: UTF8.self), offset)
    }

    /// Cuts the connection of `client`, and waits until the server knows.
    static func cut(_ client: TestClient, _ server: PlainServer) async throws {
        client.socket.socket.endSending()
        while try await !server.server.main.fetchSockets().isEmpty { await Task.yield() }
    }

    @Test("a client that comes back gets its id, rooms, data and what it missed, in order", arguments: [1, 3])
    func recover(loops: Int) async throws {
        try await PlainServer.run(Self.recovering(), loops: loops, Self.joining) { server in
            let first = try server.client()
            #expect(!first.pid.isEmpty)
            let ready = try Self.split(try first.next())
            #expect(ready.event == #"["ready",false,{"name":"anna"}]"#)
            try await Self.cut(first, server)
            for number in 0..<3 { server.server.to("r").emit("missed", number) }
            server.server.to("other").emit("not mine")
            server.server.main.to(first.id).emit("direct")
            server.server.main.everyone.volatile.emit("gone")
            let back = try server.client(#"40{"pid":"\#(first.pid)","offset":"\#(ready.offset)"}"#)
            #expect(back.id == first.id)
            #expect(back.pid == first.pid)
            let heard = try (0..<5).map { _ in try Self.split(try back.next()).event }
            #expect(
                heard == [
                    #"["missed",0]"#, #"["missed",1]"#, #"["missed",2]"#, #"["direct"]"#,
                    #"["ready",true,{"name":"anna"}]"#,
                ])
            server.server.to("r").emit("live")
            #expect(try Self.split(try back.next()).event == #"["live"]"#)
        }
    }

    @Test("a wrong key, a client that left, and one that was sent away begin afresh")
    func afresh() async throws {
        try await PlainServer.run(Self.recovering(), Self.joining) { server in
            for ending in ["cut", "41", "disconnect"] {
                let first = try server.client()
                let offset = try Self.split(try first.next()).offset
                switch ending {
                case "cut": try await Self.cut(first, server)
                case "41":
                    try first.send("41")
                    while try await !server.server.main.fetchSockets().isEmpty { await Task.yield() }
                default: server.server.main.everyone.disconnectSockets(closingConnections: true)
                }
                let key = ending == "cut" ? "wrong" : first.pid
                let back = try server.client(#"40{"pid":"\#(key)","offset":"\#(offset)"}"#)
                #expect(back.id != first.id)
                #expect(back.pid != first.pid)
                #expect(try Self.split(try back.next()).event == #"["ready",false,{"name":"anna"}]"#)
                try await Self.cut(back, server)
            }
        }
    }

    @Test("middleware is asked again of a client that comes back only where that is wanted", arguments: [true, false])
    func middleware(isSkipped: Bool) async throws {
        let asked = TestEvents<Bool>()
        try await PlainServer.run(Self.recovering { $0.skipsMiddleware = isSkipped }) { server in
            server.main.use { socket in
                asked.report(socket.isRecovered)
                if socket.auth["banned"] == true { throw ConnectError("banned") }
            }
            server.onConnection { $0.emit("ready", $0.isRecovered) }
        } _: { server in
            let first = try server.client()
            let offset = try Self.split(try first.next()).offset
            #expect(try await asked.next() == false)
            try await Self.cut(first, server)
            let back = try TestWebSocket(port: server.port, "/socket.io/?EIO=4&transport=websocket")
            _ = try back.receive()
            try back.send(#"40{"pid":"\#(first.pid)","offset":"\#(offset)","banned":true}"#)
            if isSkipped {
                #expect(try back.text()?.hasPrefix("40{") == true)
                #expect(try Self.split(try back.text() ?? "").event == #"["ready",true]"#)
            } else {
                #expect(try back.text() == #"44{"message":"banned"}"#)
                #expect(try await asked.next() == true)
            }
        }
        #expect(asked.untaken.isEmpty)
    }

    @Test("without the option nothing is numbered and no key is told")
    func off() async throws {
        try await PlainServer.run {
            Self.joining($0)
        } _: { server in
            let client = try server.client()
            #expect(client.pid.isEmpty)
            #expect(try client.next() == #"42["ready",false,{"name":"anna"}]"#)
        }
    }

    @Test("events, volatile ones, acknowledgements and the end leave in the order of the program")
    func order() async throws {
        try await PlainServer.run(Self.recovering()) { server in
            server.onConnection { [unowned server] socket in
                socket.on("go") { event in
                    socket.emit("1")
                    socket.emitVolatile("2")
                    server.emit("3")
                    socket.emit("4", arguments: [], timeout: nil) { _ in }
                    socket.emit("5")
                    event.acknowledge(6)
                    socket.emit("7")
                    socket.disconnect()
                }
            }
        } _: { server in
            let client = try server.client()
            try client.send(#"429["go"]"#)
            let heard = try (0..<8).map { _ in try client.next() }
            #expect(
                heard == [
                    #"42["1","1"]"#, #"42["2","1"]"#, #"42["3","2"]"#, #"420["4"]"#, #"42["5","3"]"#, "439[6]",
                    #"42["7","4"]"#, "41",
                ])
        }
    }

    @Test("what a task asks for while the loop is busy happens in the order in which it asked")
    func taskOrder() async throws {
        let sockets = TestEvents<SocketReference>()
        let asked = TestEvents<SocketEvent>()
        try await PlainServer.run(Self.recovering()) { server in
            server.onConnection { socket in
                socket.on("ask") { asked.report($0) }
                sockets.report(socket.reference)
            }
        } _: { server in
            let client = try server.client()
            let socket = try await sockets.next()
            try client.send(#"421["ask"]"#)
            let question = try await asked.next()
            let held = TestEvents<Void>()
            let hold = DispatchSemaphore(value: 0)
            async let busy = socket.onLoop { _ in
                held.report(())
                hold.wait()
            }
            try await held.next()
            let main = server.server.main
            main.emit("1")
            main.everyone.volatile.emit("2")
            main.everyone.socketsJoin("r")
            main.to("r").emit("3")
            main.everyone.socketsLeave("r")
            main.to("r").emit("not in it")
            socket.emit("4")
            question.acknowledge()
            main.emit("5")
            socket.disconnect()
            main.emit("gone")
            hold.signal()
            _ = await busy
            let heard = try (0..<7).map { _ in try client.next().prefix { $0 != "," && $0 != "]" } }
            #expect(heard == [#"42["1""#, #"42["2""#, #"42["3""#, #"42["4""#, "431[", #"42["5""#, "41"])
        }
    }

    @Test("an event has its offset for those who may come back, and not for others")
    func withoutOffset() {
        let event = OutgoingEvent(
            namespace: "/", name: "e", payload: EventPayload(arguments: [1]), offset: "z")
        #expect(String(decoding: event.packet.preframed.text, as: UTF8.self) == #"42["e",1,"z"]"#)
        #expect(
            event.packetWithoutOffset.map { String(decoding: $0.preframed.text, as: UTF8.self) } == #"42["e",1]"#)
    }

    @Test("a socket that declines recovery is told no key and no offsets; others are, and later it is too late")
    func declining() async throws {
        try await PlainServer.run(Self.recovering()) { server in
            server.main.use { if $0.auth["recovery"] == false { $0.declineRecovery() } }
            server.onConnection { socket in
                socket.declineRecovery()
                socket.join("r")
                socket.emit("ready", socket.isRecovered)
            }
        } _: { server in
            let plain = try server.client(#"40{"recovery":false}"#)
            #expect(plain.pid.isEmpty)
            #expect(try plain.next() == #"42["ready",false]"#)
            let other = try server.client()
            #expect(!other.pid.isEmpty)
            #expect(try Self.split(try other.next()).event == #"["ready",false]"#)
            server.server.to("r").emit("e", 1)
            #expect(try plain.next() == #"42["e",1]"#)
            #expect(try Self.split(try other.next()).event == #"["e",1]"#)
        }
    }

    // MARK: The log

    private static func event(_ name: String) -> OutgoingEvent {
        OutgoingEvent(namespace: "/", name: name, payload: EventPayload())
    }

    private static let session = RecoveryLog.Session(
        key: "k", id: "id", namespace: "/", rooms: [.init(room: "r", since: 1)], data: [:])

    @Test("events from before a room was entered, of other rooms and namespaces are not missed")
    func selection() {
        var log = RecoveryLog(ConnectionRecovery())
        log.append(Self.event("before"), Selection(rooms: ["r"]), now: 0)
        log.append(Self.event("inside"), Selection(rooms: ["r"]), now: 0)
        log.append(Self.event("all"), Selection(), now: 0)
        log.append(Self.event("not me"), Selection(except: ["id"]), now: 0)
        log.append(Self.event("not r"), Selection(except: ["r"]), now: 0)
        log.append(Self.event("other"), Selection(rooms: ["s"]), now: 0)
        log.append(
            OutgoingEvent(namespace: "/n", name: "elsewhere", payload: EventPayload()), Selection(), now: 0)
        #expect(log.missed(by: Self.session, after: 0, through: 7)?.map(\.name) == ["inside", "all"])
        #expect(log.missed(by: Self.session, after: 0, through: 2)?.map(\.name) == ["inside"])
        #expect(log.missed(by: Self.session, after: 7, through: 7)?.isEmpty == true)
    }

    @Test("a session ends with its time, and with events that its client has missed and that are forgotten")
    func forgetting() {
        var log = RecoveryLog(ConnectionRecovery(maxDuration: 100, maxEvents: 2, maxSessions: 2))
        log.append(Self.event("1"), Selection(), now: 0)
        for key in ["a", "b", "c"] {
            let session = Self.session
            log.keep(
                .init(key: key, id: session.id, namespace: "/", rooms: [], data: [:]), now: 10)
        }
        #expect(log.sessionCount == 2)
        #expect(log.take(key: "a", offset: "1", namespace: "/", now: 20) == nil)
        #expect(log.take(key: "b", offset: "1", namespace: "/other", now: 20) == nil)
        #expect(log.take(key: "b", offset: "not base 36!", namespace: "/", now: 20) == nil)
        #expect(log.take(key: "b", offset: "5", namespace: "/", now: 20) == nil)
        for name in ["2", "3", "4"] { log.append(Self.event(name), Selection(), now: 30) }
        #expect(log.eventCount == 2)
        #expect(log.take(key: "b", offset: "1", namespace: "/", now: 40) == nil)
        #expect(log.take(key: "b", offset: "2", namespace: "/", now: 40)?.offset == 2)
        #expect(log.take(key: "b", offset: "2", namespace: "/", now: 40) == nil)
        #expect(log.take(key: "c", offset: "2", namespace: "/", now: 111) == nil)
        #expect(log.missed(by: Self.session, after: 1, through: 4) == nil)
    }

    @Test("the bytes that are kept are bounded")
    func bytes() {
        var log = RecoveryLog(ConnectionRecovery(maxBytes: 1_000))
        for _ in 0..<100 {
            let payload = EventPayload(arguments: [.string(String(repeating: "x", count: 300))])
            log.append(OutgoingEvent(namespace: "/", name: "e", payload: payload), Selection(), now: 0)
        }
        #expect(log.eventCount == 3)
    }
}
