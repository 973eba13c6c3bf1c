import ChatModel
import ChatWire
import Testing

@testable import ClientCore

@Suite("What is held is what the server holds")
struct SyncTests {
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

    @Test("what was missed during a cut comes in pages, in order")
    func cut() {
        world.server.say("1", in: room, by: john)
        world.settle()
        client.cut()
        #expect(client.views.connection == .waiting)
        for number in 2...30 { world.server.say("\(number)", in: room, by: john) }
        world.server.syncPage = 7
        world.advance(3000)
        #expect(client.views.texts == (1...30).map { "\($0)" })
        #expect(client.views.connection == .online)
        #expect(asked(.rooms) == 1)
        #expect(asked(.sync) == 5)
    }

    @Test("live events that come during a sync wait for it, and overlap is dropped")
    func overlap() {
        client.cut()
        world.server.say("missed", in: room, by: john)
        world.server.syncPage = 1
        world.now += 3000
        client.reopen()
        client.tell(.socketOpened)
        for _ in 0..<3 { _ = client.deliver() }
        world.server.say("live", in: room, by: john)
        world.server.say("live too", in: room, by: john)
        #expect(!client.views.texts.contains("live"))
        world.settle()
        #expect(client.views.texts == ["missed", "live", "live too"])
    }

    @Test("after a gap what was left out is read, and nothing is shown twice")
    func gap() throws {
        let connection = try #require(client.connection)
        world.server.say("1", in: room, by: john)
        connection.isSlow = true
        world.server.say("2", in: room, by: john)
        world.server.say("3", in: room, by: john)
        world.server.endSlowness(connection)
        world.server.say("4", in: room, by: john)
        world.settle()
        #expect(client.views.texts == ["1", "2", "3", "4"])
        #expect(asked(.sync) == 1)
    }

    @Test("a gap during a sync is read afterwards")
    func gapWhileSyncing() throws {
        client.cut()
        for number in 1...4 { world.server.say("\(number)", in: room, by: john) }
        world.server.syncPage = 2
        world.now += 3000
        client.reopen()
        client.tell(.socketOpened)
        for _ in 0..<3 { _ = client.deliver() }
        let connection = try #require(client.connection)
        connection.isSlow = true
        world.server.say("5", in: room, by: john)
        world.server.endSlowness(connection)
        world.settle()
        #expect(client.views.texts == ["1", "2", "3", "4", "5"])
        #expect(client.views.connection == .online)
    }

    @Test("a gap that comes after the last page was made is read too")
    func gapAfterLastPage() throws {
        client.cut()
        world.server.say("1", in: room, by: john)
        world.now += 3000
        client.reopen()
        client.tell(.socketOpened)
        for _ in 0..<3 { _ = client.deliver() }
        let connection = try #require(client.connection)
        // The only page is on its way; what comes now is in no page, and behind the gap's word.
        connection.isSlow = true
        world.server.say("2", in: room, by: john)
        world.server.endSlowness(connection)
        connection.outgoing.insert(connection.outgoing.removeLast(), at: 0)
        world.settle()
        #expect(client.views.texts == ["1", "2"])
    }

    @Test("an old leaving that is told again does not remove a room that was joined since")
    func oldLeaving() throws {
        world.server.leave(emma.id, room)
        world.server.join(emma.id, room)
        world.settle()
        let left = try #require(
            world.server.log.last { event in
                if case .room(let event) = event { event.body == .memberLeft(emma.id) } else { false }
            })
        #expect(client.views.room(room) != nil)
        world.server.emit(
            "event", EventFrame.encode(left, safe: world.server.safe), on: try #require(client.connection))
        world.settle()
        #expect(client.views.room(room) != nil)
    }

    @Test("a live event that leaves a hole makes the client read what is missing")
    func hole() throws {
        let connection = try #require(client.connection)
        world.server.say("1", in: room, by: john)
        connection.outgoing.removeAll()
        world.server.say("2", in: room, by: john)
        world.settle()
        #expect(client.views.texts == ["1", "2"])
    }

