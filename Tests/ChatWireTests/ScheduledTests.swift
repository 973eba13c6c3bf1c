import ByteCoding
import ChatModel
import Testing

@testable import ChatWire

@Suite("Messages that are to be sent later, on the wire")
struct ScheduledTests {
    private let room = RoomID(millisecond: 0, entropy: 1)
    private let id = ScheduledID(millisecond: 0, entropy: 7)

    /// Each of them, with and without what may be absent.
    static var requests: [ScheduleRequest] {
        let (room, id) = (RoomID(millisecond: 0, entropy: 1), ScheduledID(millisecond: 0, entropy: 7))
        let at = Timestamp(milliseconds: 99)
        return [
            .schedule(room: room, text: "x", at: at, nonce: .text("n")),
            .schedule(room: room, thread: 5, text: "x", at: at, nonce: .counted(instance: "a", counter: 1)),
            .scheduled, .update(id), .update(id, text: "y"), .update(id, text: "y", at: at), .cancel(id),
        ]
    }

    private var plain: ScheduledMessage {
        ScheduledMessage(id: id, room: room, text: "a\"b", at: Timestamp(milliseconds: 99))
    }

    private var failed: ScheduledMessage {
        ScheduledMessage(
            id: id, room: room, thread: 5, text: "x", at: Timestamp(milliseconds: 1), error: .archived)
    }

    private func ok(_ answer: [UInt8]) throws -> JSON {
        guard case .ok(let content) = ReceivedAnswer(arguments: (try JSON.parse(answer).arrayValue ?? [])[...]) else {
            throw ChatError(.internal)
        }
        return content
    }

    @Test("one, and all of them, with the thread and the refusal where there is one")
    func answers() throws {
        let one = #"{"id":"0000000000007","room":"0000000000001","text":"a\"b","at":99}"#
        let other =
            #"{"id":"0000000000007","room":"0000000000001","thread":5,"text":"x","at":1,"error":"archived"}"#
        #expect(String(decoding: Answer.scheduled(plain), as: UTF8.self) == #"[{"ok":{"scheduled":\#(one)}}]"#)
        #expect(
            String(decoding: Answer.scheduled([plain, failed]), as: UTF8.self)
                == #"[{"ok":{"scheduled":[\#(one),\#(other)]}}]"#)
        #expect(AnswerContent.scheduledMessage(try ok(Answer.scheduled(failed))) == failed)
        #expect(AnswerContent.scheduledMessages(try ok(Answer.scheduled([plain, failed]))) == [plain, failed])
    }

    @Test("what cannot be read is left out, and a code that is not known here is a fault")
    func strange() {
        #expect(AnswerContent.scheduledMessage([:]) == nil && AnswerContent.scheduledMessages([:]) == nil)
        let good: JSON = [
            "id": "0000000000007", "room": "0000000000001", "text": "x", "at": 1, "error": "from a newer one",
        ]
        var expected = failed
        (expected.thread, expected.error) = (nil, .internal)
        let bad: [JSON] = [
            7, [:], ["id": "x", "room": "0000000000001", "text": "x", "at": 1],
            ["id": "0000000000007", "room": "0000000000001", "text": "x"],
            ["id": "0000000000007", "room": "0000000000001", "at": 1],
        ]
        #expect(AnswerContent.scheduledMessages(["scheduled": .array(bad + [good])]) == [expected])
        let many = JSON.array(Array(repeating: good, count: 101))
        #expect(AnswerContent.scheduledMessages(["scheduled": many])?.count == 100)
    }

    @Test("what became of one is told with its id alone", arguments: ScheduledState.allCases)
    func events(_ state: ScheduledState) throws {
        let event = PersonEvent(
            place: .start, user: UserID(millisecond: 0, entropy: 2), useq: 6, at: Timestamp(milliseconds: 99),
            body: .scheduledChanged(id, state))
        let frame = EventFrame.encode(.person(event), safe: Place(rawValue: 42))
        #expect(
            String(decoding: frame, as: UTF8.self)
                == #"{"safe":"000000000001a","useq":6,"kind":"scheduled","at":99,"id":"0000000000007","state":"\#(state.rawValue)"}"#
        )
        var heard = event
        heard.place = .start
        #expect(ReceivedEvent(try JSON.parse(frame), reader: event.user) == .known(.person(heard)))
        let strange: JSON = ["useq": 6, "kind": "scheduled", "at": 99, "id": "0000000000007", "state": "lost"]
        #expect(ReceivedEvent(strange, reader: event.user) == .unknown)
    }
}
