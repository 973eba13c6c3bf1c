import ByteCoding
import SocketIOCodec
import Testing

@testable import SocketIOServer

@Suite("A client's namespaces")
struct ClientStateTests {
    @Test("a client asks, is accepted, and its events are delivered")
    func connect() {
        var client = ClientScript()
        #expect(client.connect("/", ["token": "1"]) == [#"ask 0 / {"token":"1"}"#])
        #expect(client.state.phase(of: 0) == .connecting)
        #expect(client.run(.accept(0)) == ["cancel timer", "send connect 0"])
        #expect(client.state.phase(of: 0) == .connected)
        #expect(client.packet(.event, "/", id: 7, ["hello", 1]) == [#"deliver 0 ["hello",1]"#])
        #expect(client.packet(.ack, "/", id: 0, [1]) == ["deliver 0 [1]"])
    }

    @Test("CONNECT without a payload means an empty object")
    func noPayload() {
        var client = ClientScript()
        #expect(client.run(.packet(SocketIOPacket(kind: .connect), isKnown: true)) == ["ask 0 / {}"])
    }

    @Test("an unknown namespace is refused by name")
    func unknownNamespace() {
        var client = ClientScript()
        let packet = SocketIOPacket(kind: .connect, namespace: "/random")
        #expect(client.run(.packet(packet, isKnown: false)) == ["unknown /random"])
        #expect(client.run(.connectTimedOut) == ["close"])
    }

    @Test("a refused client hears why, once, and has to connect in time again")
    func refuse() {
        var client = ClientScript.connected()
        _ = client.connect("/custom")
        #expect(
            client.run(.refuse(1, message: "no", data: ["code": 1])) == [
                #"send refusal 1 no {"code":1}"#, "end 1: server namespace disconnect",
            ])
        #expect(client.run(.refuse(1, message: "no", data: nil)) == [])
        #expect(client.run(.accept(1)) == [])
        var other = ClientScript()
        _ = other.connect("/")
        _ = other.run(.connectTimedOut)
        #expect(
            other.run(.refuse(0, message: "no", data: nil)) == [
                "send refusal 0 no", "end 0: server namespace disconnect", "set timer",
            ])
    }

    @Test("who connects to nothing in time is closed; who waits for a decision is not")
    func connectTimeout() {
        var client = ClientScript()
        #expect(client.run(.connectTimedOut) == ["close"])
        #expect(client.connect("/") == [])
        var waiting = ClientScript()
        _ = waiting.connect("/")
        #expect(waiting.run(.connectTimedOut) == [])
        #expect(waiting.run(.accept(0)) == ["send connect 0"])
    }

    @Test("who has left every namespace has to connect in time again")
    func idleAfterLeaving() {
        var client = ClientScript.connected()
        _ = client.connect("/custom")
        #expect(client.packet(.disconnect, "/") == ["end 0: client namespace disconnect, was connected"])
        #expect(client.packet(.disconnect, "/custom") == ["end 1: client namespace disconnect", "set timer"])
        #expect(client.connect("/") == ["ask 2 / {}"])
        #expect(client.run(.accept(2)) == ["cancel timer", "send connect 2"])
        #expect(client.run(.leave(2)).last == "set timer")
        #expect(client.run(.connectTimedOut) == ["close"])
    }

    @Test("DISCONNECT leaves one namespace and no other")
    func disconnect() {
        var client = ClientScript.connected()
        _ = client.connect("/custom")
        _ = client.run(.accept(1))
        #expect(client.packet(.disconnect, "/custom") == ["end 1: client namespace disconnect, was connected"])
        #expect(client.packet(.event, "/", ["a"]) == [#"deliver 0 ["a"]"#])
        #expect(client.connect("/custom") == ["ask 2 /custom {}"])
    }

    @Test("a client that gives up before the decision is simply gone")
    func disconnectWhileConnecting() {
        var client = ClientScript()
        _ = client.connect("/")
        #expect(client.packet(.disconnect, "/") == ["end 0: client namespace disconnect"])
        #expect(client.run(.accept(0)) == [])
    }

    @Test("the server's disconnect is told, and what the client sent before it knew is ignored")
    func serverDisconnect() {
        var client = ClientScript.connected()
        #expect(
            client.run(.leave(0)) == [
                "send disconnect 0", "end 0: server namespace disconnect, was connected", "set timer",
            ])
        #expect(client.run(.leave(0)) == [])
        #expect(client.packet(.event, "/", ["late"]) == [])
        #expect(client.connect("/") == ["ask 1 / {}"])
    }

    @Test("a DISCONNECT that crosses the server's own ends nothing twice")
    func crossingDisconnects() {
        var client = ClientScript.connected()
        _ = client.run(.leave(0))
        #expect(client.packet(.disconnect, "/") == [])
        #expect(client.packet(.disconnect, "/") == ["close", "cancel timer"])
    }

    @Test("closing the connection disconnects from every namespace")
    func leaveAll() {
        var client = ClientScript.connected()
        _ = client.connect("/custom")
        #expect(
            client.run(.leaveAll) == [
                "send disconnect 0", "end 0: server namespace disconnect, was connected",
                "send disconnect 1", "end 1: server namespace disconnect", "close",
            ])
    }

    @Test(
        "a packet that does not fit closes the connection",
        arguments: [
            (SocketIOPacket.Kind.event, "/other"), (.ack, "/other"), (.disconnect, "/other"), (.connect, "/"),
            (.connectError, "/"), (.connectError, "/other"),
        ])
    func misplaced(kind: SocketIOPacket.Kind, namespace: String) {
        var client = ClientScript.connected()
        let packet = SocketIOPacket(kind: kind, namespace: namespace)
        #expect(
            client.run(.packet(packet, isKnown: true)) == ["close", "end 0: forced server close, was connected"])
        #expect(client.packet(.event, "/", ["a"]) == [])
    }

    @Test("an event before the decision closes the connection")
    func earlyEvent() {
        var client = ClientScript()
        _ = client.connect("/")
        #expect(client.packet(.event, "/", ["a"]) == ["close", "cancel timer", "end 0: forced server close"])
    }

    @Test("what is no packet closes the connection")
    func malformed() {
        var client = ClientScript.connected()
        #expect(client.run(.malformed) == ["close", "end 0: parse error, was connected"])
        #expect(client.run(.malformed) == [])
    }

    @Test("a lost connection ends every visit, once")
    func lost() {
        var client = ClientScript.connected()
        _ = client.connect("/custom")
        #expect(
            client.run(.connectionClosed(.pingTimeout)) == [
                "end 0: ping timeout, was connected", "end 1: ping timeout",
            ])
        #expect(client.run(.connectionClosed(.pingTimeout)) == [])
        #expect(client.run(.accept(1)) == [])
    }
}

