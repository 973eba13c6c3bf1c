import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Saved messages on a person's devices", .ownThread)
struct SavedTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        room = world.server.addChannel("general", members: [emma, john])
        world.server.say("one", in: room, by: john)
        world.server.say("two", in: room, by: john)
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private func asked(_ name: RequestName) -> Int { world.server.received.filter { $0.request.name == name }.count }

    private func mark(_ text: String) -> SavedMark {
        let event = world.server.channels[room]?.events.first { event in
            if case .message(let message) = event.body { message.text == text } else { false }
        }
        return SavedMark(room: room, seq: event?.seq ?? 0)
    }

    private var shown: [String] { client.views.rows.filter { $0.isSaved }.map { $0.text } }

    @Test("what is saved is marked at once, over cuts, restarts and places that are too old")
    func marks() {
        #expect(shown == [])
        client.tell(
            .ask(id: 1, name: "save", arguments: #"{"room":"\#(room)","seq":\#(mark("one").seq),"saved":true}"#))
        world.settle()
        #expect(shown == ["one"])
        client.cut()
        world.server.save(mark("two"), true, by: emma.id)
        world.advance(3000)
        #expect(shown == ["one", "two"])
        world.advance(3000)
        client.kill()
        client.start()
        #expect(shown == ["one", "two"])
        world.server.save(mark("one"), false, by: emma.id)
        world.settle()
        #expect(shown == ["two"])
        #expect(asked(.savedMarks) == 1)
        client.cut()
        world.server.saved[emma.id] = [mark("one")]
        world.server.oldestPlace = UInt64(world.server.log.count) + 1
        world.server.say("three", in: room, by: john)
        world.advance(3000)
        #expect(shown == ["one"])
        #expect(asked(.savedMarks) == 2)
    }

    @Test("an answer that was overtaken by a change does not undo it")
    func overtaken() {
        var saved = SavedMessages()
        let marks = (1...3).map { SavedMark(room: room, seq: $0) }
        saved.state.ask()
        saved.changed(marks[0], isSaved: true)
        saved.changed(marks[1], isSaved: false)
        saved.take([marks[1], marks[2]])
        #expect(Set(saved.marks) == [marks[0], marks[2]] && saved.state == .known)
        saved.take([])
        #expect(Set(saved.marks) == [marks[0], marks[2]])
    }

    @Test("a server that keeps none is not asked again, and logging out shows none")
    func older() {
        world.server.save(mark("one"), true, by: emma.id)
        world.settle()
        client.tell(.logOut)
        world.settle()
        #expect(client.core.saved.marks == [])
        let second = SimulatedClient(world, cookie: john.id, entropy: 2)
        world.server.refusals = [(.savedMarks, ChatError(.unknownRequest))]
        second.start()
        world.settle()
        second.cut()
        world.advance(3000)
        #expect(asked(.savedMarks) == 2)
    }

    @Test("a message is saved and taken away by its menu; the list of those follows, with what was deleted since")
    func list() {
        client.tell(.message(room, seq: mark("one").seq, .save(true)))
        world.settle()
        #expect(shown == ["one"])
        client.tell(.openList(.saved, nil))
        world.settle()
        #expect(client.views.list?.items.map(\.row.text) == ["one"])
        client.tell(.message(room, seq: mark("two").seq, .save(true)))
        world.settle()
        #expect(client.views.list?.items.map(\.row.text) == ["two", "one"])
        let gone = mark("one").seq
        world.server.delete(gone, in: room, by: john.id)
        world.settle()
        #expect(client.views.list?.items.map(\.row.isGone) == [false, true])
        client.tell(.message(room, seq: gone, .save(false)))
        world.settle()
        #expect(client.views.list?.items.map(\.row.text) == ["two"])
    }
}
