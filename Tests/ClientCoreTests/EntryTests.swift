import ByteCoding
import ChatModel
import ChatWire
import Testing

@testable import ClientCore

@Suite("What was opened: a new password, an invitation, an open server")
struct EntryTests {
    let world = SimulatedWorld()
    let emma: User
    let account = ClientAccount(
        email: "new@example.org", password: "secret password", name: "New",
        avatar: Avatar(picture: "fox", color: "#c0ffee"))

    init() { emma = world.server.addUser("Emma") }

    private func open(_ path: String, cookie: UserID? = nil) -> SimulatedClient {
        let client = SimulatedClient(world, cookie: cookie)
        client.start(path: path)
        world.settle()
        return client
    }

    @Test("a reset link asks for a new password, whose faults stand beside it, and logs in")
    func reset() {
        let client = open("/reset/CODE")
        #expect(client.views.screen == .reset)
        client.tell(.reset(password: "short"))
        #expect(client.views.form?.busy == true)
        world.settle()
        #expect(client.views.form?.name == .reset)
        #expect(client.views.form?.error == FormError(field: "password", message: "Too short."))
        client.tell(.reset(password: "a new password"))
        world.settle()
        #expect(client.views.screen == .chat)
        #expect(client.views.me?.id == emma.id)
        #expect(client.paths.first == "/")
        client.tell(.logOut)
        world.settle()
        #expect(client.views.screen == .login)
    }

    @Test("a reset link that is void says so, and nothing else happens")
    func voidReset() {
        let client = open("/reset/OLD")
        client.tell(.reset(password: "a new password"))
        world.settle()
        #expect(client.views.form?.error == FormError(message: ErrorCode.notFound.defaultMessage))
        #expect(client.views.screen == .reset)
        #expect(client.paths.isEmpty)
    }

    @Test("a reset link shows no one's rooms, also where somebody is logged in, whose state stays")
    func resetWhileLoggedIn() {
        let john = world.server.addUser("John")
        world.server.addChannel("general", members: [john])
        let client = open("/", cookie: john.id)
        world.advance(3000)
        #expect(client.stored[.snapshot] != nil)
        client.start(path: "/reset/CODE")
        #expect(client.views.screen == .loading)
        world.settle()
        #expect(client.views.screen == .reset)
        #expect(client.views.me == nil && client.views.rooms.isEmpty)
        #expect(client.stored[.snapshot] != nil)
        client.cut()
        world.advance(3000)
        #expect(client.views.screen == .reset)
        client.tell(.reset(password: "a new password"))
        world.settle()
        #expect(client.views.me?.id == emma.id)
    }

    @Test("where the server is open one may make an account without an invitation, and go back to the log-in")
    func openServer() {
        world.server.registration = "open"
        let client = open("/")
        #expect(client.views.screen == .login)
        #expect(client.views.server?.registration == "open")
        client.tell(.showForm(.register))
        #expect(client.views.screen == .register)
        client.cut()
        world.advance(3000)
        #expect(client.views.screen == .register)
        client.tell(.showForm(.login))
        #expect(client.views.screen == .login)
        client.tell(.showForm(.register))
        client.tell(.register(account))
        world.settle()
        #expect(client.views.screen == .chat)
        #expect(client.views.me?.name == "New")
        client.tell(.logOut)
        world.settle()
        #expect(client.views.screen == .login)
    }

    @Test("where the server is not open there is no form without an invitation")
    func notOpen() {
        for registration in ["invitation", "closed", ""] {
            world.server.registration = registration
            let client = open("/")
            client.tell(.showForm(.register))
            #expect(client.views.screen == .login)
            client.tell(.register(account))
            world.settle()
            #expect(client.views.form?.error?.message == ErrorCode.invitationInvalid.defaultMessage)
            for form in [FormName.setup, .reset, .channel] { client.tell(.showForm(form)) }
            #expect(client.views.screen == .login)
        }
    }

    @Test("who is logged in and opens an invitation to a room comes into that room")
    func accept() {
        let john = world.server.addUser("John")
        let room = world.server.addChannel("birds", members: [john])
        world.server.join(emma.id, room)
        world.server.namedAnswers["invitation.accept"] = Answer.room(world.server.summary(room, for: emma.id)!)
        let client = open("/invite/CODE", cookie: emma.id)
        #expect(world.server.named.map { $0.arguments?["code"]?.stringValue } == ["CODE"])
        #expect(client.views.screen == .chat)
        #expect(client.views.header?.id == room)
        #expect(client.paths.first == "/" && client.paths.last == "/room/" + room.description)
        client.cut()
        world.advance(3000)
        #expect(world.server.named.count == 1)
    }

    @Test("who logs in on an invitation's page comes into its room; who registers there is in it already")
    func logInOnInvitation() {
        let room = world.server.addChannel("birds", members: [emma])
        world.server.namedAnswers["invitation.accept"] = Answer.room(world.server.summary(room, for: emma.id)!)
        let client = open("/invite/CODE")
        #expect(client.views.screen == .register)
        client.tell(.showForm(.login))
        #expect(client.views.screen == .login)
        client.tell(.logIn(email: "emma@example.org", password: "secret password"))
        world.settle()
        #expect(world.server.named.count == 1)
        #expect(client.views.header?.id == room)
        let other = open("/invite/CODE")
        other.tell(.register(account))
        world.settle()
        #expect(other.views.screen == .chat)
        #expect(world.server.named.count == 1)
    }

    @Test("an invitation that cannot be accepted is told; one that may be later is tried on the next connection")
    func refusedInvitation() {
        world.server.namedAnswers["invitation.accept"] = Answer.error(ChatError(.busy))
        let client = open("/invite/CODE", cookie: emma.id)
        #expect(client.views.notices == [ErrorCode.busy.defaultMessage])
        world.server.namedAnswers["invitation.accept"] = Answer.error(ChatError(.invitationInvalid))
        client.cut()
        world.advance(3000)
        #expect(client.views.notices.last == ErrorCode.invitationInvalid.defaultMessage)
        client.cut()
        world.advance(5000)
        #expect(world.server.named.count == 2)
        #expect(client.views.screen == .chat)
    }
}
