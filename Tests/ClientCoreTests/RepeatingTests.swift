import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("What a lost connection left unanswered", .ownThread)
struct RepeatingTests {
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
        client.start()
        world.settle()
        client.tell(.openRoom(general))
        world.settle()
    }

    private var last: Row? { client.views.rows.last { $0.kind == .message } }

    /// The connection is gone before the server hears of it.
    private func loses(_ event: ClientEvent.Kind) {
        guard let connection = client.connection else { return }
        client.connection = nil
        client.tell(event)
        world.server.close(connection)
        client.tell(.socketClosed)
    }

    private func comesBack() { world.advance(30_000) }

    @Test("an edit is asked for again, whether the server has done it or not")
    func edits() {
        let seq = world.server.say("frist", in: general, by: emma)
        world.settle()
        loses(.message(general, seq: seq, .edit(text: "first")))
        #expect(world.server.texts(general) == ["frist"])
        comesBack()
        #expect(world.server.texts(general) == ["first"])
        #expect(last?.text == "first")
        client.tell(.message(general, seq: seq, .edit(text: "first of all")))
        client.cut()
        comesBack()
        #expect(world.server.texts(general) == ["first of all"])
        #expect(client.views.notices == [])
    }

    @Test("an edit that is refused when it is asked for again is given back to whoever typed it")
    func refusedEdits() {
        let seq = world.server.say("frist", in: general, by: emma)
        world.settle()
        loses(.message(general, seq: seq, .edit(text: "first")))
        world.server.refusals = [(.edit, ChatError(.archived, "The room is archived."))]
        comesBack()
        #expect(client.views.editing?.text == "first")
        #expect(client.views.notices == ["The room is archived."])
    }

    @Test("a reaction shows on and is asked for again, and so is a pin, once")
    func reactions() {
        let seq = world.server.say("hello", in: general, by: john)
        world.settle()
        loses(.message(general, seq: seq, .react(emoji: "🦊", isOn: true)))
        #expect(last?.reactions.map(\.emoji) == ["🦊"])
        loses(.message(general, seq: seq, .pin(true)))
        comesBack()
        #expect(last?.reactions == [ReactionShown(emoji: "🦊", count: 1, mine: true, names: "You")])
        let events = world.server.channels[general]?.events ?? []
        #expect(events.count { if case .reaction = $0.body { true } else { false } } == 1)
        loses(.message(general, seq: seq, .pin(true)))
        comesBack()
        #expect(last?.isPinned == true)
        #expect(client.views.notices == [])
    }

    @Test("what is to be sent later is scheduled once, and leaves the composer")
    func scheduling() {
        for isDone in [false, true] {
            let at = world.now + 3_600_000
            client.tell(.draft(general, thread: nil, text: "later"))
            if isDone {
                client.tell(.schedule(general, thread: nil, text: "later", at: at))
                client.cut()
            } else {
                loses(.schedule(general, thread: nil, text: "later", at: at))
            }
            comesBack()
            #expect(client.core.drafts.text(DraftKey(room: general)) == "")
            #expect(client.views.notices.last == "The message will be sent later.")
        }
        #expect(world.server.scheduled[emma.id]?.map(\.text) == ["later", "later"])
    }

    @Test("what is not there any more when it is asked for again is no fault to tell of")
    func pointless() {
        let seq = world.server.say("hello", in: general, by: john)
        world.settle()
        loses(.message(general, seq: seq, .pin(true)))
        world.server.refusals = [(.pin, ChatError(.notFound))]
        comesBack()
        #expect(client.views.notices == [])
    }

    @Test("what one person left unanswered is not asked for in another's name")
    func others() {
        let seq = world.server.say("hello", in: general, by: john)
        world.settle()
        loses(.message(general, seq: seq, .react(emoji: "🦊", isOn: true)))
        client.cookie = john.id
        comesBack()
        let events = world.server.channels[general]?.events ?? []
        #expect(!events.contains { if case .reaction = $0.body { true } else { false } })
    }
}
