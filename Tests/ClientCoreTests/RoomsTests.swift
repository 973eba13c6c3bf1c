import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Rooms and their messages", .ownThread)
struct RoomsTests {
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

    @Test("rooms are in the order of their names without regard to case")
    func order() {
        for name in ["beta", "Alpha", "Zeta", "Ähre", "delta"] { world.server.addChannel(name, members: [emma]) }
        world.settle()
        #expect(client.views.rooms.map { $0.name } == ["Alpha", "beta", "delta", "general", "Zeta", "Ähre"])
    }

    @Test("channels, groups, direct rooms and what is archived stand apart, each in its order")
    func sections() {
        world.server.addPrivate(.direct, "", members: [john, emma])
        world.server.addPrivate(.group, "Beta", members: [john, emma])
        let alpha = world.server.addPrivate(.group, "alpha", members: [john, emma])
        let old = world.server.addChannel("an old one", members: [emma])
        world.server.archive(old, by: emma)
        world.settle()
        #expect(client.views.rooms.map { $0.name } == ["general", "alpha", "Beta", "John", "an old one"])
        #expect(client.views.rooms.map { $0.section } == [.channels, .groups, .groups, .direct, .archived])
        world.server.archive(alpha, by: john)
        world.settle()
        #expect(client.views.rooms.map { $0.name } == ["general", "Beta", "John", "alpha", "an old one"])
        #expect(client.views.room(alpha)?.isArchived == true && client.views.room(alpha)?.rights.writes == false)
        world.server.archive(alpha, false, by: john)
        world.settle()
        #expect(client.views.room(alpha)?.section == .groups && client.views.room(alpha)?.rights.writes == true)
    }

    @Test("the feed stands before all others, whatever it is called, and how many reports are open is handed on")
    func feed() {
        let feed = world.server.addPrivate(.feed, "Zebra", members: [john, emma])
        world.server.addChannel("Alpha", members: [emma])
        for connection in world.server.connections {
            world.server.emit("reports", Notice.reports(room: room, open: 2), on: connection)
        }
        world.settle()
        #expect(client.views.rooms.map { $0.name } == ["Zebra", "Alpha", "general"])
        #expect(client.views.room(feed)?.section == .feed)
        #expect(client.views.reports == [room: 2])
    }

    @Test("what one may do follows one's part in the room")
    func rights() {
        #expect(client.views.room(room)?.rights.renames == false)
        world.server.setPart(emma.id, .moderator, in: room, by: john)
        world.settle()
        #expect(client.views.room(room)?.part == .moderator && client.views.room(room)?.rights.renames == true)
    }

    @Test("it is told who added and removed somebody")
    func whoDidIt() {
        let mia = world.server.addUser("Mia")
        world.server.join(mia.id, room, by: john.id)
        world.settle()
        #expect(client.views.rows.last?.text == "John added Mia")
        world.server.remove(mia.id, from: room, by: john)
        world.settle()
        #expect(client.views.rows.last?.text == "John removed Mia")
    }

    @Test("a channel that another makes appears: as a notice, and in the open list of channels")
    func createdByAnother() {
        client.tell(.browseChannels(true))
        world.settle()
        #expect(client.views.channels.map { $0.name } == ["general"])
        let other = world.server.addChannel("design", members: [john])
        world.settle()
        #expect(client.views.channels.map { $0.name } == ["design", "general"])
        #expect(client.views.channels.map { $0.joined } == [false, true])
        #expect(client.views.notices.last == "There is a new channel: design")
        #expect(client.views.room(other) == nil)
        client.tell(.join(other))
        world.settle()
        #expect(client.views.header?.id == other)
        #expect(client.views.channels.first?.joined == true)
        #expect(client.views.room(other)?.members == 2)
    }

    @Test("a channel one makes is opened; a name that is taken stands beside its field")
    func create() {
        client.tell(.createChannel(name: "General", description: ""))
        #expect(client.views.form?.busy == true)
        world.settle()
        #expect(client.views.form?.error?.field == "name")
        client.tell(.createChannel(name: "new", description: "news"))
        world.settle()
        #expect(client.views.form?.done == true)
        #expect(client.views.header?.name == "new")
        #expect(client.views.headerState == .empty)
        #expect(client.views.rooms.count == 2)
    }

    @Test("leaving removes the room, also when it was left on another device")
    func leave() {
        let other = world.server.addChannel("other", members: [emma])
        world.settle()
        client.tell(.leave(room))
        world.settle()
        #expect(client.views.rooms.map { $0.id } == [other])
        #expect(client.views.header == nil)
        #expect(client.views.rows.isEmpty)
        world.server.leave(emma.id, other)
        world.settle()
        #expect(client.views.rooms.isEmpty)
    }

