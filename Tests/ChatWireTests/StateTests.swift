import ByteCoding
import ChatModel
import Testing

@testable import ChatWire

@Suite("One's own state on the wire, and who is there")
struct StateTests {
    private let user = UserID(millisecond: 0, entropy: 2)
    private let room = RoomID(millisecond: 0, entropy: 1)

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func frame(_ body: PersonEvent.Body) -> String {
        text(
            EventFrame.encode(
                .person(
                    PersonEvent(
                        place: .start, user: user, useq: 6, at: Timestamp(milliseconds: 99), body: body)),
                safe: Place(rawValue: 42)))
    }

    private func ok(_ answer: [UInt8]) throws -> JSON {
        guard case .ok(let content) = ReceivedAnswer(arguments: (try JSON.parse(answer).arrayValue ?? [])[...]) else {
            throw ChatError(.internal)
        }
        return content
    }

    private var preferences: [(Preferences, String)] {
        [
            (Preferences(), #"{"quiet":null,"dnd_until":null,"sound":true,"preview":true}"#),
            (
                Preferences(
                    quiet: QuietHours(from: 1320, to: 420), dndUntil: Timestamp(milliseconds: 7), sound: false,
                    preview: false),
                #"{"quiet":{"from":1320,"to":420},"dnd_until":7,"sound":false,"preview":false}"#
            ),
        ]
    }

    @Test("levels and preferences")
    func events() {
        let head = #"{"safe":"000000000001a","useq":6,"kind":""#
        #expect(
            frame(.levelChanged(room: room, .nothing))
                == head + #"level","at":99,"room":"0000000000001","level":"none"}"#)
        for (value, written) in preferences {
            #expect(
                frame(.preferencesChanged(value)) == head + #"preferences","at":99,"preferences":\#(written)}"#)
        }
    }

    @Test("preferences are answered as they are told")
    func answers() throws {
        for (value, written) in preferences {
            #expect(text(Answer.preferences(value)) == #"[{"ok":{"preferences":\#(written)}}]"#)
            #expect(AnswerContent.preferences(try ok(Answer.preferences(value))) == value)
        }
        #expect(AnswerContent.preferences([:]) == nil)
        #expect(AnswerContent.preferences(["preferences": [:]]) == Preferences())
        #expect(
            AnswerContent.preferences(["preferences": ["quiet": ["from": 1, "to": 1440], "sound": 1]]) == Preferences())
    }

    @Test("drafts, as answer and as event, with their threads")
    func drafts() throws {
        let head = #"{"safe":"000000000001a","useq":6,"kind":"draft","at":99,"room":"0000000000001","#
        let (key, thread) = (DraftKey(room: room), DraftKey(room: room, thread: 7))
        #expect(frame(.draftChanged(key, text: "")) == head + #""text":""}"#)
        #expect(frame(.draftChanged(thread, text: "a\"b")) == head + #""thread":7,"text":"a\"b"}"#)
        let drafts = [
            Draft(key: key, text: "x", at: Timestamp(milliseconds: 5)),
            Draft(key: thread, text: "y", at: Timestamp(milliseconds: 6)),
        ]
        #expect(
            text(Answer.drafts(drafts))
                == #"[{"ok":{"drafts":[{"room":"0000000000001","text":"x","at":5},{"room":"0000000000001","thread":7,"text":"y","at":6}]}}]"#
        )
        #expect(AnswerContent.drafts(try ok(Answer.drafts(drafts))) == drafts)
        #expect(AnswerContent.drafts(["drafts": [7, ["room": "x"], ["room": "0000000000001"]]]) == [])
        #expect(text(Answer.draft(useq: 8)) == #"[{"ok":{"useq":8}}]"#)
        #expect(Answer.draft(useq: nil) == Answer.done)
    }

    @Test("what was saved, whole and by numbers")
    func saved() throws {
        let event = RoomEvent(
            place: .start, room: room, seq: 7, at: Timestamp(milliseconds: 99), actor: user,
            body: .messageGone(id: MessageID(millisecond: 0, entropy: 9)))
        let message = SavedMessage(event: event, savedAt: Timestamp(milliseconds: 5), place: Place(rawValue: 3))
        let written =
            #"{"room":"0000000000001","event":{"room":"0000000000001","seq":7,"kind":"message","at":99,"user":"0000000000002","id":"0000000000009","gone":true},"saved_at":5}"#
        #expect(
            text(Answer.saved(SavedPage(messages: [message], next: nil)))
                == #"[{"ok":{"messages":[\#(written)],"more":false}}]"#)
        #expect(
            text(Answer.saved(SavedPage(messages: [], next: Place(rawValue: 42))))
                == #"[{"ok":{"messages":[],"more":true,"next":"000000000001a"}}]"#)
        let other = RoomID(millisecond: 0, entropy: 2)
        for marks in [[], [(room, 3)], [(room, 3), (room, 9), (other, 1)]] as [[(RoomID, Int64)]] {
            let saved = marks.map { SavedMark(room: $0.0, seq: $0.1) }
            #expect(AnswerContent.savedMarks(try ok(Answer.savedMarks(saved))) == saved)
        }
        #expect(
            text(Answer.savedMarks([SavedMark(room: room, seq: 3), SavedMark(room: room, seq: 9)]))
                == #"[{"ok":{"saved":[{"room":"0000000000001","seqs":[3,9]}]}}]"#)
        #expect(
            AnswerContent.savedMarks([
                "saved": [7, ["room": "x", "seqs": [1]], ["room": "0000000000001", "seqs": ["x", 0]]]
            ])
                == [])
    }

    @Test("who is there, as answer and as notice; who cannot be read is left out")
    func presence() throws {
        let people = [
            Presence(user: user, state: .offline, lastSeen: Timestamp(milliseconds: 60_000)),
            Presence(user: UserID(millisecond: 0, entropy: 3), state: .dnd),
        ]
        let written =
            #"{"users":[{"id":"0000000000002","state":"offline","last_seen":60000},{"id":"0000000000003","state":"dnd"}]}"#
        #expect(text(Answer.presence(people)) == #"[{"ok":\#(written)}]"#)
        #expect(text(Notice.presence(people)) == written)
        #expect(AnswerContent.presence(try ok(Answer.presence(people))) == people)
        #expect(
            ReceivedNotice(name: "presence", arguments: [try JSON.parse(Notice.presence(people))]) == .presence(people))
        let strange: JSON = ["users": [["id": "x", "state": "away"], ["id": "0000000000002", "state": "asleep"], 7]]
        #expect(
            ReceivedNotice(name: "presence", arguments: [strange]) == .presence([Presence(user: user, state: .away)]))
        #expect(ReceivedNotice(name: "presence", arguments: [[:]]) == nil)
    }

    @Test("a room tells a level that is not the usual one")
    func level() throws {
        var membership = Membership(room: room, user: user, cursor: 3, joinedAt: Timestamp(milliseconds: 0))
        let plain = Room(
            id: room, kind: .channel, name: "General", description: "", createdBy: user,
            createdAt: Timestamp(milliseconds: 5))
        for level in [nil] + NotifyLevel.allCases.map(Optional.some) {
            membership.level = level
            let summary = RoomSummary(room: plain, memberCount: 1, lastSeq: 8, membership: membership, unread: 0)
            let answer = try ok(Answer.room(summary))
            #expect(answer["room"]?["level"]?.stringValue == level?.rawValue)
            #expect(AnswerContent.room(answer, reader: user) == summary)
            #expect(summary.level == level ?? .mentions)
        }
    }
}
