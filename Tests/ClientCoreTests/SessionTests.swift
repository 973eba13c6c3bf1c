import ChatModel
import ChatWire
import Testing

@testable import ClientCore

@Suite("Who one is, and what is on screen")
struct SessionTests {
    let world = SimulatedWorld()

    @Test("without a session the log-in screen comes; a right password shows the chat")
    func firstLogIn() {
        let emma = world.server.addUser("Emma")
        let room = world.server.addChannel("general", members: [emma])
        world.server.say("hello", in: room, by: emma)
        let client = SimulatedClient(world)
        client.start()
        #expect(client.views.screen == .loading)
        world.settle()
        #expect(client.views.screen == .login)
        #expect(client.views.connection == .online)
        client.tell(.logIn(email: "emma@example.org", password: "wrong password"))
        #expect(client.views.form?.busy == true)
        world.settle()
        #expect(
            client.views.form?.error == FormError(field: "password", message: ErrorCode.wrongCredentials.defaultMessage)
        )
        #expect(client.views.form?.busy == false)
        client.tell(.logIn(email: "emma@example.org", password: "secret password"))
        world.settle()
        #expect(client.views.form?.done == true)
        #expect(client.views.screen == .chat)
        #expect(client.views.me?.email == "emma@example.org")
        #expect(client.views.rooms.map { $0.name } == ["general"])
        #expect(client.views.header?.id == room)
        #expect(client.views.texts == ["hello"])
        #expect(client.paths.last == "/room/" + room.description)
    }

    @Test("a set-up link makes the first owner")
    func setUp() {
        world.server.setup = true
        let client = SimulatedClient(world)
        client.start(path: "/setup/TOKEN")
        world.settle()
        #expect(client.views.screen == .setup)
        client.tell(
            .setUp(
                ClientAccount(
                    email: "ann@example.org", password: "long enough", name: "Ann",
                    avatar: Avatar(picture: "fox", color: "#c0ffee"))))
        world.settle()
        #expect(client.views.screen == .chat)
        #expect(client.views.me?.name == "Ann")
        #expect(client.paths.first == "/")
        #expect(client.views.headerState == .empty)
    }

    @Test("a set-up link whose server has an owner leads to the log-in")
    func setUpDone() {
        let client = SimulatedClient(world)
        client.start(path: "/setup/TOKEN")
        world.settle()
        #expect(client.views.screen == .login)
        #expect(client.views.notices == [ErrorCode.setupDone.defaultMessage])
    }

    @Test("an invitation leads to registering, whose errors stand beside their fields")
    func register() {
        world.server.addUser("Emma")
        let client = SimulatedClient(world)
        client.start(path: "/invite/CODE")
        world.settle()
        #expect(client.views.screen == .register)
        func register(_ email: String, _ password: String) {
            client.tell(
                .register(
                    ClientAccount(
                        email: email, password: password, name: "Emma",
                        avatar: Avatar(picture: "fox", color: "#c0ffee"))))
            world.settle()
        }
        register("emma@example.org", "secret password")
        #expect(client.views.form?.error == FormError(field: "email", message: ErrorCode.emailTaken.defaultMessage))
        register("new@example.org", "short")
        #expect(client.views.form?.error == FormError(field: "password", message: "Too short."))
        register("new@example.org", "secret password")
        #expect(client.views.screen == .chat)
    }

    @Test("a form without a network says so and can be sent again")
    func formOffline() {
        let client = SimulatedClient(world)
        client.start()
        world.settle()
        client.goOffline()
        client.tell(.logIn(email: "emma@example.org", password: "secret password"))
        world.settle()
        #expect(client.views.form?.busy == false)
        #expect(client.views.form?.error != nil)
    }

    @Test("a reload shows the stored rooms and messages before the server has answered")
    func reload() {
        let emma = world.server.addUser("Emma")
        let john = world.server.addUser("John")
        let room = world.server.addChannel("general", members: [emma, john])
        world.server.say("one", in: room, by: john)
        let client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
        client.tell(.draft(room, thread: nil, text: "half a thou"))
        world.advance(3000)
        #expect(client.stored[.snapshot] != nil)
        client.kill()
        world.server.say("two", in: room, by: john)
        client.start()
        #expect(client.views.screen == .chat)
        #expect(client.views.texts == ["one"])
        #expect(client.views.rows.first { $0.kind == .message }?.author?.name == "John")
        #expect(client.views.composer?.draft == "half a thou")
        #expect(client.views.connection == .connecting)
        world.settle()
        #expect(client.views.texts == ["one", "two"])
        #expect(client.views.connection == .online)
        // What was missed came by `sync`: nothing was loaded afresh.
        #expect(!client.requests.suffix(3).contains { $0.contains("\"rooms\"") })
    }

    @Test("logging out removes everything of the person, here and in the store")
    func logOut() {
        let emma = world.server.addUser("Emma")
        let room = world.server.addChannel("general", members: [emma])
        let client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.advance(3000)
        #expect(client.stored[.snapshot] != nil)
        client.goOffline()
        client.say("unsent", in: room)
        #expect(client.stored[.outbox] != nil)
        client.goOnline()
        client.tell(.logOut)
        world.settle()
        #expect(client.views.screen == .login)
        #expect(client.stored[.snapshot] == nil && client.stored[.outbox] == nil)
        #expect(client.views.rooms.isEmpty && client.views.rows.isEmpty)
        world.advance(10_000)
        #expect(client.stored[.snapshot] == nil)
    }

    @Test("a session that was ended elsewhere leads to the log-in; what was not sent stays for the same person only")
    func ended() {
        let emma = world.server.addUser("Emma")
        let john = world.server.addUser("John")
        let room = world.server.addChannel("general", members: [emma, john])
        let client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.advance(3000)
        world.server.silent = [.send]
        world.server.refusals = [(.send, ChatError(.busy))]
        client.say("mine", in: room)
        world.settle()
        client.cookie = nil
        world.server.emit("ended", Notice.ended(), on: client.connection!)
        world.settle()
        world.advance(5000)
        #expect(client.views.screen == .login)
        #expect(client.stored[.snapshot] == nil)
        #expect(client.stored[.outbox] != nil)
        client.tell(.logIn(email: "john@example.org", password: "secret password"))
        world.settle()
        #expect(client.views.screen == .chat)
        #expect(client.stored[.outbox] == nil)
        #expect(!world.server.texts(room).contains("mine"))
    }

    @Test("a stored snapshot that cannot be read is as none")
    func brokenSnapshot() {
        let emma = world.server.addUser("Emma")
        let room = world.server.addChannel("general", members: [emma])
        let client = SimulatedClient(world, cookie: emma.id)
        for text in ["", "{", "{}", #"{"v":1}"#, #"{"v":2,"me":null}"#] {
            client.stored = [.snapshot: text, .outbox: text]
            client.start()
            #expect(client.views.screen == .loading)
            world.settle()
            #expect(client.views.rooms.map { $0.id } == [room])
        }
    }
}
