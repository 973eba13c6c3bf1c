import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Who people are now, and whom one has blocked", .ownThread)
struct OwnStateTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        room = world.server.addChannel("general", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private func asked(_ name: RequestName) -> Int { world.server.received.filter { $0.request.name == name }.count }

    @Test("a person's new name is shown at what they said before, live and after a cut")
    func renamed() {
        world.server.say("hi", in: room, by: john)
        world.settle()
        #expect(client.views.rows.last?.author?.name == "John")
        var changed = john
        changed.name = "Johnny"
        world.server.update(changed)
        world.settle()
        #expect(client.views.rows.last?.author?.name == "Johnny")
        client.cut()
        changed.name = "Jonathan"
        world.server.update(changed)
        world.advance(3000)
        #expect(client.views.rows.last?.author?.name == "Jonathan")
        #expect(asked(.rooms) == 1)
    }

    @Test("what one changes of oneself shows on all devices, with the address that only they know")
    func oneself() {
        var changed = emma
        (changed.name, changed.handle) = ("Em", "em")
        world.server.update(changed)
        world.settle()
        #expect(client.views.me == changed)
        #expect(client.views.me?.email == "emma@example.org")
    }

    @Test("whom one has blocked is asked for once and then heard of, over cuts and restarts")
    func blocks() {
        #expect(asked(.blocks) == 1)
        #expect(client.views.blocks == [])
        world.server.block(john.id, true, by: emma.id)
        world.settle()
        #expect(client.views.blocks == [john.id])
        client.cut()
        world.server.block(john.id, false, by: emma.id)
        world.advance(3000)
        #expect(client.views.blocks == [])
        world.server.block(john.id, true, by: emma.id)
        world.advance(3000)
        client.kill()
        client.start()
        #expect(client.views.blocks == [john.id])
        world.settle()
        #expect(client.views.blocks == [john.id])
        #expect(asked(.blocks) == 1)
    }

    @Test("whom one had blocked before is known from the first load")
    func before() {
        world.server.block(john.id, true, by: emma.id)
        let second = SimulatedClient(world, cookie: emma.id, entropy: 2)
        second.start()
        world.settle()
        #expect(second.views.blocks == [john.id])
    }

    @Test("an answer that was overtaken by a change does not undo it")
    func overtaken() {
        world.server.silent = [.blocks]
        let second = SimulatedClient(world, cookie: emma.id, entropy: 2)
        second.start()
        world.settle()
        world.server.block(john.id, true, by: emma.id)
        world.settle()
        #expect(second.views.blocks == [john.id])
        var blocks = Blocks()
        blocks.state.ask()
        blocks.changed(john.id, isBlocked: true)
        blocks.changed(emma.id, isBlocked: true)
        blocks.changed(emma.id, isBlocked: false)
        blocks.take([emma.id])
        #expect(blocks.users == [john.id] && blocks.state == .known)
        // Nothing waits for a second answer.
        blocks.take([])
        #expect(blocks.users == [john.id])
    }

    @Test("after a place that is too old, blocks and people are asked for again")
    func resync() {
        world.server.say("hi", in: room, by: john)
        world.settle()
        client.cut()
        // Nobody tells of these: the events are gone.
        world.server.users[john.id]?.name = "Johnny"
        world.server.blocks[emma.id] = [john.id]
        world.server.oldestPlace = UInt64(world.server.log.count) + 1
        world.server.say("again", in: room, by: john)
        world.advance(3000)
        #expect(client.views.rows.last?.author?.name == "Johnny")
        #expect(client.views.blocks == [john.id])
        #expect(asked(.blocks) == 2)
    }

    @Test("a guest, who hears no directory, reads who is who afresh with each connection")
    func guest() {
        world.server.users[emma.id]?.role = .guest
        world.server.say("hi", in: room, by: john)
        client.cut()
        world.advance(3000)
        world.server.users[john.id]?.name = "Johnny"
        client.cut()
        world.advance(3000)
        #expect(client.views.rows.last?.author?.name == "Johnny")
    }

    @Test("a server that knows no blocks is not asked again")
    func older() {
        let second = SimulatedClient(world, cookie: john.id, entropy: 2)
        world.server.refusals = [(.blocks, ChatError(.unknownRequest))]
        second.start()
        world.settle()
        second.cut()
        world.advance(3000)
        #expect(asked(.blocks) == 2)
        #expect(second.views.blocks == [])
    }

    @Test("logging out shows nobody's blocks")
    func loggedOut() {
        world.server.block(john.id, true, by: emma.id)
        world.settle()
        client.tell(.logOut)
        world.settle()
        #expect(client.views.blocks == [])
    }
}
