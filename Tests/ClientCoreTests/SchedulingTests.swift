import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Messages that are sent later", .ownThread)
struct SchedulingTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        room = world.server.addChannel("general", members: [emma, john])
        world.server.say("hello", in: room, by: john)
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private var later: Int64 { world.now + 3_600_000 }

    private func write(_ text: String) { client.tell(.draft(room, thread: nil, text: text)) }
    private var draft: String? { client.views.composer?.draft }

    @Test("what is typed goes to the server with its names as ids, and leaves the composer once the server has it")
    func schedule() {
        write("Good morning @john")
        client.tell(.schedule(room, thread: nil, text: "Good morning @john", at: later))
        #expect(client.core.drafts.text(DraftKey(room: room)) == "Good morning @john")
        world.settle()
        #expect(world.server.scheduled[emma.id]?.map(\.text) == ["Good morning <@\(john.id)>"])
        #expect(world.server.scheduled[emma.id]?.map(\.at.milliseconds) == [later])
        #expect(client.core.drafts.text(DraftKey(room: room)) == "")
        #expect(draft == "")
        #expect(client.views.notices.last == "The message will be sent later.")
        #expect(world.server.texts(room) == ["hello"])
    }

    @Test("what is refused, or cannot be asked, stays in the composer and says why")
    func refused() {
        write("later")
        world.server.refusals = [(.schedule, ChatError(.forbidden, "Too many are scheduled."))]
        client.tell(.schedule(room, thread: nil, text: "later", at: later))
        world.settle()
        #expect(client.views.notices.last == "Too many are scheduled.")
        #expect(client.core.drafts.text(DraftKey(room: room)) == "later")
        client.cut()
        client.tell(.schedule(room, thread: nil, text: "later", at: later))
        #expect(client.views.notices.last == ClientCore.offline)
        #expect(client.core.drafts.text(DraftKey(room: room)) == "later")
        client.tell(.schedule(room, thread: nil, text: "  ", at: later))
        #expect(world.server.scheduled[emma.id] == nil)
    }

    @Test("what was typed on meanwhile stays")
    func typedOn() {
        write("one")
        client.tell(.schedule(room, thread: nil, text: "one", at: later))
        write("one and two")
        world.settle()
        #expect(client.core.drafts.text(DraftKey(room: room)) == "one and two")
    }

    @Test("the open list follows what any device does: made, changed, cancelled; in the order of their times")
    func list() {
        client.tell(.openList(.scheduled, nil))
        world.settle()
        #expect(client.views.list?.items == [])
        client.tell(.schedule(room, thread: nil, text: "second **one**", at: later + 1))
        client.tell(.schedule(room, thread: nil, text: "first", at: later))
        world.settle()
        #expect(client.views.list?.items.map(\.row.text) == ["first", "second **one**"])
        #expect(client.views.list?.items.map(\.row.at) == [later, later + 1])
        #expect(client.views.list?.items.first?.roomName == "general")
        guard let first = client.views.list?.items.first?.scheduled else { return #expect(Bool(false)) }
        client.tell(.reschedule(first, text: "for @john", at: later + 2))
        world.settle()
        #expect(client.views.list?.items.map(\.row.text) == ["second **one**", "for @john"])
        client.tell(.unschedule(first))
        world.settle()
        #expect(client.views.list?.items.map(\.row.text) == ["second **one**"])
    }

    @Test("one that was not sent says why")
    func failed() {
        world.server.scheduled[emma.id] = [
            ScheduledMessage(
                id: world.server.nextID(), room: room, text: "no", at: Timestamp(milliseconds: 1), error: .muted)
        ]
        client.tell(.openList(.scheduled, nil))
        world.settle()
        #expect(client.views.list?.items.map(\.error) == [ErrorCode.muted.defaultMessage])
    }
}
