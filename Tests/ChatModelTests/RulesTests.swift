import Testing

@testable import ChatModel

@Suite("Unread, times and codes")
struct RulesTests {
    private let me = UserID(millisecond: 0, entropy: 1)
    private let other = UserID(millisecond: 0, entropy: 2)
    private let room = RoomID(millisecond: 0, entropy: 3)

    private func event(_ seq: Int64, by actor: UserID, _ body: RoomEvent.Body? = nil) -> RoomEvent {
        RoomEvent(
            place: Place(rawValue: UInt64(seq)), room: room, seq: seq, at: Timestamp(milliseconds: 0), actor: actor,
            body: body ?? .message(Message(id: MessageID(millisecond: 0, entropy: 1), text: "hello")))
    }

    @Test("unread are others' messages after the cursor, and nothing else")
    func unread() {
        #expect(Unread.isUnread(event(5, by: other), cursor: 4, reader: me))
        #expect(!Unread.isUnread(event(5, by: other), cursor: 5, reader: me))
        #expect(!Unread.isUnread(event(5, by: me), cursor: 4, reader: me))
        #expect(!Unread.isUnread(event(5, by: other, .memberJoined(other)), cursor: 4, reader: me))
        #expect(!Unread.isUnread(event(5, by: other, .memberLeft(other)), cursor: 4, reader: me))
    }

    @Test("counts are exact to 999 and 1000 stands for more")
    func counting() {
        let events = (1...1200).map { event($0, by: other) }
        #expect(Unread.count(events, cursor: 201, reader: me) == 999)
        #expect(Unread.count(events, cursor: 200, reader: me) == 1000)
        #expect(Unread.count(events, cursor: 0, reader: me) == 1000)
        #expect(Unread.count(events, cursor: 1200, reader: me) == 0)
    }

    @Test("a time is held at the ends of its range")
    func times() {
        #expect(Timestamp(milliseconds: 5).advanced(bySeconds: 2) == Timestamp(milliseconds: 2005))
        #expect(Timestamp(milliseconds: 5).advanced(bySeconds: .max) == Timestamp(milliseconds: .max))
        #expect(Timestamp(milliseconds: 5).advanced(bySeconds: .min) == Timestamp(milliseconds: .min))
        #expect(Timestamp(milliseconds: .max).advanced(bySeconds: 1) == Timestamp(milliseconds: .max))
    }

    @Test("every code has words for people and is written in lower case")
    func codes() {
        for code in ErrorCode.allCases {
            #expect(!code.defaultMessage.isEmpty)
            #expect(code.rawValue.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x5f })
            #expect(ChatError(code).message == code.defaultMessage)
        }
    }

    @Test("only owners and administrators administer")
    func roles() {
        #expect(Role.allCases.filter(\.administers) == [.owner, .admin])
    }

    @Test("a page holds at least one")
    func pages() {
        #expect(PageSize(usual: 1, most: 0).range == 1...1)
        #expect(Limits.historyPage.range == 1...200)
    }
}
