import ByteCoding
import ChatModel
import Testing

@testable import ChatWire

@Suite("Edits, threads, reactions, pins and mentions on the wire")
struct TalkWireTests {
    private static let room = RoomID(millisecond: 0, entropy: 1)
    private let room = TalkWireTests.room
    private let me = UserID(millisecond: 0, entropy: 2)
    private let other = UserID(millisecond: 0, entropy: 3)

    /// Each with its optional arguments absent and given.
    static var requests: [Request] {
        let place = Place(rawValue: 42)
        let talk: [TalkRequest] = [
            .edit(room: room, seq: 8, text: "é\n"), .edits(room: room, seq: 8), .edits(room: room, seq: 8, after: 3),
            .react(room: room, seq: 8, emoji: "👍🏽", isOn: true), .react(room: room, seq: 8, emoji: "👍", isOn: false),
            .pin(room: room, seq: 8, isPinned: true), .pins(room: room), .pins(room: room, before: 7),
            .mentions(before: nil, limit: 50), .mentions(before: place, limit: 1),
            .thread(room: room, thread: 8, before: nil, limit: 50),
            .thread(room: room, thread: 8, before: 12, limit: 200), .readThread(room: room, thread: 8, seq: 0),
            .followThread(room: room, thread: 8, isFollowing: false), .threads(before: nil, limit: 50),
            .threads(before: place, limit: 100),
        ]
        return talk.map(Request.talk) + [
            .send(room: room, text: "h", nonce: .text("n"), thread: 8, replyTo: nil),
            .send(room: room, text: "h", nonce: .text("n"), thread: nil, replyTo: 7),
            .send(room: room, text: "h", nonce: .text("n"), thread: 8, replyTo: 9),
            .typing(room: room, thread: 8, typing: false),
        ]
    }

    private func roomEvent(_ body: RoomEvent.Body, place: Place = .start) -> RoomEvent {
        RoomEvent(place: place, room: room, seq: 3, at: Timestamp(milliseconds: 99), actor: other, body: body)
    }

    private func frame(_ body: RoomEvent.Body) -> String {
        let frame = String(decoding: EventFrame.encode(.room(roomEvent(body)), safe: .start), as: UTF8.self)
        // Without what all frames of this room begin with.
        return String(frame.drop { $0 != "k" })
    }

    private var message: Message {
        Message(
            id: MessageID(millisecond: 0, entropy: 9), text: "a", thread: 1, replyTo: 2,
            mentions: Mentions(users: [me], everyone: true), editedAt: Timestamp(milliseconds: 98))
    }