    @Test("a place that is too old loads everything afresh; drafts and what was not sent stay")
    func resync() {
        client.tell(.draft(room, thread: nil, text: "draft"))
        let other = world.server.addChannel("other", members: [emma])
        world.settle()
        client.goOffline()
        client.say("unsent", in: room)
        for number in 1...3 { world.server.say("\(number)", in: room, by: john) }
        world.server.leave(emma.id, other)
        world.server.oldestPlace = UInt64(world.server.log.count)
        client.goOnline()
        world.settle()
        #expect(asked(.rooms) == 2)
        #expect(client.views.texts == ["1", "2", "3", "unsent"])
        #expect(client.views.states.allSatisfy { $0 == .sent })
        #expect(client.views.rooms.map { $0.id } == [room])
        #expect(["", "draft"].contains(client.core.drafts.text(DraftKey(room: room))))
    }

    @Test("the place of live events is not taken while a sync is under way")
    func placeDuringSync() {
        client.cut()
        for number in 1...6 { world.server.say("\(number)", in: room, by: john) }
        world.server.syncPage = 2
        world.now += 3000
        client.reopen()
        client.tell(.socketOpened)
        for _ in 0..<3 { _ = client.deliver() }
        world.server.say("7", in: room, by: john)
        _ = client.deliver()
        _ = client.deliver()
        // Cut again in the middle: the next sync has to begin where the last page ended.
        client.cut()
        world.advance(10_000)
        #expect(client.views.texts == (1...7).map { "\($0)" })
    }

    @Test("an error that passes is waited for", arguments: [RequestName.rooms, .sync, .history])
    func retried(name: RequestName) {
        if name == .sync { client.cut() } else { client.stored = [:] }
        world.server.refusals = [(name, ChatError(.busy))]
        if name != .sync { client.start() }
        world.server.say("1", in: room, by: john)
        world.advance(40_000)
        #expect(client.views.texts == ["1"])
        #expect(client.views.connection == .online)
    }

    @Test("rooms joined and left on another device while away are seen")
    func membershipWhileAway() {
        let left = world.server.addChannel("left", members: [emma])
        world.settle()
        #expect(client.views.room(left) != nil)
        client.cut()
        world.server.leave(emma.id, left)
        let joined = world.server.addChannel("joined", members: [john, emma])
        world.server.say("in there", in: joined, by: john)
        world.advance(3000)
        #expect(client.views.rooms.map { $0.name } == ["general", "joined"])
        #expect(client.views.room(joined)?.unread == "1")
    }

    @Test("a room that was left and joined again while away shows no hole")
    func rejoined() {
        world.server.say("before", in: room, by: john)
        world.settle()
        client.cut()
        world.server.leave(emma.id, room)
        world.server.say("unheard", in: room, by: john)
        world.server.join(emma.id, room)
        world.server.say("after", in: room, by: john)
        world.advance(3000)
        #expect(client.views.texts == ["before", "unheard", "after"])
    }

    @Test("kinds and streams of a newer server are passed over without losing count")
    func newerServer() throws {
        let connection = try #require(client.connection)
        let seq = world.server.lastSeq(room) + 1
        let safe = world.server.safe.description
        for text in [
            #"{"safe":"\#(safe)","room":"\#(room)","seq":\#(seq),"kind":"reaction","at":1,"user":"\#(john.id)"}"#,
            #"{"safe":"\#(safe)","useq":900,"kind":"level","at":1}"#, #"{"safe":"\#(safe)","kind":"weather"}"#,
            #"{"kind":"weather"}"#,
        ] {
            world.server.emit("event", Array(text.utf8), on: connection)
        }
        world.server.emit("fireworks", Array("{}".utf8), on: connection)
        world.settle()
        let before = asked(.sync)
        world.server.emit(
            "event",
            Array(
                #"{"safe":"\#(safe)","room":"\#(room)","seq":\#(seq + 1),"kind":"message","at":1,"user":"\#(john.id)","id":"0000000000009","text":"next","extra":{}}"#
                    .utf8), on: connection)
        world.settle()
        #expect(client.views.texts == ["next"])
        #expect(asked(.sync) == before)
    }
}
