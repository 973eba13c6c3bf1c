import ChatModel
import ChatWire
import Testing

@testable import ClientCore

@Suite("What is said is kept once, in order, whatever breaks")
struct OutboxTests {
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

    private func sends() -> [Nonce] {
        world.server.received.compactMap { if case .send(_, _, let nonce, _, _) = $0.request { nonce } else { nil } }
    }

    @Test("a message shows at once, and once, whether its answer or its event comes first", arguments: [true, false])
    func eitherOrder(acknowledgesFirst: Bool) {
        world.server.acknowledgesFirst = acknowledgesFirst
        client.say("hello", in: room)
        #expect(client.views.texts == ["hello"])
        #expect(client.views.states == [.sending])
        #expect(client.views.queued == 1)
        var seen: [[String]] = []
        for _ in 0..<20 {
            world.settle()
            seen.append(client.views.texts)
        }
        #expect(seen.allSatisfy { $0 == ["hello"] })
        #expect(client.views.states == [.sent])
        #expect(client.views.rows.last?.key == .event(world.server.lastSeq(room)))
        #expect(client.views.queued == 0)
        #expect(client.stored[.outbox] == nil)
        #expect(client.views.resets == 2)  // loading, loaded
    }

    @Test("between the answer and the event the message is there once at each step", arguments: [true, false])
    func stepByStep(acknowledgesFirst: Bool) {
        world.server.acknowledgesFirst = acknowledgesFirst
        client.say("hello", in: room)
        client.tell(.stored(.outbox, ok: true))
        while client.deliver() { #expect(client.views.texts == ["hello"]) }
    }

    @Test("a message of somebody else that overtakes ours does not disturb it")
    func overtaken() {
        client.holdsStores = true
        client.say("mine", in: room)
        world.server.say("theirs", in: room, by: john)
        world.settle()
        #expect(client.views.texts == ["theirs", "mine"])
        client.releaseStores()
        world.settle()
        #expect(client.views.texts == ["theirs", "mine"])
        #expect(client.views.states == [.sent, .sent])
        #expect(client.views.resets == 2)
    }

    @Test("nothing is sent before it is stored, or storing has taken too long")
    func storedFirst() {
        client.holdsStores = true
        client.say("hello", in: room)
        world.settle()
        #expect(sends().isEmpty)
        #expect(client.stored[.outbox]?.contains("hello") == true)
        world.advance(3500)
        #expect(sends().count == 1)
    }

    @Test("one message a room is on its way; the order is the one in which they were said")
    func ordered() {
        world.server.silent = [.send]
        for text in ["a", "b", "c"] { client.say(text, in: room) }
        world.settle()
        #expect(sends().count == 1)
        world.server.silent = []
        client.cut()
        world.advance(3000)
        #expect(world.server.texts(room) == ["a", "b", "c"])
        #expect(client.views.texts == ["a", "b", "c"])
    }

    @Test("rooms do not wait for one another")
    func otherRoom() {
        let other = world.server.addChannel("other", members: [emma])
        world.settle()
        world.server.silent = [.send]
        client.say("a", in: room)
        client.say("b", in: other)
        world.settle()
        #expect(sends().count == 2)
    }

    @Test("after a cut the same nonce goes again, and the message is kept once")
    func cut() {
        client.say("hello", in: room)
        client.tell(.stored(.outbox, ok: true))
        client.cut()
        #expect(world.server.texts(room) == ["hello"])
        world.advance(3000)
        let nonces = sends()
        #expect(nonces.count == 2 && nonces[0] == nonces[1])
        #expect(world.server.texts(room) == ["hello"])
        #expect(client.views.texts == ["hello"])
        #expect(client.views.states == [.sent])
    }

    @Test("what was said offline survives a restart and is sent with its nonce")
    func restart() {
        world.advance(3000)
        client.goOffline()
        client.say("one", in: room)
        client.say("two", in: room)
        #expect(client.views.connection == .offline)
        #expect(client.views.queued == 2)
        let nonces = client.views.rows.compactMap { $0.nonce }
        client.kill()
        client.start(online: false)
        #expect(client.views.texts == ["one", "two"])
        #expect(client.views.states == [.sending, .sending])
        #expect(client.views.rows.compactMap { $0.nonce } == nonces)
        client.say("three", in: room)
        client.goOnline()
        world.settle()
        #expect(world.server.texts(room) == ["one", "two", "three"])
        #expect(client.views.texts == ["one", "two", "three"])
        #expect(Set(sends()).count == 3)
    }

    @Test("a message that the server had when the client died is not shown twice after the restart")
    func diedBeforeAnswer() {
        world.advance(3000)
        client.say("hello", in: room)
        client.tell(.stored(.outbox, ok: true))
        #expect(world.server.texts(room) == ["hello"])
        client.kill()
        client.start()
        #expect(client.views.texts == ["hello"])
        for _ in 0..<50 {
            if client.core.transport.state == .opening { client.tell(.socketOpened) }
            _ = client.deliver()
            #expect(client.views.texts == ["hello"])
        }
        world.settle()
        #expect(client.views.states == [.sent])
        #expect(client.stored[.outbox] == nil)
    }

    @Test("a refusal for good is shown with its reason; a retry sends the same nonce")
    func failedAndRetried() throws {
        world.server.refusals = [(.send, ChatError(.notMember))]
        client.say("hello", in: room)
        client.say("later", in: room)
        world.settle()
        #expect(client.views.texts == ["later", "hello"])
        #expect(client.views.states == [.sent, .failed])
        let failed = try #require(client.views.rows.first { $0.state == .failed })
        #expect(failed.error == ErrorCode.notMember.defaultMessage)
        client.tell(.retry(nonce: failed.nonce ?? ""))
        world.settle()
        #expect(client.views.texts == ["later", "hello"])
        #expect(client.views.states == [.sent, .sent])
        let nonces = sends()
        #expect(nonces.first == nonces.last && nonces.count == 3)
    }

    @Test("a nonce that was used for something else is not used again")
    func nonceReused() throws {
        world.server.refusals = [(.send, ChatError(.nonceReused))]
        client.say("hello", in: room)
        world.settle()
        let failed = try #require(client.views.rows.first { $0.state == .failed })
        client.tell(.retry(nonce: failed.nonce ?? ""))
        world.settle()
        let nonces = sends()
        #expect(nonces.count == 2 && nonces[0] != nonces[1])
        #expect(client.views.states == [.sent])
    }

    @Test("a failed message stays failed over a restart, and can be discarded")
    func discarded() throws {
        world.server.refusals = [(.send, ChatError(.notMember))]
        client.say("hello", in: room)
        world.advance(3000)
        client.kill()
        client.start()
        world.settle()
        #expect(client.views.states == [.failed])
        let failed = try #require(client.views.rows.first { $0.state == .failed })
        client.tell(.discard(nonce: failed.nonce ?? ""))
        #expect(client.views.texts == [])
        #expect(client.stored[.outbox] == nil)
    }

    @Test("where a retry helps, the message waits as long as the server says, and goes by itself")
    func busy() {
        world.server.refusals = [(.send, ChatError(.rateLimited, retryAfter: 9000))]
        client.say("hello", in: room)
        world.settle()
        #expect(client.views.states == [.sending])
        world.advance(8900)
        #expect(world.server.texts(room).isEmpty)
        world.advance(200)
        #expect(world.server.texts(room) == ["hello"])
        #expect(client.views.states == [.sent])
    }

    @Test("a send without an answer goes again after its time-out")
    func unanswered() {
        world.server.silent = [.send]
        client.say("hello", in: room)
        world.settle()
        world.server.silent = []
        for _ in 0..<4 {
            world.advance(10_000)
            world.ping()
        }
        #expect(world.server.texts(room) == ["hello"])
        #expect(client.views.states == [.sent])
        #expect(client.views.queued == 0)
    }

    @Test("blank texts are not sent, and too long ones stay in the composer")
    func refusedHere() {
        client.say(" \n\t", in: room)
        #expect(client.views.texts.isEmpty)
        let long = String(repeating: "x", count: 16_001)
        client.say(long, in: room)
        #expect(client.views.composer?.draft == long)
        #expect(client.views.notices.count == 1)
        client.say(String(repeating: "é", count: 16_000), in: room)
        world.settle()
        #expect(client.views.states == [.sent])
    }
}