    @Test("a message's frame names what it has and nothing that it has not")
    func messages() {
        #expect(
            frame(.message(message))
                == #"kind":"message","at":99,"user":"0000000000003","id":"0000000000009","text":"a","thread":1,"reply_to":2,"mentions":["0000000000002"],"everyone":true,"edited_at":98}"#
        )
        #expect(
            frame(.message(Message(id: message.id, text: "a")))
                == #"kind":"message","at":99,"user":"0000000000003","id":"0000000000009","text":"a"}"#)
        #expect(
            frame(.messageGone(id: message.id, thread: 1))
                == #"kind":"message","at":99,"user":"0000000000003","id":"0000000000009","gone":true,"thread":1}"#)
    }

    @Test("what changes a message is told with its target")
    func changes() {
        #expect(
            frame(.messageEdited(target: 2, author: other, Message(id: message.id, text: "b")))
                == #"kind":"message.edited","at":99,"user":"0000000000003","target":2,"author":"0000000000003","id":"0000000000009","text":"b"}"#
        )
        #expect(
            frame(.messageEdited(target: 2, author: other, nil))
                == #"kind":"message.edited","at":99,"user":"0000000000003","target":2,"author":"0000000000003","gone":true}"#
        )
        #expect(
            frame(.reaction(target: 2, emoji: "🦊", isOn: true))
                == #"kind":"reaction","at":99,"user":"0000000000003","target":2,"on":true,"emoji":"🦊"}"#)
        #expect(
            frame(.reaction(target: 2, emoji: "", isOn: true))
                == #"kind":"reaction","at":99,"user":"0000000000003","target":2,"on":true,"gone":true}"#)
        #expect(
            frame(.messagePinned(target: 2, isPinned: false))
                == #"kind":"message.pinned","at":99,"user":"0000000000003","target":2,"pinned":false}"#)
    }

    @Test("what an answer shows of a message besides is told where there is any of it")
    func responses() {
        var message = Message(id: message.id, text: "a")
        message.responses = Responses(
            reactions: [
                Reaction(emoji: "🦊", count: 2, users: [other, me], isMine: true),
                Reaction(emoji: "!", count: 1, users: [other], isMine: false),
            ], replies: Replies(count: 5, lastSeq: 9, lastAt: Timestamp(milliseconds: 7), users: [other]),
            isPinned: true)
        let expected =
            #""reactions":[{"emoji":"🦊","count":2,"users":["0000000000003","0000000000002"],"mine":true},"#
            + #"{"emoji":"!","count":1,"users":["0000000000003"]}],"#
            + #""replies":{"count":5,"last_seq":9,"last_at":7,"users":["0000000000003"]},"pinned":true}"#
        #expect(frame(.message(message)).hasSuffix(#""text":"a","# + expected))
    }

    @Test("each kind of event is read as it was meant")
    func received() throws {
        var answered = Message(id: message.id, text: "a")
        answered.responses = Responses(
            reactions: [Reaction(emoji: "#️⃣", count: 9, users: [other], isMine: true)],
            replies: Replies(count: 3, lastSeq: 17, lastAt: Timestamp(milliseconds: 97), users: [other, me]),
            isPinned: true)
        let bodies: [RoomEvent.Body] = [
            .message(message), .message(answered), .messageGone(id: message.id, thread: 3),
            .messageGone(id: message.id, replies: answered.responses?.replies),
            .messageDeleted(target: 15, author: other, thread: 3),
            .messageEdited(target: 15, author: other, message), .messageEdited(target: 15, author: other, nil),
            .reaction(target: 15, emoji: "🦊", isOn: true), .reaction(target: 15, emoji: "", isOn: false),
            .messagePinned(target: 15, isPinned: true), .messagePinned(target: 15, isPinned: false),
        ]
        let own: [PersonEvent.Body] = [
            .threadRead(room: room, thread: 3, seq: 15),
            .threadFollowed(room: room, thread: 3, ThreadFollow(isFollowing: true, cursor: 14)),
            .threadFollowed(room: room, thread: 3, ThreadFollow(isFollowing: false, cursor: 0)),
        ]
        let events =
            bodies.map { Event.room(roomEvent($0)) }
            + own.map {
                .person(PersonEvent(place: .start, user: me, useq: 4, at: Timestamp(milliseconds: 9), body: $0))
            }
        for event in events {
            let json = try JSON.parse(EventFrame.encode(event, safe: .start))
            #expect(ReceivedEvent(json, reader: me) == .known(event))
        }
    }

    // MARK: - Answers

    private func ok(_ answer: [UInt8]) throws -> JSON {
        let arguments = try JSON.parse(answer).arrayValue ?? []
        guard case .ok(let content) = ReceivedAnswer(arguments: arguments[...]) else { throw ChatError(.internal) }
        return content
    }

    private func known(_ body: RoomEvent.Body) -> ReceivedEvent { .known(.room(roomEvent(body))) }

    @Test("a client reads the answers as they were meant")
    func answers() throws {
        let place = Place(rawValue: 42)
        let (event, later) = (roomEvent(.message(message), place: place), roomEvent(.messageGone(id: message.id)))
        let state = ThreadState(isFollowing: true, cursor: 7, unread: 1000, mentions: 3)

        let page = ThreadPage(root: later, events: [event], more: true, state: state)
        let thread = try #require(AnswerContent.thread(try ok(Answer.thread(page)), reader: me))
        #expect(thread.thread.room == room && thread.thread.state == state && thread.more)
        #expect(thread.thread.root == known(later.body) && thread.events == [known(event.body)])

        let list = [FollowedThread(root: later, newest: place, state: state)]
        let threads = try #require(AnswerContent.threads(try ok(Answer.threads(list, more: true)), reader: me))
        #expect(threads.threads == [thread.thread] && threads.next == place)
        #expect(AnswerContent.threads(try ok(Answer.threads(list, more: false)), reader: me)?.next == nil)

        let mentions = try #require(
            AnswerContent.mentions(try ok(Answer.mentions([later, event], more: true)), reader: me))
        #expect(mentions.events == [known(later.body), known(event.body)] && mentions.next == place)

        let pins = try #require(AnswerContent.pins(try ok(Answer.pins([event], more: false)), reader: me))
        #expect(pins.events == [known(event.body)] && !pins.more)

        let version = MessageVersion(text: "before", at: Timestamp(milliseconds: 5))
        let edits = try #require(AnswerContent.edits(try ok(Answer.edits([version], more: true))))
        #expect(edits.versions == [version] && edits.more)

        let edited = try ok(Answer.edited(room: room, seq: 8, editedAt: Timestamp(milliseconds: 6)))
        #expect(edited["edited_at"]?.intValue == 6 && edited["seq"]?.intValue == 8)
        #expect(try ok(Answer.edited(room: room, seq: 8, editedAt: nil))["edited_at"] == nil)
        let cursor = try ok(Answer.threadCursor(room: room, thread: 8, seq: 9))
        #expect(cursor["thread"]?.intValue == 8 && cursor["seq"]?.intValue == 9)
    }

    @Test("what a hostile server tells of a message is bounded and never believed further than it can be shown")
    func hostile() throws {
        let ids = (0..<200).map { JSON.string(UserID(millisecond: 0, entropy: $0).description) }
        let json: JSON = [
            "kind": "message", "room": .string(room.description), "seq": 3, "user": .string(other.description),
            "id": .string(message.id.description), "text": "a", "thread": -1, "reply_to": "x",
            "mentions": .array(ids + [7, "nobody"]), "everyone": 1, "edited_at": "now", "pinned": 1,
            "replies": ["count": 9_000_000_000_000, "last_seq": 5, "users": .array(ids)],
            "reactions": .array([
                ["emoji": "x", "count": -5], ["emoji": 7, "count": 5], "?",
                ["emoji": "y", "count": 1, "users": .array(ids)],
            ]),
        ]
        guard case .known(.room(let event)) = ReceivedEvent(json, reader: me), case .message(let read) = event.body
        else {
            Issue.record("It is no message.")
            return
        }
        #expect(read.thread == nil && read.replyTo == nil && read.editedAt == nil && !read.mentions.everyone)
        #expect(read.mentions.users.count == Limits.mentionedUsers)
        #expect(read.responses?.isPinned == false)
        #expect(read.responses?.replies?.count == Int(Int32.max) && read.responses?.replies?.users.count == 4)
        #expect(read.responses?.reactions.map(\.count) == [8] && read.responses?.reactions[0].users.count == 8)
    }

    @Test("what is needed and what is too long is refused by name")
    func needed() {
        func refusal(_ name: String, _ object: [String: JSON]) -> ChatError? {
            let members = [("room", .string(room.description))] + object.map { ($0.key, $0.value) }
            do throws(ChatError) {
                _ = try Request(name: name, arguments: [.object(JSONObject(members: members))])
                return nil
            } catch { return error }
        }
        let long = JSON.string(String(repeating: "x", count: 64_001))
        let cases: [(String, [String: JSON], ErrorCode, String)] = [
            ("edit", ["seq": 1], .invalidArgument, "text"), ("edit", ["seq": 0, "text": "x"], .invalidArgument, "seq"),
            ("edit", ["seq": 1, "text": long], .tooLong, "text"),
            ("edits", ["seq": 1, "after": 101], .invalidArgument, "after"),
            ("react", ["seq": 1, "emoji": long, "on": true], .tooLong, "emoji"),
            ("react", ["seq": 1, "emoji": "x"], .invalidArgument, "on"),
            ("pin", ["seq": 1], .invalidArgument, "pinned"), ("pins", ["before": 0], .invalidArgument, "before"),
            ("thread", [:], .invalidArgument, "thread"),
            ("thread", ["thread": 1, "limit": 201], .invalidArgument, "limit"),
            ("thread.read", ["thread": 1, "seq": -1], .invalidArgument, "seq"),
            ("thread.follow", ["thread": 1, "following": 1], .invalidArgument, "following"),
            ("send", ["text": "x", "nonce": "n", "thread": 0], .invalidArgument, "thread"),
            ("send", ["text": "x", "nonce": "n", "reply_to": 1.5], .invalidArgument, "reply_to"),
            ("mentions", ["before": "x"], .invalidArgument, "before"),
            ("threads", ["before": 3], .invalidArgument, "before"),
            ("threads", ["limit": 101], .invalidArgument, "limit"),
            ("mentions", ["limit": 0], .invalidArgument, "limit"),
        ]
        for (name, object, code, field) in cases {
            let found = refusal(name, object)
            #expect(found?.code == code && found?.field == field, "\(name) \(object)")
        }
    }
}
