import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

/// Two people on three devices do anything at any time while connections break, stall and come back; in the end
/// everybody sees what the server holds.
@Suite("Random runs against the server's truth", .ownThread)
struct RandomRunTests {
    @Test("the same messages in the same order, each once, and the same unread", arguments: 0..<24)
    func run(seed: UInt64) {
        var entropy = Entropy(high: seed, low: 0x5eed)
        let world = SimulatedWorld()
        let emma = world.server.addUser("Emma")
        let john = world.server.addUser("John")
        var rooms = ["a", "b", "c"].map { world.server.addChannel($0, members: [emma, john]) }
        let clients = [emma, emma, john].enumerated().map { index, user in
            SimulatedClient(world, cookie: user.id, entropy: seed &* 31 &+ UInt64(index) &* 7)
        }
        world.server.syncPage = 1 + Int(entropy.next(through: 9))
        for client in clients { client.start() }
        var said = 0
        for _ in 0..<400 {
            let client = clients[Int(entropy.next(through: 2))]
            let room = rooms[Int(entropy.next(through: Int64(rooms.count - 1)))]
            world.server.acknowledgesFirst = entropy.next(through: 1) == 0
            switch entropy.next(through: 19) {
            case 0...4:
                said += 1
                if client.core.rooms[room] != nil { client.say("m\(said)", in: room) }
            case 5: client.tell(.openRoom(room))
            case 6: client.tell(.timelineReached(room, .bottom))
            case 7: client.tell(.timelineLeft(room))
            case 8: client.tell(.timelineReached(room, .top))
            case 9: client.cut()
            case 10: client.connection?.isSlow = true
            case 11: if let connection = client.connection { world.server.endSlowness(connection) }
            case 12: if client.network { client.goOffline() } else { client.goOnline() }
            case 13:
                client.kill()
                client.start()
            case 14: client.reopen()
            case 19: client.tell(.visible(entropy.next(through: 1) == 0))
            case 15: world.advance(entropy.next(through: 6000))
            case 16:
                if entropy.next(through: 3) == 0 { world.server.oldestPlace = UInt64(world.server.log.count) }
            case 17:
                world.server.leave(emma.id, room)
                if entropy.next(through: 1) == 0 { world.server.join(emma.id, room) }
            case 18:
                if rooms.count < 6 { rooms.append(world.server.addChannel("r\(rooms.count)", members: [john, emma])) }
            default: break
            }
            // Whatever happens next may happen in the middle of any exchange.
            for _ in 0..<entropy.next(through: 12) { world.step(&entropy) }
        }
        world.server.syncPage = 500
        for room in rooms { world.server.join(emma.id, room) }
        for client in clients {
            if let connection = client.connection { world.server.endSlowness(connection) }
            if !client.network { client.goOnline() }
        }
        world.advance(120_000)
        world.ping()
        world.advance(60_000)
        for client in clients {
            #expect(client.views.connection == .online)
            // What was refused while not a member was shown as failed; everything else was sent.
            #expect(client.core.outbox.items.allSatisfy { if case .failed = $0.state { true } else { false } })
            let me = client.cookie!
            #expect(Set(client.views.rooms.map { $0.id }) == Set(rooms))
            for room in rooms { check(client, room, me, world) }
        }
        for room in rooms {
            let texts = world.server.texts(room)
            #expect(Set(texts).count == texts.count, "a message was kept twice")
        }
    }

    private func check(_ client: SimulatedClient, _ room: RoomID, _ me: UserID, _ world: SimulatedWorld) {
        // Reading on one device marks all others: compared before this device reads by opening the room.
        let unread = world.server.unread(me, room)
        #expect(client.views.room(room)?.unread == RoomState.text(unread))
        #expect(client.views.room(room)?.members == 2)
        client.tell(.openRoom(room))
        world.settle()
        for _ in 0..<20 {
            client.tell(.timelineReached(room, .top))
            world.settle()
        }
        let confirmed = client.views.rows.filter { $0.kind == .message && $0.state == .sent }.map { $0.text }
        #expect(confirmed == world.server.texts(room))
        let keys: [Int64] = client.views.rows.compactMap { if case .event(let seq) = $0.key { seq } else { nil } }
        #expect(keys == Array(1...world.server.lastSeq(room)))
    }
}
