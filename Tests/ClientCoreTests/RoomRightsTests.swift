import ChatModel
import Testing

@testable import ClientCore

/// docs/permissions.md, for who is in the room, written by hand.
@Suite("What is offered in a room")
struct RoomRightsTests {
    func rights(
        _ kind: Room.Kind, _ part: RoomRole, _ role: Role = .member, archived: Bool = false
    ) -> RoomRights {
        RoomRights(
            in: Room(
                id: RoomID(rawValue: 1)!, kind: kind, name: "", description: "", createdBy: UserID(rawValue: 2)!,
                createdAt: Timestamp(milliseconds: 0), isArchived: archived), part: part, role: role)
    }

    @Test("members write, add people and leave", arguments: [Room.Kind.channel, .group], [Role.member, .bot])
    func members(kind: Room.Kind, role: Role) {
        var expected = RoomRights()
        (expected.writes, expected.addsPeople, expected.leaves) = (true, true, true)
        #expect(rights(kind, .member, role) == expected)
    }

    @Test("moderators remove members and rename as well", arguments: [Room.Kind.channel, .group])
    func moderators(kind: Room.Kind) {
        var expected = RoomRights()
        (expected.writes, expected.addsPeople, expected.leaves) = (true, true, true)
        (expected.removes, expected.renames) = (.members, true)
        #expect(rights(kind, .moderator) == expected)
    }

    @Test(
        "owners of the room, and owners and administrators of the server who are in it, decide over everything",
        arguments: [(RoomRole.owner, Role.member), (.member, .owner), (.moderator, .admin), (.member, .admin)])
    func owners(part: RoomRole, role: Role) {
        for kind in [Room.Kind.channel, .group] {
            var expected = RoomRights()
            (expected.writes, expected.addsPeople, expected.leaves) = (true, true, true)
            (expected.removes, expected.renames, expected.decides) = (.everybody, true, true)
            #expect(rights(kind, part, role) == expected)
        }
    }

    @Test("guests write and leave")
    func guests() {
        var expected = RoomRights()
        (expected.writes, expected.leaves) = (true, true)
        #expect(rights(.group, .member, .guest) == expected)
    }

    @Test("in a direct room everyone writes, and nobody does anything else", arguments: [Role.owner, .member, .guest])
    func direct(role: Role) {
        var expected = RoomRights()
        expected.writes = true
        #expect(rights(.direct, .member, role) == expected)
    }

    @Test("in the feed everyone writes, and those who keep order in it name it")
    func feed() {
        var expected = RoomRights()
        expected.writes = true
        #expect(rights(.feed, .member) == expected)
        expected.renames = true
        #expect(rights(.feed, .moderator) == expected)
        #expect(rights(.feed, .member, .admin) == expected)
    }

    @Test("in an archived room nothing is written, added or renamed; the rest stays")
    func archived() {
        var expected = RoomRights()
        (expected.leaves, expected.removes, expected.decides) = (true, .everybody, true)
        #expect(rights(.group, .owner, archived: true) == expected)
        (expected.removes, expected.decides) = (.members, false)
        #expect(rights(.channel, .moderator, archived: true) == expected)
        expected.removes = .nobody
        #expect(rights(.channel, .member, archived: true) == expected)
    }
}
