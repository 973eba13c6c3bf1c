import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Retention, mutes and slow mode", .ownThread)
struct OrderTests {
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

    @Test("messages that are kept no longer lose their text and stop being unread, those behind them stay")
    func expired() {
        for number in 1...4 { world.server.say("\(number)", in: other, by: john) }
        world.settle()
        #expect(client.views.room(other)?.unread == "4")
        world.server.expire(through: 5, in: other)
        world.settle()
        #expect(client.views.room(other)?.unread == "1")
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.texts == ["", "", "", "4"])
        #expect(client.views.rows.filter { $0.kind == .message }.map { $0.isGone } == [true, true, true, false])
        // Now the rows are held, and the newest goes too.
        world.server.say("5", in: other, by: john)
        world.settle()
        world.server.expire(through: 8, in: other)
        world.settle()
        #expect(client.views.texts == ["", "", "", "", ""])
        #expect(client.views.room(other)?.unread == "")
    }

    @Test("what went while away is not counted, and neither is it taken off twice", arguments: [1, 2, 500])
    func expiredWhileAway(page: Int) {
        world.server.say("1", in: other, by: john)
        world.settle()
        client.cut()
        for number in 2...4 { world.server.say("\(number)", in: other, by: john) }
        world.server.expire(through: 4, in: other)
        world.server.say("5", in: other, by: john)
        world.server.syncPage = page
        world.advance(5000)
        #expect(client.views.room(other)?.unread == "\(world.server.unread(emma.id, other))")
        #expect(client.views.room(other)?.unread == "3")
    }

    @Test("past 999 the server is asked how many are left")
    func expiredPastLimit() {
        client.cut()
        for number in 1...1005 { world.server.say("\(number)", in: other, by: john) }
        world.advance(5000)
        #expect(client.views.room(other)?.unread == "999+")
        world.server.expire(through: 12, in: other)
        world.settle()
        #expect(client.views.room(other)?.unread == "995")
    }

    @Test("a page that was read before the messages went shows them gone")
    func pageBefore() throws {
        for number in 1...3 { world.server.say("\(number)", in: other, by: john) }
        world.settle()
        client.tell(.openRoom(other))
        // The answer was made before, and comes after what happened meanwhile.
        let connection = try #require(client.connection)
        world.server.expire(through: 5, in: other)
        connection.outgoing.swapAt(0, connection.outgoing.count - 1)
        world.settle()
        #expect(client.views.texts == ["", "", ""])
    }

    @Test("a mute is shown in the room and told to who is muted")
    func muted() {
        client.tell(.openRoom(other))
        world.settle()
        world.server.append(.memberMuted(emma.id, until: Timestamp(milliseconds: 5)), to: other, by: john.id)
        world.settle()
        #expect(client.views.notices.last == "You were muted in other.")
        #expect(client.views.rows.last?.text == "Emma was muted")
        world.server.append(.memberMuted(emma.id, until: nil), to: other, by: john.id)
        world.server.append(.memberMuted(john.id, until: Timestamp(milliseconds: 5)), to: other, by: emma.id)
        world.settle()
        #expect(client.views.notices.last == "You may write in other again.")
        #expect(client.views.rows.suffix(2).map { $0.text } == ["Emma may write again", "John was muted"])
    }

    @Test("a room's rules are kept with it, through a restart")
    func rules() throws {
        world.server.channels[other]?.room.slowMode = 30
        world.server.append(.roomRules(slowMode: 30, retention: 7), to: other, by: john.id)
        world.settle()
        #expect(client.core.rooms[other]?.room.slowMode == 30 && client.core.rooms[other]?.room.retention == 7)
        world.advance(3000)
        let stored = try #require(client.stored[.snapshot])
        let kept = try #require(Snapshot(stored: stored))
        #expect(kept.rooms.first { $0.room.id == other }?.room.retention == 7)
    }

    @Test("slow mode fails its message with the reason, and holds up no other room")
    func slow() {
        let error = ChatError(.rateLimited, "Wait a little.", field: "room", retryAfter: 3_000_000)
        world.server.refusals = [(.send, error)]
        client.tell(.openRoom(general))
        client.say("too fast", in: general)
        client.say("elsewhere", in: other)
        world.settle()
        #expect(world.server.texts(other) == ["elsewhere"])
        #expect(client.views.states == [.failed])
        #expect(client.views.rows.last?.error == "Wait a little.")
        let nonce = client.views.rows.last?.nonce ?? ""
        client.tell(.retry(nonce: nonce))
        world.settle()
        #expect(world.server.texts(general) == ["too fast"])
    }
}
