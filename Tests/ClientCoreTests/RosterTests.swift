import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("The list of a room's members", .ownThread)
struct RosterTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("john")
        room = world.server.addPrivate(.group, "Us", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    var names: [String] { client.views.members.members.map { $0.person.name } }

    @Test("owners stand first, moderators then, each by name without regard to case")
    func order() {
        let others = ["Zoe", "adam", "Ben"].map { world.server.addUser($0) }
        for user in others { world.server.join(user.id, room, by: emma.id) }
        world.server.setPart(others[0].id, .moderator, in: room, by: emma)
        client.tell(.showMembers(room))
        #expect(client.views.members.loading)
        world.settle()
        #expect(names == ["Emma", "Zoe", "adam", "Ben", "john"])
        #expect(client.views.members.members.map { $0.part } == [.owner, .moderator, .member, .member, .member])
        #expect(client.views.members.members.map { $0.me } == [true, false, false, false, false])
        #expect(!client.views.members.loading && !client.views.members.more)
    }

    @Test("while it is open it follows who comes, goes and gets another part; closed it does not")
    func live() {
        client.tell(.showMembers(room))
        world.settle()
        let mia = world.server.addUser("Mia")
        world.server.join(mia.id, room, by: emma.id)
        world.settle()
        #expect(names == ["Emma", "john", "Mia"])
        world.server.setPart(mia.id, .owner, in: room, by: emma)
        world.settle()
        #expect(names == ["Emma", "Mia", "john"])
        world.server.remove(john.id, from: room, by: emma)
        world.settle()
        #expect(names == ["Emma", "Mia"])
        client.tell(.showMembers(nil))
        #expect(client.views.members.room == nil)
        world.server.leave(mia.id, room)
        world.settle()
        #expect(client.views.members.room == nil)
    }

    @Test("pages follow one another up to a number, and then when they are wanted")
    func paged() {
        for number in 0..<1200 {
            let id: UserID = world.server.nextID()
            var user = emma
            (user.id, user.name) = (id, "P\(number)")
            world.server.users[id] = user
            world.server.channels[room]?.members.insert(id)
        }
        client.tell(.showMembers(room))
        world.settle()
        #expect(names.count == 1000 && client.views.members.more)
        client.tell(.moreMembers)
        client.tell(.moreMembers)
        world.settle()
        #expect(names.count == 1200 && client.views.members.more)
        client.tell(.moreMembers)
        world.settle()
        #expect(names.count == 1202 && Set(names).count == 1202 && !client.views.members.more)
        #expect(world.server.received.filter { $0.request.name == .members }.count == 7)
    }

    @Test("what events told stands against a page that was read before them")
    func overtaken() {
        world.server.acknowledgesFirst = true
        world.server.membersPage = 1
        client.tell(.showMembers(room))
        let mia = world.server.addUser("Mia")
        world.server.join(mia.id, room, by: emma.id)
        world.server.remove(john.id, from: room, by: emma)
        world.settle()
        #expect(names == ["Emma", "Mia"])
        var roster = Roster()
        roster.open(room)
        let left = RoomEvent(
            place: Place(rawValue: 1), room: room, seq: 9, at: Timestamp(milliseconds: 0), actor: emma.id,
            body: .memberRemoved(john.id))
        let isTold = roster.take(left)
        let isFollowed = roster.take(
            [RoomMember(user: emma, role: .owner), RoomMember(user: john, role: .member)], more: false)
        #expect(isTold && !isFollowed)
        #expect(roster.entries == [emma.id: Roster.Entry(part: .owner)])
    }

    @Test("after a cut it is read anew, and who left meanwhile is gone")
    func reconnected() {
        client.tell(.showMembers(room))
        world.settle()
        client.cut()
        #expect(names == ["Emma", "john"])
        world.server.remove(john.id, from: room, by: emma)
        client.reopen()
        world.settle()
        #expect(names == ["Emma"] && !client.views.members.loading)
    }

    @Test("a list that cannot be read says why, and is read when it is opened again")
    func failed() {
        world.server.refusals.append((.members, ChatError(.busy)))
        client.tell(.showMembers(room))
        world.settle()
        #expect(client.views.members.error == ErrorCode.busy.defaultMessage && !client.views.members.loading)
        client.tell(.showMembers(room))
        world.settle()
        #expect(client.views.members.error == nil && names.count == 2)
        client.goOffline()
        client.tell(.showMembers(nil))
        client.tell(.showMembers(room))
        #expect(client.views.members.error == ClientCore.offline)
        client.goOnline()
        world.settle()
        #expect(client.views.members.error == nil && names.count == 2)
    }

    @Test("who is muted is told by the list, and by events while it is open")
    func muted() {
        client.tell(.showMembers(room))
        world.settle()
        world.server.append(.memberMuted(john.id, until: Timestamp(milliseconds: 5)), to: room, by: emma.id)
        world.settle()
        #expect(client.views.members.members.map { $0.mutedUntil } == [nil, 5])
        world.server.append(.memberMuted(john.id, until: nil), to: room, by: emma.id)
        world.settle()
        #expect(client.views.members.members.map { $0.mutedUntil } == [nil, nil])
        var roster = Roster()
        roster.open(room)
        let told = RoomEvent(
            place: Place(rawValue: 1), room: room, seq: 9, at: Timestamp(milliseconds: 0), actor: emma.id,
            body: .memberMuted(john.id, until: nil))
        _ = roster.take(told)
        _ = roster.take(
            [RoomMember(user: john, role: .member, mutedUntil: Timestamp(milliseconds: 7))], more: false)
        #expect(roster.entries[john.id]?.mutedUntil == Timestamp(milliseconds: 7))
    }

    @Test("it closes with the room, and there is none of a room that one is not in")
    func gone() {
        client.tell(.showMembers(room))
        world.settle()
        world.server.remove(emma.id, from: room, by: john)
        world.settle()
        #expect(client.views.members.room == nil)
        #expect(client.views.notices.last == "You were removed from Us.")
        client.tell(.showMembers(room))
        #expect(client.views.members.room == nil)
    }
}
