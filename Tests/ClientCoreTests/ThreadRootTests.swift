import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("What hangs on a message as its thread", .ownThread)
struct ThreadRootTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let mia: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        mia = world.server.addUser("Mia")
        room = world.server.addPrivate(.group, "us", members: [emma, john, mia])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
        client.tell(.openRoom(room))
        world.settle()
    }

    private struct Hanging: Hashable {
        var count = 0
        var at: Int64 = 0
        var names: [String] = []
    }

    private func hanging(_ root: Int64, on client: SimulatedClient) -> Hanging? {
        client.views.rows.first { $0.key == .event(root) }?.thread.map {
            Hanging(count: Int($0.count), at: $0.at, names: $0.faces.map(\.name))
        }
    }

    /// What is shown at the root on the device that stayed, where a fresh one shows the same.
    private func agreed(_ root: Int64) throws -> Hanging? {
        let fresh = SimulatedClient(world, cookie: emma.id, entropy: 7)
        fresh.start()
        world.settle()
        fresh.tell(.openRoom(room))
        world.settle()
        defer { fresh.kill() }
        try #require(fresh.views.rows.contains { $0.key == .event(root) })
        #expect(hanging(root, on: client) == hanging(root, on: fresh))
        return hanging(root, on: client)
    }

    private func reply(_ text: String, by user: User, to root: Int64) -> Int64 {
        world.advance(1_000)
        let seq = world.server.say(text, in: room, by: user, thread: root)
        world.settle()
        return seq
    }

    private func delete(_ seq: Int64, by user: User) {
        world.server.delete(seq, in: room, by: user.id)
        world.settle()
    }

    @Test(
        "when the newest reply is deleted, the one before it is the newest, and who wrote only that is not among them")
    func newestDeleted() throws {
        let root = world.server.say("root", in: room, by: emma)
        _ = reply("one", by: john, to: root)
        let last = reply("two", by: mia, to: root)
        #expect(try agreed(root)?.names == ["Mia", "John"])
        delete(last, by: mia)
        let left = try agreed(root)
        #expect(left?.count == 1 && left?.names == ["John"])
    }

    @Test("a reply that was said and deleted while the device was away was never one")
    func deletedWhileAway() throws {
        let root = world.server.say("root", in: room, by: emma)
        _ = reply("one", by: john, to: root)
        client.cut()
        let second = world.server.say("two", in: room, by: mia, thread: root)
        world.server.delete(second, in: room, by: mia.id)
        world.advance(3_000)
        #expect(try agreed(root)?.count == 1)
    }

    @Test("of what is kept no longer all or a part goes, of a root that went with it too")
    func expired() throws {
        let root = world.server.say("root", in: room, by: emma)
        let other = world.server.say("other", in: room, by: emma)
        let first = reply("one", by: john, to: root)
        _ = reply("aside", by: john, to: other)
        _ = reply("two", by: mia, to: root)
        world.server.expire(through: first, in: room)
        world.settle()
        #expect(try agreed(root)?.count == 1)
        #expect(try agreed(other)?.count == 1)
        world.server.expire(through: world.server.lastSeq(room), in: room)
        world.settle()
        #expect(try agreed(root) == nil)
        #expect(try agreed(other) == nil)
    }

    @Test("what is heard while the server is asked has it asked again, and a lost answer too")
    func overtaken() throws {
        let root = world.server.say("root", in: room, by: emma)
        let replies = (1...3).map { reply("reply \($0)", by: john, to: root) }
        world.server.delete(replies[2], in: room, by: john.id)
        world.server.delete(replies[1], in: room, by: john.id)
        _ = reply("and one more", by: mia, to: root)
        #expect(try agreed(root)?.names == ["Mia", "John"])
        delete(replies[0], by: john)
        client.cut()
        world.advance(3_000)
        #expect(try agreed(root)?.names == ["Mia"])
    }

    @Test("a client that is killed before it knows does not keep what is not certain")
    func killed() throws {
        let root = world.server.say("root", in: room, by: emma)
        _ = reply("one", by: john, to: root)
        let last = reply("two", by: mia, to: root)
        world.advance(3_000)
        world.server.refusals = [(.thread, ChatError(.busy, retryAfter: 60_000))]
        delete(last, by: mia)
        world.advance(3_000)
        client.kill()
        client.start()
        world.settle()
        client.tell(.openRoom(room))
        world.settle()
        #expect(try agreed(root)?.names == ["John"])
    }
}
