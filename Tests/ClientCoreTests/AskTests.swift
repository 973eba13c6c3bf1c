import ByteCoding
import ChatModel
import ChatWire
import Testing

@testable import ClientCore

@Suite("What views ask the server")
struct AskTests {
    let world = SimulatedWorld()
    let emma: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        room = world.server.addChannel("general", members: [emma])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private func code(_ answer: (id: Int64, ok: Bool, json: String)) throws -> String? {
        try JSON.parse(Array(answer.json.utf8))["code"]?.stringValue
    }

    @Test("an answer comes with the number of its question, and its content is the server's")
    func answers() throws {
        client.tell(.ask(id: 3, name: "room", arguments: #"{"room":"\#(room)"}"#))
        client.tell(.ask(id: 4, name: "users", arguments: #"{"users":["\#(emma.id)"]}"#))
        #expect(client.views.answers.isEmpty)
        world.settle()
        #expect(client.views.answers.map { $0.id } == [3, 4])
        #expect(client.views.answers.allSatisfy { $0.ok })
        let first = try JSON.parse(Array(client.views.answers[0].json.utf8))
        #expect(first["room"]?["name"]?.stringValue == "general")
        #expect(client.requests.contains { $0.hasSuffix(#"["users",{"users":["\#(emma.id)"]}]"#) })
    }

    @Test("a refusal comes with its code, its field and whether a retry helps")
    func refusals() throws {
        world.server.refusals = [(.findPeople, ChatError(.rateLimited, "Wait.", field: "query", retryAfter: 500))]
        client.tell(.ask(id: 1, name: "people.find", arguments: #"{"query":"x"}"#))
        world.settle()
        #expect(client.views.answers.map { $0.ok } == [false])
        #expect(
            client.views.answers.first?.json
                == #"{"code":"rate_limited","message":"Wait.","retry":true,"field":"query","retry_after":500}"#)
    }

    @Test("a name that the server does not know is its to refuse; what the core asks for itself is refused here")
    func names() throws {
        client.tell(.ask(id: 1, name: "no.such.thing", arguments: "{}"))
        world.settle()
        #expect(try code(client.views.answers[0]) == "unknown_request")
        let before = client.requests.count
        for name in ["send", "sync", "login", "logout", "register", "setup", "reset.use"] {
            client.tell(.ask(id: 2, name: name, arguments: "{}"))
        }
        for arguments in ["", "[]", "null", "{", "7", #"{"a":1} x"#] {
            client.tell(.ask(id: 2, name: "me", arguments: arguments))
        }
        #expect(client.requests.count == before)
        #expect(client.views.answers.count == 14)
        #expect(client.views.answers.allSatisfy { !$0.ok })
    }

    @Test("without a connection the answer comes at once: unavailable, and a retry helps")
    func offline() throws {
        client.goOffline()
        client.tell(.ask(id: 9, name: "me", arguments: "{}"))
        let answer = try #require(client.views.answers.first)
        #expect(answer.id == 9)
        #expect(try code(answer) == "unavailable")
        #expect(answer.json.contains(#""retry":true"#))
        let stranger = SimulatedClient(world)
        stranger.start()
        world.settle()
        stranger.tell(.ask(id: 1, name: "sessions", arguments: "{}"))
        #expect(try code(#require(stranger.views.answers.first)) == "unavailable")
    }

    @Test("what was not answered when the connection is lost is answered once, in the order of asking")
    func lost() throws {
        world.server.silent = [.me]
        for id in 1...3 { client.tell(.ask(id: Int64(id), name: "me", arguments: "{}")) }
        world.settle()
        #expect(client.views.answers.isEmpty)
        client.cut()
        #expect(client.views.answers.map { $0.id } == [1, 2, 3])
        #expect(try client.views.answers.map(code) == ["unavailable", "unavailable", "unavailable"])
        world.advance(60_000)
        #expect(client.views.answers.count == 3)
        #expect(client.views.connection == .online)
    }

    @Test("what is not answered in 20 seconds is answered then, and a late answer is dropped")
    func late() throws {
        world.server.silent = [.me]
        client.tell(.ask(id: 1, name: "me", arguments: "{}"))
        world.settle()
        world.advance(19_000)
        #expect(client.views.answers.isEmpty)
        world.advance(1500)
        #expect(try client.views.answers.map(code) == ["unavailable"])
        client.tell(.socketText(#"433[{"ok":{}}]"#))
        #expect(client.views.answers.count == 1)
    }

    @Test("a session that has ended is told to who asked, and the connection starts over")
    func ended() throws {
        world.server.refusals = [(.me, ChatError(.sessionExpired))]
        client.tell(.ask(id: 1, name: "me", arguments: "{}"))
        world.settle()
        #expect(try client.views.answers.map(code) == ["session_expired"])
        world.advance(3000)
        #expect(client.connects == 2)
    }

    @Test("an answer that tells who we are changes what is shown of us; one about others does not")
    func ownUser() throws {
        client.tell(.ask(id: 0, name: "no.such.thing", arguments: "{}"))
        let sent = try #require(client.requests.last)
        let number = sent.dropFirst(2).prefix { $0.isNumber }
        var renamed = emma
        renamed.name = "Emma Stone"
        var json = JSONWriter()
        json.ownUser(renamed)
        client.tell(.socketText("43\(number)[{\"ok\":{\"user\":\(String(decoding: json.bytes, as: UTF8.self))}}]"))
        #expect(client.views.me?.name == "Emma Stone")
        let john = world.server.addUser("John")
        client.tell(.ask(id: 1, name: "no.such.thing", arguments: "{}"))
        var other = JSONWriter()
        other.ownUser(john)
        let next = try #require(client.requests.last).dropFirst(2).prefix { $0.isNumber }
        client.tell(.socketText("43\(next)[{\"ok\":{\"user\":\(String(decoding: other.bytes, as: UTF8.self))}}]"))
        #expect(client.views.answers.map { $0.ok } == [true, true])
        #expect(client.views.me?.name == "Emma Stone")
    }
}
