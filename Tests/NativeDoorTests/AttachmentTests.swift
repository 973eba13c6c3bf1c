import ChatModel
import Testing

@testable import NativeDoor

@Suite("What the stream said while a connection's rooms were read")
struct AttachmentTests {
    let red = RoomID(millisecond: 1_800_000_000_000, entropy: 1)
    let blue = RoomID(millisecond: 1_800_000_000_000, entropy: 2)

    @Test("without news, the rooms are those that were read")
    func quiet() {
        #expect(Attachment().rooms(with: [red, blue], asOf: Place(rawValue: 9)) == [red, blue])
    }

    @Test("a room left after the read is not subscribed to, though the read still shows it")
    func leftAfterwards() {
        var attachment = Attachment()
        attachment.changed(red, isMember: false, at: Place(rawValue: 10))
        #expect(attachment.rooms(with: [red, blue], asOf: Place(rawValue: 9)) == [blue])
    }

    @Test("a room left before the read and shown by it was joined again, and is subscribed to")
    func rejoinedBeforeTheRead() {
        var attachment = Attachment()
        attachment.changed(red, isMember: false, at: Place(rawValue: 8))
        #expect(attachment.rooms(with: [red], asOf: Place(rawValue: 9)) == [red])
    }

    @Test("only the last word on a room counts")
    func lastWord() {
        var attachment = Attachment()
        attachment.changed(red, isMember: false, at: Place(rawValue: 10))
        attachment.changed(red, isMember: true, at: Place(rawValue: 11))
        #expect(attachment.rooms(with: [red], asOf: Place(rawValue: 9)) == [red])
    }

    @Test("a room joined after the read is subscribed to, though the read does not show it")
    func joinedAfterwards() {
        var attachment = Attachment()
        attachment.changed(blue, isMember: true, at: Place(rawValue: 10))
        #expect(attachment.rooms(with: [red], asOf: Place(rawValue: 9)) == [red, blue])
    }

    @Test("a room joined before the read that does not show it was left again, and is not subscribed to")
    func leftBeforeTheRead() {
        var attachment = Attachment()
        attachment.changed(red, isMember: true, at: Place(rawValue: 8))
        #expect(attachment.rooms(with: [], asOf: Place(rawValue: 9)) == [])
    }

    @Test("until when the person is not to be disturbed is what was said last, by the read or by the stream after it")
    func dnd() {
        let (read, told) = (Timestamp(milliseconds: 5), Timestamp(milliseconds: 7))
        var attachment = Attachment()
        #expect(attachment.dndUntil(with: read, asOf: Place(rawValue: 9)) == read)
        attachment.changed(dndUntil: told, at: Place(rawValue: 9))
        #expect(attachment.dndUntil(with: read, asOf: Place(rawValue: 9)) == read)
        #expect(attachment.dndUntil(with: read, asOf: Place(rawValue: 8)) == told)
        attachment.changed(dndUntil: nil, at: Place(rawValue: 10))
        #expect(attachment.dndUntil(with: read, asOf: Place(rawValue: 9)) == nil)
    }

    @Test("a connection's number tells its loop, and no two are alike")
    func numbers() {
        var seen: Set<UInt64> = []
        for count in [0, 1, 2, 1 << 40] as [UInt64] {
            for loop in [0, 1, 255] {
                let number = ConnectionNumber.make(count, loop: loop)
                #expect(seen.insert(number).inserted)
                #expect(ConnectionNumber.loop(of: number) == loop)
            }
        }
    }

    @Test("what the stream says of the person after the read holds, what it said before is in the read")
    func account() {
        let read = User(
            id: UserID(millisecond: 0, entropy: 1), email: "ann@example.org", handle: "ann", name: "Ann",
            avatar: Avatar(picture: "fox", color: "#c0ffee"), role: .member, createdAt: Timestamp(milliseconds: 0))
        var told = read
        (told.role, told.email) = (.guest, "")
        var attachment = Attachment()
        #expect(attachment.user(with: read, asOf: Place(rawValue: 9)) == read)
        attachment.changed(told, at: Place(rawValue: 9))
        #expect(attachment.user(with: read, asOf: Place(rawValue: 9)) == read)
        attachment.changed(told, at: Place(rawValue: 10))
        var expected = read
        expected.role = .guest
        #expect(attachment.user(with: read, asOf: Place(rawValue: 9)) == expected)
    }
}
