import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Deleting, marking as unread and being removed", .ownThread)
struct DeletionTests {
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

    @Test("a deleted message keeps its place without its text and stops being unread")
    func deleted() {
        world.server.say("1", in: other, by: john)
        world.server.say("2", in: other, by: john)
        world.settle()
        #expect(client.views.room(other)?.unread == "2")
        world.server.delete(3, in: other, by: john.id)
        world.settle()
        #expect(client.views.room(other)?.unread == "1")
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.rows.filter { $0.kind == .message }.map { $0.isGone } == [true, false])
        #expect(client.views.texts == ["", "2"])
        world.server.delete(4, in: other, by: john.id)
        world.settle()
        #expect(client.views.texts == ["", ""])
        #expect(client.views.room(other)?.unread == "")
    }

    @Test("a message that was said and deleted while away is not taken off the count")
    func deletedWhileAway() {
        world.server.say("1", in: other, by: john)
        world.settle()
        client.cut()
        world.server.say("2", in: other, by: john)
        world.server.delete(4, in: other, by: john.id)
        world.server.syncPage = 1
        world.advance(5000)
        #expect(client.views.room(other)?.unread == "1")
    }

    @Test("past 999 the server is asked how many are left")
    func deletedPastLimit() {
        client.cut()
        for number in 1...1000 { world.server.say("\(number)", in: other, by: john) }
        world.advance(5000)
        #expect(client.views.room(other)?.unread == "999+")
        world.server.delete(3, in: other, by: john.id)
        world.settle()
        #expect(client.views.room(other)?.unread == "999")
    }

    @Test("one's own message is deleted on request, and offline nothing is claimed")
    func own() {
        client.say("mine", in: general)
        world.settle()
        client.goOffline()
        client.tell(.delete(general, seq: 3))
        #expect(client.views.notices.last == ClientCore.offline)
        client.goOnline()
        world.settle()
        client.tell(.delete(general, seq: 3))
        world.settle()
        #expect(client.views.rows.last?.isGone == true)
        client.tell(.delete(general, seq: 1))
        world.settle()
        #expect(client.views.notices.last == ErrorCode.notFound.defaultMessage)
    }

    @Test("marked as unread, it stays so on every device until the person comes back to it")
    func markUnread() {
        let second = SimulatedClient(world, cookie: emma.id, entropy: 2)
        second.start()
        for number in 1...3 { world.server.say("\(number)", in: general, by: john) }
        world.settle()
        #expect(world.server.unread(emma.id, general) == 0)
        client.tell(.markUnread(general, seq: 4))
        world.settle()
        for one in [client, second] {
            #expect(one.views.room(general)?.unread == "2")
            #expect(one.views.firstUnread == .event(4))
        }
        world.server.say("4", in: general, by: john)
        world.settle()
        #expect(second.views.room(general)?.unread == "3")
        second.tell(.timelineLeft(general))
        second.tell(.timelineReached(general, .bottom))
        world.settle()
        #expect(client.views.room(general)?.unread == "")
        #expect(world.server.unread(emma.id, general) == 0)
    }

    @Test("what was marked as unread offline is told later, and not again when another device has read since")
    func markUnreadOffline() {
        for number in 1...3 { world.server.say("\(number)", in: other, by: john) }
        _ = world.server.read(emma.id, other, 5)
        world.settle()
        client.goOffline()
        client.tell(.markUnread(other, seq: 4))
        world.advance(3000)
        client.kill()
        client.start()
        world.settle()
        #expect(world.server.unread(emma.id, other) == 2)
        #expect(client.views.room(other)?.unread == "2")
        world.server.setCursor(emma.id, other, 5)
        client.cut()
        world.advance(5000)
        #expect(client.views.room(other)?.unread == "")
    }

    @Test("who is removed loses the room at once and is told")
    func removed() {
        world.server.remove(emma.id, from: general, by: john)
        world.settle()
        #expect(client.views.rooms.map { $0.id } == [other])
        #expect(client.views.notices.contains("You were removed from general."))
        world.server.say("secret", in: general, by: john)
        world.settle()
        #expect(!client.views.texts.contains("secret"))
    }

    @Test("removed and brought back while an answer was under way, the room is there in the end")
    func removedAndBack() throws {
        client.tell(.leave(other))
        world.settle()
        client.tell(.join(other))
        let connection = try #require(client.connection)
        world.server.leave(emma.id, other)
        world.server.join(emma.id, other)
        connection.outgoing.swapAt(0, connection.outgoing.count - 1)
        world.settle()
        #expect(client.views.room(other) != nil)
    }

    @Test("drafts and what waits to be sent outlive a place that is too old")
    func resync() {
        client.tell(.draft(other, thread: nil, text: "half a tho"))
        client.goOffline()
        client.say("waits", in: general)
        world.server.say("missed", in: general, by: john)
        world.server.oldestPlace = UInt64(world.server.log.count)
        client.goOnline()
        world.settle()
        #expect(world.server.texts(general) == ["missed", "waits"])
        client.tell(.openRoom(other))
        #expect(client.views.composer?.draft == "half a tho")
    }

    @Test("where unread begins is shown once it is known: not at the top of what happens to be held")
    func firstUnread() {
        client.tell(.timelineLeft(general))
        client.cut()
        for number in 1...120 { world.server.say("\(number)", in: other, by: john) }
        world.advance(5000)
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.firstUnread == nil)
        for _ in 0..<3 {
            client.tell(.timelineReached(other, .top))
            world.settle()
        }
        #expect(client.views.firstUnread == .event(3))
    }

    @Test("older messages of the day on top come as one addition above")
    func olderOfTheDay() {
        for number in 1...90 { world.server.say("\(number)", in: general, by: john) }
        client.stored = [:]
        client.start()
        world.settle()
        let resets = client.views.resets
        let before = client.effects.count
        client.tell(.timelineReached(general, .top))
        world.settle()
        #expect(client.views.texts.count == 90)
        #expect(client.views.resets == resets)
        let updates = client.effects.dropFirst(before).filter { effect in
            if case .view(.timelineUpdate) = effect { true } else { false }
        }
        #expect(updates.count <= 1)
    }

    @Test("what another tab left is sent once, in its order, and never for somebody else")
    func adopted() throws {
        let tab = SimulatedClient(world, cookie: emma.id, entropy: 9)
        tab.start()
        world.settle()
        tab.goOffline()
        for text in ["a", "b", "c"] { tab.say(text, in: general) }
        world.settle()
        let outbox = try #require(tab.stored[.outbox])
        tab.kill()
        client.tell(.adopt(outbox: outbox))
        client.tell(.adopt(outbox: outbox))
        world.settle()
        #expect(world.server.texts(general) == ["a", "b", "c"])
        let stranger = SimulatedClient(world, cookie: john.id, entropy: 10)
        stranger.start()
        world.settle()
        stranger.tell(.adopt(outbox: outbox))
        #expect(stranger.core.outbox.items.isEmpty)
    }
}