/// Runs a client's state and tells what it did as lines.
struct ClientScript {
    var state = ClientState()

    init() { _ = state.start() }

    /// Visit 0 is in the main namespace.
    static func connected() -> ClientScript {
        var client = ClientScript()
        _ = client.connect("/")
        _ = client.run(.accept(0))
        return client
    }

    mutating func run(_ event: ClientState.Event) -> [String] { state.handle(event).map(\.line) }

    mutating func connect(_ namespace: String, _ auth: JSON? = nil) -> [String] {
        run(.packet(SocketIOPacket(kind: .connect, namespace: namespace, data: auth), isKnown: true))
    }

    mutating func packet(
        _ kind: SocketIOPacket.Kind, _ namespace: String, id: Int? = nil, _ data: JSON? = nil
    ) -> [String] {
        run(.packet(SocketIOPacket(kind: kind, namespace: namespace, id: id, data: data), isKnown: false))
    }
}

extension ClientState.Action {
    fileprivate var line: String {
        switch self {
        case .setConnectTimer: "set timer"
        case .cancelConnectTimer: "cancel timer"
        case .ask(let visit, let namespace, let auth): "ask \(visit) \(namespace) \(auth.text)"
        case .sendUnknown(let namespace): "unknown \(namespace)"
        case .sendConnect(let visit): "send connect \(visit)"
        case .sendRefusal(let visit, let message, let data):
            "send refusal \(visit) \(message)" + (data.map { " " + $0.text } ?? "")
        case .sendDisconnect(let visit): "send disconnect \(visit)"
        case .deliver(let visit, let packet): "deliver \(visit) \(packet.data?.text ?? "")"
        case .end(let visit, let reason, let wasConnected):
            "end \(visit): \(reason.rawValue)" + (wasConnected ? ", was connected" : "")
        case .close: "close"
        }
    }
}

extension JSON {
    var text: String { String(decoding: encoded(), as: UTF8.self) }
}
