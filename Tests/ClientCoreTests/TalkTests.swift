import ChatModel
import TestThreads
import Testing

@testable import ClientCore

@Suite("Edits and replies in a room", .ownThread)
struct TalkTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let general: RoomID
    let other: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        general = world.server.addChannel("general", members: [emma, john])
        other = world.server.addChannel("other", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private func message(_ text: String, thread: Int64? = nil) -> RoomEvent.Body {
        .message(Message(id: MessageID(millisecond: 1, entropy: 7), text: text, thread: thread))
    }

    @Test("a reply in a thread is no row of its room and does not count there, and neither does its end")
    func replies() {
        let root = world.server.append(message("root"), to: other, by: john.id).seq
        let reply = world.server.append(message("reply", thread: root), to: other, by: john.id).seq
        world.settle()
        #expect(client.views.room(other)?.unread == "1")
        world.server.append(
            .messageDeleted(target: reply, author: john.id, thread: root), to: other, by: john.id)
        world.settle()
        #expect(client.views.room(other)?.unread == "1")
        client.tell(.openRoom(other))
        world.settle()
        client.tell(.timelineReached(other, .bottom))
        world.settle()
        #expect(client.views.texts == ["root"])
        world.server.append(message("another", thread: root), to: other, by: john.id)
        world.settle()
        #expect(client.views.texts == ["root"])
        #expect(client.views.room(other)?.unread == "")
    }

    @Test("a reply that was deleted while away is taken for no message of the room")
    func shells() {
        let root = world.server.append(message("root"), to: other, by: john.id).seq
        world.settle()
        client.cut()
        let gone = MessageID(millisecond: 1, entropy: 8)
        let reply = world.server.append(.messageGone(id: gone, thread: root), to: other, by: john.id).seq
        world.server.append(
            .messageDeleted(target: reply, author: john.id, thread: root), to: other, by: john.id)
        world.advance(5000)
        #expect(client.views.room(other)?.unread == "1")
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.texts == ["root"])
    }

    @Test("an edit changes the row's text, heard live or before its message's page came; what is gone stays gone")
    func edits() {
        client.tell(.openRoom(other))
        world.settle()
        let seq = world.server.append(message("frist"), to: other, by: john.id).seq
        world.settle()
        #expect(client.views.texts == ["frist"])
        var edited = Message(id: MessageID(millisecond: 1, entropy: 7), text: "first")
        edited.editedAt = Timestamp(milliseconds: 9)
        world.server.append(.messageEdited(target: seq, author: john.id, edited), to: other, by: john.id)
        world.server.append(.reaction(target: seq, emoji: "🦊", isOn: true), to: other, by: john.id)
        world.server.append(.messagePinned(target: seq, isPinned: true), to: other, by: john.id)
        world.settle()
        #expect(client.views.texts == ["first"], "and neither an edit nor a reaction is a row")
        world.server.append(.messageEdited(target: seq, author: john.id, nil), to: other, by: john.id)
        world.settle()
        #expect(client.views.texts == ["first"])
        world.server.delete(seq, in: other, by: john.id)
        world.server.append(.messageEdited(target: seq, author: john.id, edited), to: other, by: john.id)
        world.settle()
        #expect(client.views.texts == [""])
    }
}
