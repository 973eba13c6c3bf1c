import ChatModel
import ChatWire
import Testing

@testable import ClientCore

@Suite("Unread is never wrong")
struct UnreadTests {
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

    @Test("another room's message marks that room; opening it and reaching its end clears the mark")
    func marks() {
        #expect(client.views.header?.id == general)
        world.server.say("1", in: other, by: john)
        world.server.say("2", in: other, by: john)
        world.settle()
        #expect(client.views.room(other)?.unread == "2")
        #expect(client.views.room(other)?.marked == true)
        #expect(client.views.title == "2")
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.room(other)?.unread == "2")
        #expect(client.views.firstUnread == .event(3))
        client.tell(.timelineReached(other, .bottom))
        world.settle()
        #expect(client.views.room(other)?.unread == "")
        #expect(client.views.title == "")
        #expect(world.server.unread(emma.id, other) == 0)
    }

    @Test("what comes in the room on screen is read at once, but not while nobody looks or the reader is further up")
    func onScreen() {
        world.server.say("1", in: general, by: john)
        world.settle()
        #expect(world.server.unread(emma.id, general) == 0)
        #expect(client.views.room(general)?.unread == "")
        client.tell(.visible(false))
        world.server.say("2", in: general, by: john)
        world.settle()
        #expect(client.views.room(general)?.unread == "1")
        client.tell(.visible(true))
        world.settle()
        #expect(client.views.room(general)?.unread == "")
        client.tell(.timelineLeft(general))
        world.server.say("3", in: general, by: john)
        world.settle()
        #expect(client.views.room(general)?.unread == "1")
        #expect(world.server.unread(emma.id, general) == 1)
    }

    @Test("own messages are never unread, from whatever device")
    func own() {
        client.tell(.visible(false))
        client.say("mine", in: general)
        world.server.say("mine elsewhere", in: general, by: emma)
        world.server.say("mine in another room", in: other, by: emma)
        world.settle()
        #expect(client.views.rooms.allSatisfy { $0.unread.isEmpty })
    }

    @Test("reading on another device clears the mark here, in part where only a part was read")
    func otherDevice() {
        for number in 1...3 { world.server.say("\(number)", in: other, by: john) }
        world.settle()
        #expect(client.views.room(other)?.unread == "3")
        _ = world.server.read(emma.id, other, 4)
        world.settle()
        #expect(client.views.room(other)?.unread == "1")
        _ = world.server.read(emma.id, other, 99)
        world.settle()
        #expect(client.views.room(other)?.unread == "")
    }

    @Test("counts continue from the server's, also past what is held, and end at 999+")
    func many() {
        client.cut()
        for number in 1...1005 { world.server.say("\(number)", in: other, by: john) }
        world.advance(3000)
        #expect(client.views.room(other)?.unread == "999+")
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.texts.count == 50)
        _ = world.server.read(emma.id, other, 1002)
        world.settle()
        #expect(client.views.room(other)?.unread == "\(world.server.unread(emma.id, other))")
        _ = world.server.read(emma.id, other, 1006)
        world.settle()
        #expect(client.views.room(other)?.unread == "\(world.server.unread(emma.id, other))")
    }

    @Test("a cursor that moves to before what is held is counted by the server")
    func beforeWindow() {
        for number in 1...200 { world.server.say("\(number)", in: other, by: john) }
        client.stored = [:]
        client.start()
        world.settle()
        #expect(client.views.room(other)?.unread == "200")
        client.tell(.openRoom(other))
        world.settle()
        _ = world.server.read(emma.id, other, 50)
        world.server.say("more", in: other, by: john)
        world.settle()
        #expect(client.views.room(other)?.unread == "\(world.server.unread(emma.id, other))")
    }

    @Test("an answer that counts a message before its event has come does not count it twice")
    func answerAhead() throws {
        for number in 1...200 { world.server.say("\(number)", in: other, by: john) }
        client.stored = [:]
        client.start()
        world.settle()
        client.tell(.openRoom(other))
        world.settle()
        let connection = try #require(client.connection)
        _ = world.server.read(emma.id, other, 50)
        world.server.say("more", in: other, by: john)
        _ = client.deliver()
        #expect(connection.outgoing.count == 2)
        connection.outgoing.swapAt(0, 1)
        world.settle()
        #expect(client.views.room(other)?.unread == "\(world.server.unread(emma.id, other))")
    }

    @Test("a message that comes between our joining elsewhere and the room's answer is counted")
    func answerBehind() throws {
        let third = world.server.addChannel("third", members: [john])
        world.settle()
        let connection = try #require(client.connection)
        world.server.join(emma.id, third)
        _ = client.deliver()
        world.server.say("at once", in: third, by: john)
        #expect(connection.outgoing.count == 2)
        connection.outgoing.swapAt(0, 1)
        world.settle()
        #expect(client.views.room(third)?.unread == "1")
        #expect(world.server.received.allSatisfy { $0.request.name != .sync })
    }

    @Test("what was read offline is told when the connection is back")
    func readOffline() {
        world.server.say("1", in: other, by: john)
        world.settle()
        client.tell(.openRoom(other))
        world.settle()
        client.goOffline()
        client.tell(.timelineReached(other, .bottom))
        #expect(client.views.room(other)?.unread == "")
        #expect(world.server.unread(emma.id, other) == 1)
        client.goOnline()
        world.settle()
        #expect(world.server.unread(emma.id, other) == 0)
    }

    @Test("what was read just before the end is told after a restart")
    func readBeforeRestart() {
        world.server.say("1", in: other, by: john)
        world.settle()
        client.tell(.openRoom(other))
        world.settle()
        client.goOffline()
        client.tell(.timelineReached(other, .bottom))
        world.advance(3000)
        client.kill()
        client.start()
        #expect(client.views.room(other)?.unread == "")
        world.settle()
        #expect(world.server.unread(emma.id, other) == 0)
    }

    @Test("joining and leaving are not unread")
    func memberships() {
        let new = world.server.addUser("Mia")
        world.server.join(new.id, other)
        world.server.leave(new.id, other)
        world.settle()
        #expect(client.views.room(other)?.unread == "")
        #expect(client.views.room(other)?.members == 2)
    }
}