    @Test("the number of members follows who joins and leaves")
    func members() {
        let mia = world.server.addUser("Mia")
        world.server.join(mia.id, room)
        world.settle()
        #expect(client.views.room(room)?.members == 3)
        #expect(client.views.rows.last?.text == "Mia joined")
        world.server.leave(mia.id, room)
        world.settle()
        #expect(client.views.header?.members == 2)
        #expect(client.views.rows.last?.text == "Mia left")
    }

    @Test("history is read upwards page by page to its start, each message once")
    func history() {
        client.stored = [:]
        for number in 1...120 { world.server.say("\(number)", in: room, by: john) }
        client.start()
        world.settle()
        #expect(client.views.texts == (71...120).map { "\($0)" })
        #expect(!client.views.atStart)
        client.tell(.timelineReached(room, .top))
        #expect(client.views.loadingOlder)
        client.tell(.timelineReached(room, .top))
        world.settle()
        #expect(!client.views.loadingOlder)
        #expect(client.views.texts == (21...120).map { "\($0)" })
        client.tell(.timelineReached(room, .top))
        world.settle()
        #expect(client.views.texts == (1...120).map { "\($0)" })
        #expect(client.views.atStart)
        client.tell(.timelineReached(room, .top))
        #expect(!client.views.loadingOlder)
        #expect(client.views.resets == 2)
    }

    @Test("a room holds a bounded number of messages while its end is on screen")
    func bounded() {
        for number in 1...400 { world.server.say("\(number)", in: room, by: john) }
        world.settle()
        #expect(client.views.texts.count <= TimelineWindow.restingLimit)
        #expect(client.views.texts.last == "400")
        #expect(!client.views.atStart)
        client.tell(.timelineReached(room, .top))
        world.settle()
        let first = Int(client.views.texts.first ?? "") ?? 0
        #expect(client.views.texts == (first...400).map { "\($0)" })
    }

    @Test("days have lines, and messages of one author within five minutes follow one another")
    func grouping() {
        world.server.say("a", in: room, by: john)
        world.now += 300_000
        world.server.say("b", in: room, by: john)
        world.now += 300_001
        world.server.say("c", in: room, by: john)
        world.server.say("d", in: room, by: emma)
        world.now += 86_400_000
        world.server.say("e", in: room, by: emma)
        // A clock that goes back gives no second line of a day.
        world.now -= 86_400_000
        world.server.say("f", in: room, by: emma)
        world.settle()
        let messages = client.views.rows.filter { $0.kind == .message }
        #expect(messages.map { $0.follows } == [false, true, false, false, false, false])
        #expect(client.views.rows.filter { $0.kind == .day }.count == 2)
    }

    @Test("days begin where the person is")
    func utcOffset() {
        #expect(CivilDay(milliseconds: 0, offset: 0).number == 19_700_101)
        #expect(CivilDay(milliseconds: 0, offset: -1).number == 19_691_231)
        #expect(CivilDay(milliseconds: 1_709_164_800_000, offset: 0).text == "29 February 2024")
        #expect(CivilDay(milliseconds: 1_709_251_199_999, offset: 0).text == "29 February 2024")
        #expect(CivilDay(milliseconds: 1_709_251_199_999, offset: 1).text == "1 March 2024")
        #expect(CivilDay(milliseconds: .max, offset: 1440).year == 275_760)
        #expect(CivilDay(milliseconds: .min, offset: -1440).year == -271_821)
    }

    @Test("an address of a room opens it; one of a room that one is not in says so")
    func address() {
        let other = world.server.addChannel("other", members: [emma])
        let foreign = world.server.addChannel("foreign", members: [john])
        client.stored = [:]
        client.start(path: "/room/" + other.description)
        world.settle()
        #expect(client.views.header?.id == other)
        client.start(path: "/room/" + foreign.description)
        world.settle()
        #expect(client.views.header != nil && client.views.header?.id != foreign)
        #expect(client.views.notices.last == "You are not in this channel. Join it first.")
    }

    @Test("people whose names are not known yet are asked for, once")
    func people() {
        let mia = world.server.addUser("Mia")
        world.server.join(mia.id, room)
        client.stored = [:]
        client.start()
        world.server.say("hi", in: room, by: mia)
        world.settle()
        #expect(client.views.rows.last?.author?.name == "Mia")
        let asked = world.server.received.filter { $0.request.name == .users }
        #expect(asked.count <= 3)
    }
}
