import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

/// A core that began anew without its snapshot knows neither who is logged in nor which rooms there are, while the views
/// still show one that is written in.
@Suite("What is said before the room is known", .ownThread)
struct EarlyWordsTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let general: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        general = world.server.addPrivate(.group, "general", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
    }

    @Test("it is sent once the room is known, in its order, each once")
    func held() {
        client.start()
        client.tell(.send(general, text: "one"))
        client.tell(.send(general, text: " "))
        // Who is logged in is known before the rooms are.
        while client.views.me == nil, client.connection != nil {
            world.server.silent = []
            var entropy = Entropy(high: 1, low: 2)
            world.step(&entropy)
        }
        client.tell(.send(general, text: "two"))
        world.settle()
        #expect(world.server.texts(general) == ["one", "two"])
        #expect(client.views.texts == ["one", "two"] && client.views.notices.isEmpty)
    }

    @Test("where it turns out that one is not in the room, what was said is told and not lost unseen")
    func elsewhere() {
        let strange = world.server.addPrivate(.group, "theirs", members: [john])
        client.start()
        client.tell(.send(strange, text: "for them"))
        world.settle()
        #expect(client.views.notices == ["This was not sent, as you are not in its room: for them"])
        #expect(world.server.texts(strange).isEmpty)
        client.tell(.send(strange, text: "again"))
        #expect(client.views.notices.last == "This was not sent, as you are not in its room: again")
    }

    @Test("nobody else's session sends it")
    func loggedOut() {
        client.cookie = nil
        client.start()
        client.tell(.send(general, text: "mine"))
        world.settle()
        #expect(client.views.screen == .login)
        client.tell(.send(general, text: "mine too"))
        client.tell(.logIn(email: "john@example.org", password: "secret password"))
        world.settle()
        #expect(client.views.me?.id == john.id && world.server.texts(general).isEmpty)
    }

    @Test("there is a limit, which is said")
    func limit() {
        client.start()
        for number in 0...EarlyWords.limit { client.tell(.send(general, text: "\(number)")) }
        world.settle()
        #expect(world.server.texts(general).count == EarlyWords.limit)
    }
}
