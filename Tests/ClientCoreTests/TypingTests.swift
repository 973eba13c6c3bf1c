import ChatModel
import ChatWire
import Testing

@testable import ClientCore

@Suite("Typing")
struct TypingTests {
    let world = SimulatedWorld()
    let emma: User
    let others: [User]
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        others = ["Johnny", "Mia", "Noah", "Ava", "Liam"].map { [world] in world.server.addUser($0) }
        room = world.server.addChannel("general", members: [emma] + others)
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private func shown(_ typing: [User], count: Int? = nil) -> String {
        world.server.emitTyping(room, typing, count: count)
        world.settle()
        return client.views.typing
    }

    @Test("one, two and more others are named or counted, never oneself")
    func texts() {
        #expect(shown([others[0]]) == "Johnny is typing a message")
        #expect(shown([others[0], others[1]]) == "Johnny and Mia are typing a message")
        #expect(shown([others[0], others[1], others[2]]) == "3 people are typing a message")
        #expect(shown(others, count: 5) == "5 people are typing a message")
        #expect(shown([emma]) == "")
        #expect(shown([emma, others[0]]) == "Johnny is typing a message")
        #expect(shown([others[0], emma, others[1]]) == "Johnny and Mia are typing a message")
        #expect(shown([emma] + others.prefix(3)) == "3 people are typing a message")
        #expect(shown([]) == "")
    }

    @Test("oneself is not counted among those whom the server does not name")
    func countedNotNamed() {
        client.tell(.draft(room, thread: nil, text: "x"))
        #expect(shown(others.dropLast() + [emma], count: 5) == "4 people are typing a message")
    }

    @Test("who sends a message is no longer typing it, and nobody is when the connection is lost")
    func ends() {
        #expect(shown([others[0], others[1]]) == "Johnny and Mia are typing a message")
        world.server.say("done", in: room, by: others[0])
        world.settle()
        #expect(client.views.typing == "Mia is typing a message")
        client.cut()
        #expect(client.views.typing == "")
    }

    @Test("who types in a thread is shown beside that thread only, and who types in the room beside none")
    func threads() {
        let root = world.server.say("lunch?", in: room, by: others[0])
        let aside = world.server.say("dinner?", in: room, by: others[0])
        client.tell(.openRoom(room))
        client.tell(.openThread(room, root: root))
        world.settle()
        world.server.emitTyping(room, [others[0]], thread: root)
        world.server.emitTyping(room, [others[1]], thread: aside)
        #expect(shown([others[2]]) == "Noah is typing a message")
        #expect(client.views.threadTyping == "Johnny is typing a message")
        client.tell(.openThread(room, root: aside))
        world.settle()
        #expect(client.views.threadTyping == "Mia is typing a message")
        world.server.say("done", in: room, by: others[1], thread: aside)
        world.settle()
        #expect(client.views.threadTyping == "")
        #expect(client.views.typing == "Noah is typing a message")
        client.tell(.openThread(room, root: root))
        world.settle()
        #expect(client.views.threadTyping == "Johnny is typing a message")
        client.cut()
        #expect(client.views.threadTyping == "")
    }

    @Test("what one types in the open thread is told as typed there, and its end when it is sent or closed")
    func ownInThread() {
        let root = world.server.say("lunch?", in: room, by: others[0])
        client.tell(.openRoom(room))
        client.tell(.draft(room, thread: root, text: "x"))
        world.settle()
        #expect(toldTyping.isEmpty, "the thread is not open")
        client.tell(.openThread(room, root: root))
        client.tell(.draft(room, thread: root, text: "xy"))
        client.tell(.draft(room, thread: root, text: "xyz"))
        world.settle()
        #expect(toldTyping == [.typing(room: room, thread: root, typing: true)])
        client.tell(.draft(room, thread: nil, text: "in the room"))
        world.settle()
        #expect(
            toldTyping.dropFirst() == [
                .typing(room: room, thread: root, typing: false), .typing(room: room, typing: true),
            ])
        client.tell(.draft(room, thread: root, text: "again"))
        client.tell(.closeThread)
        world.settle()
        #expect(toldTyping.last == .typing(room: room, thread: root, typing: false))
        #expect(toldTyping.count == 6)
    }

    private var toldTyping: [Request] {
        world.server.received.map(\.request).filter { if case .typing = $0 { true } else { false } }
    }

    @Test("whom one has blocked is not seen typing in the room of the two, and in other rooms as before")
    func blocked() {
        let two = world.server.addPrivate(.direct, "", members: [emma, others[0]])
        world.server.block(others[0].id, true, by: emma.id)
        world.settle()
        client.tell(.openRoom(two))
        world.settle()
        world.server.emitTyping(two, [others[0]])
        world.settle()
        #expect(client.views.typing == "")
        world.server.block(others[0].id, false, by: emma.id)
        world.settle()
        #expect(client.views.typing == "Johnny is typing a message")
        world.server.block(others[0].id, true, by: emma.id)
        client.tell(.openRoom(room))
        world.settle()
        #expect(shown([others[0]]) == "Johnny is typing a message")
    }

    @Test("only the room on screen shows who types")
    func otherRoom() {
        let other = world.server.addChannel("other", members: [emma, others[0]])
        world.settle()
        world.server.emitTyping(other, [others[0]])
        world.settle()
        #expect(client.views.typing == "")
        client.tell(.openRoom(other))
        #expect(client.views.typing == "Johnny is typing a message")
    }

    private func told() -> [Bool] {
        world.server.received.compactMap { if case .typing(_, nil, let typing) = $0.request { typing } else { nil } }
    }

    @Test("the server is told at the first key, and again every four seconds while the text changes")
    func sent() {
        client.tell(.draft(room, thread: nil, text: "h"))
        #expect(told() == [true])
        world.now += 3999
        client.tell(.draft(room, thread: nil, text: "he"))
        #expect(told() == [true])
        world.now += 1
        client.tell(.draft(room, thread: nil, text: "he"))
        #expect(told() == [true])
        client.tell(.draft(room, thread: nil, text: "hel"))
        #expect(told() == [true, true])
    }

    @Test("it is told when the text is emptied, sent, or its room left")
    func stopped() {
        client.tell(.draft(room, thread: nil, text: "h"))
        client.tell(.draft(room, thread: nil, text: ""))
        #expect(told() == [true, false])
        client.tell(.draft(room, thread: nil, text: ""))
        #expect(told() == [true, false])
        client.tell(.draft(room, thread: nil, text: "h"))
        client.say("h", in: room)
        #expect(told() == [true, false, true, false])
        client.tell(.draft(room, thread: nil, text: "x"))
        let other = world.server.addChannel("other", members: [emma])
        world.settle()
        client.tell(.openRoom(other))
        #expect(told() == [true, false, true, false, true, false])
        client.tell(.openRoom(room))
        #expect(client.views.composer?.draft == "x")
    }

    @Test("offline nothing is told")
    func offline() {
        client.goOffline()
        client.tell(.draft(room, thread: nil, text: "h"))
        client.tell(.draft(room, thread: nil, text: ""))
        #expect(told().isEmpty)
    }
}
