import ChatModel
import ChatWire
import Testing

@testable import ClientCore

/// John has said 3...12 in the room `other`, and Emma has read up to 6; she has two devices.
@Suite("Marking as unread goes back and never forward")
struct UnreadMarkingTests {
    let world = SimulatedWorld()
    let emma: User
    let other: RoomID
    let client: SimulatedClient
    let second: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        let john = world.server.addUser("John")
        world.server.addChannel("general", members: [emma, john])
        let other = world.server.addChannel("other", members: [emma, john])
        for number in 3...12 { world.server.say("\(number)", in: other, by: john) }
        _ = world.server.read(emma.id, other, 6)
        self.other = other
        client = SimulatedClient(world, cookie: emma.id)
        second = SimulatedClient(world, cookie: emma.id, entropy: 2)
        for one in [client, second] { one.start() }
        world.settle()
        for one in [client, second] { one.tell(.visible(false)) }
    }

    private var asked: [Request] {
        world.server.received.map { $0.request }.filter { request in
            switch request {
            case .read(let room, _), .markUnread(let room, _): room == other
            default: false
            }
        }
    }

    private func open(_ one: SimulatedClient) {
        one.tell(.openRoom(other))
        world.settle()
    }

    private func read(_ one: SimulatedClient) {
        one.tell(.visible(true))
        one.tell(.timelineReached(other, .bottom))
    }

    /// Nothing of a wish is left, and every device shows what the server holds.
    private func expect(unread: Int) {
        #expect(world.server.unread(emma.id, other) == unread)
        for one in [client, second] {
            #expect(one.views.room(other)?.unread == RoomState.text(unread))
            #expect(one.core.rooms[other]?.wish == nil)
        }
        #expect(client.core.reading.isEmpty && second.core.reading.isEmpty)
    }

    @Test("from a message that is unread already it changes nothing, and the server is not asked")
    func alreadyUnread() {
        for seq in [7, 8, 12, 13, .max] as [Int64] {
            client.tell(.markUnread(other, seq: seq))
            world.settle()
            expect(unread: 6)
        }
        #expect(asked.isEmpty)
    }

    @Test("answered with a cursor that is lower already, nobody waits for it to move")
    func standingCursor() {
        open(client)
        world.server.acknowledgesFirst = true
        client.connection?.isSlow = true
        second.tell(.markUnread(other, seq: 3))
        world.settle()
        client.tell(.markUnread(other, seq: 5))
        world.settle()
        #expect(client.core.rooms[other]?.wish?.isTold == true)
        #expect(client.views.room(other)?.unread == "8")
        if let connection = client.connection { world.server.endSlowness(connection) }
        world.settle()
        expect(unread: 10)
        read(client)
        world.settle()
        expect(unread: 0)
    }

    @Test("two devices that mark and read at once end alike, whatever the server hears first", arguments: 0..<200)
    func together(seed: UInt64) {
        var entropy = Entropy(high: seed, low: 0xba5e)
        for one in [client, second] { open(one) }
        for _ in 0..<12 {
            let one = entropy.next(through: 1) == 0 ? client : second
            world.server.acknowledgesFirst = entropy.next(through: 1) == 0
            switch entropy.next(through: 5) {
            case 0: read(one)
            case 1: one.cut()
            case 2: one.connection?.isSlow = true
            case 3: if let connection = one.connection { world.server.endSlowness(connection) }
            default: one.tell(.markUnread(other, seq: 3 + entropy.next(through: 10)))
            }
            for _ in 0..<entropy.next(through: 6) { world.step(&entropy) }
        }
        for one in [client, second] {
            if let connection = one.connection { world.server.endSlowness(connection) }
        }
        world.advance(60_000)
        expect(unread: world.server.unread(emma.id, other))
    }

    @Test("when the answer is lost it is asked again, and that ends", arguments: [false, true])
    func lostAnswer(withEvent: Bool) {
        world.server.silent = [.markUnread]
        if !withEvent { client.connection?.isSlow = true }
        client.tell(.markUnread(other, seq: 5))
        world.settle()
        #expect(world.server.unread(emma.id, other) == 8)
        world.server.silent = []
        client.cut()
        world.advance(60_000)
        expect(unread: 8)
        #expect(asked.count == 1, "the event that `sync` brings is answer enough")
    }

    @Test("when the request is lost it is asked again, and that ends")
    func lostRequest() {
        open(client)
        client.goOffline()
        client.tell(.markUnread(other, seq: 5))
        #expect(client.views.room(other)?.unread == "8")
        client.goOnline()
        world.settle()
        expect(unread: 8)
        #expect(asked == [.markUnread(room: other, seq: 5)])
    }

    @Test("what was read here and marked before the server heard of it is read up to there and no further")
    func readThenUnread() {
        open(client)
        client.goOffline()
        read(client)
        client.tell(.markUnread(other, seq: 9))
        #expect(client.views.room(other)?.unread == "4")
        client.tell(.markUnread(other, seq: 10))
        client.tell(.markUnread(other, seq: 8))
        #expect(client.views.room(other)?.unread == "5")
        client.goOnline()
        world.settle()
        expect(unread: 5)
        #expect(asked == [.read(room: other, seq: 7)])
    }

    @Test("the same where the reading was under way, its answer lost, or everything but what is stored")
    func readUnderWay() {
        open(client)
        world.server.silent = [.read]
        read(client)
        client.tell(.markUnread(other, seq: 9))
        world.settle()
        #expect(world.server.unread(emma.id, other) == 0)
        world.server.silent = []
        world.advance(3000)
        client.kill()
        client.start()
        client.tell(.visible(false))
        #expect(client.views.room(other)?.unread == "4")
        world.advance(60_000)
        expect(unread: 4)
        #expect(asked.suffix(2) == [.read(room: other, seq: 8), .markUnread(room: other, seq: 9)])
    }
}
