import ByteCoding
import ChatModel
import Testing

@testable import ChatWire

@Suite("What a client reads is what the server wrote")
struct ReceivingTests {
    private let me = UserID(millisecond: 0, entropy: 2)
    private let other = UserID(millisecond: 0, entropy: 3)
    private let room = Room(
        id: RoomID(millisecond: 0, entropy: 1), kind: .channel, name: "Gen\"eral", description: "all",
        createdBy: UserID(millisecond: 0, entropy: 2), createdAt: Timestamp(milliseconds: 5))
    private let safe = Place(rawValue: 42)

    private var user: User {
        User(
            id: me, email: "ann@example.org", handle: "ann", name: "Ann",
            avatar: Avatar(picture: "fox", color: "#c0ffee"), role: .admin, createdAt: Timestamp(milliseconds: 4))
    }

    private var stranger: User {
        var user = user
        user.email = ""
        return user
    }

    private var former: User {
        var user = stranger
        (user.handle, user.state) = ("", .deleted)
        return user
    }

    private var summary: RoomSummary {
        RoomSummary(
            room: room, memberCount: 7, lastSeq: 12,
            membership: Membership(
                room: room.id, user: me, role: .owner, cursor: 9, joinedAt: Timestamp(milliseconds: 0)), unread: 3,
            mentions: 2)
    }

    private let report = Report(
        id: ReportID(millisecond: 0, entropy: 7), room: RoomID(millisecond: 0, entropy: 1), seq: 8,
        author: UserID(millisecond: 0, entropy: 3), reporter: UserID(millisecond: 0, entropy: 2), reason: "r",
        at: Timestamp(milliseconds: 6))

    private var archived: Room {
        var room = room
        (room.isArchived, room.slowMode, room.retention) = (true, 30, 7)
        return room
    }

    private var direct: RoomSummary {
        RoomSummary(
            room: archived, memberCount: 2, lastSeq: 1, membership: nil, unread: 0, directUsers: [me, other])
    }

    private var foreign: RoomSummary {
        RoomSummary(room: room, memberCount: 7, lastSeq: 12, membership: nil, unread: 0)
    }

    private func own(_ useq: Int64, _ body: PersonEvent.Body) -> Event {
        .person(PersonEvent(place: .start, user: me, useq: useq, at: Timestamp(milliseconds: 99), body: body))
    }

    private var events: [Event] {
        func roomEvent(_ seq: Int64, _ body: RoomEvent.Body) -> Event {
            .room(
                RoomEvent(
                    place: .start, room: room.id, seq: seq, at: Timestamp(milliseconds: 99), actor: other, body: body))
        }
        return [
            roomEvent(1, .message(Message(id: MessageID(millisecond: 0, entropy: 9), text: "a\n\"b\" é"))),
            roomEvent(2, .memberJoined(me)), roomEvent(3, .memberLeft(other)),
            roomEvent(4, .memberRemoved(other)), roomEvent(5, .messageDeleted(target: 1, author: other)),
            roomEvent(6, .messageGone(id: MessageID(millisecond: 0, entropy: 8))),
            roomEvent(7, .roleChanged(other, .moderator)), roomEvent(8, .roomUpdated(name: "a", description: "b")),
            roomEvent(9, .roomArchived(true)), roomEvent(10, .roomDeleted),
            roomEvent(11, .roomRules(slowMode: 30, retention: 7)),
            roomEvent(12, .memberMuted(other, until: Timestamp(milliseconds: 8))),
            roomEvent(13, .memberMuted(other, until: nil)), roomEvent(14, .messagesExpired(through: 5)),
            .directory(
                DirectoryEvent(place: .start, dseq: 8, at: Timestamp(milliseconds: 99), body: .channelUpdated(archived))
            ),
            .directory(
                DirectoryEvent(
                    place: .start, dseq: 9, at: Timestamp(milliseconds: 99), body: .channelDeleted(room.id))),
            .person(
                PersonEvent(
                    place: .start, user: me, useq: 6, at: Timestamp(milliseconds: 99),
                    body: .cursorMoved(room: room.id, seq: 12))),
            .person(
                PersonEvent(
                    place: .start, user: me, useq: 7, at: Timestamp(milliseconds: 99),
                    body: .blockChanged(other, isBlocked: true))),
            own(8, .levelChanged(room: room.id, .nothing)), own(9, .levelChanged(room: room.id, .all)),
            own(14, .savedChanged(SavedMark(room: room.id, seq: 7), isSaved: true)),
            own(15, .savedChanged(SavedMark(room: room.id, seq: 7), isSaved: false)),
            own(10, .preferencesChanged(Preferences())), own(12, .draftChanged(DraftKey(room: room.id), text: "")),
            own(13, .draftChanged(DraftKey(room: room.id, thread: 7), text: "half a\nthought")),
            own(
                11,
                .preferencesChanged(
                    Preferences(
                        quiet: QuietHours(from: 1320, to: 0), dndUntil: Timestamp(milliseconds: 5), sound: false,
                        preview: false))),
            .directory(
                DirectoryEvent(place: .start, dseq: 6, at: Timestamp(milliseconds: 99), body: .channelCreated(room))),
            .directory(
                DirectoryEvent(place: .start, dseq: 7, at: Timestamp(milliseconds: 99), body: .userRegistered(stranger))
            ),
            .directory(
                DirectoryEvent(place: .start, dseq: 10, at: Timestamp(milliseconds: 99), body: .userUpdated(former))
            ),
        ]
    }

    private func ok(_ answer: [UInt8]) throws -> JSON {
        let arguments = try JSON.parse(answer).arrayValue ?? []
        guard case .ok(let content) = ReceivedAnswer(arguments: arguments[...]) else {
            throw ChatError(.internal)
        }
        return content
    }

    @Test("each kind of event, in a frame with its place")
    func frames() throws {
        for event in events {
            let json = try JSON.parse(EventFrame.encode(event, safe: safe))
            #expect(ReceivedNotice(name: "event", arguments: [json]) == .event(json, safe: safe))
            #expect(ReceivedEvent(json, reader: me) == .known(event))
        }
    }

    private var administration: [AdministrationRequest] {
        [
            .audit(before: nil, limit: 50), .audit(before: AuditEntryID(millisecond: 0, entropy: 4), limit: 1),
            .setUserRole(user: other, role: .owner), .setUserRole(user: other, role: .guest),
            .setActive(user: other, active: true), .deleteUser(user: other, messages: .keep),
            .deleteAccount(password: "12345678", messages: .erase), .accounts(after: nil, query: nil, limit: 100),
            .accounts(after: other, query: "an", limit: 1), .createReset(user: other), .renewBotToken(user: other),
            .useReset(code: "c", password: "12345678", device: nil),
            .useReset(code: "c", password: "12345678", device: "d"), .setRegistration(.closed),
            .invitations(before: nil, limit: 100), .invitations(before: .init(millisecond: 0, entropy: 5), limit: 1),
            .revokeInvitation(InvitationID(millisecond: 0, entropy: 5)), .acceptInvitation(code: "c"),
            .createBot(name: "n", handle: nil, avatar: Avatar(picture: "fox", color: "#c0ffee")),
            .createBot(name: "n", handle: "h", avatar: Avatar(picture: "fox", color: "#c0ffee")),
        ]
    }

    private var state: [StateRequest] {
        [
            .setLevel(room: room.id, .nothing), .preferences, .updatePreferences(PreferencesChange()),
            .updatePreferences(
                PreferencesChange(
                    quiet: QuietHours(from: 1320, to: 420), dndUntil: Timestamp(milliseconds: 9), sound: true,
                    preview: false)),
            .updatePreferences(PreferencesChange(quiet: .some(nil), dndUntil: .some(nil))), .watchPresence([]),
            .keepDraft(DraftKey(room: room.id), text: "é"), .keepDraft(DraftKey(room: room.id, thread: 7), text: ""),
            .save(SavedMark(room: room.id, seq: 7), isSaved: false), .saved(before: nil, limit: 1),
            .saved(before: safe, limit: 100), .savedMarks, .drafts, .watchPresence([me, other]),
            .setPresence(isAway: true), .setPresence(isAway: false),
        ]
    }

    @Test("each request is read by the server as it was meant")
    func requests() throws {
        let account = AccountArguments(
            email: "a@b", password: "12345678", name: "Ann", avatar: Avatar(picture: "fox", color: "#c0ffee"))
        var requests: [Request] = [
            .setUp(token: "t", account: account, device: nil), .setUp(token: "t", account: account, device: "d"),
            .invite(uses: 3, expiresIn: 60, role: .admin, room: nil),
            .invite(uses: 3, expiresIn: 60, role: .guest, room: room.id),
            .register(invitation: nil, account: account, device: nil),
            .register(invitation: "i", account: account, device: "d"),
            .logIn(email: "a@b", password: "12345678", device: "d"), .logOut, .me, .users([me, other]), .rooms,
            .channels(after: nil, limit: 5), .channels(after: room.id, limit: 200), .room(room.id),
            .findPeople(query: "Jo", limit: 9),
            .account(.updateProfile(name: "n", handle: "h", avatar: Avatar(picture: "owl", color: "#000000"))),
            .account(.updateProfile(name: nil, handle: nil, avatar: nil)), .account(.sessions),
            .account(.revokeSession(SessionID(millisecond: 0, entropy: 4))), .account(.revokeOtherSessions),
            .account(.changeEmail(password: "p", email: "e")), .account(.changePassword(password: "p", new: "n")),
            .account(.block(other, true)), .account(.block(other, false)), .account(.blocks),
            .account(.export(after: nil, limit: 3)),
            .account(.export(after: ExportPlace(room: room.id, seq: .max), limit: 3)),
            .createGroup(name: "n", description: "d", users: [me, other], nonce: .text("x")),
            .createGroup(name: "n", description: "", users: [other], nonce: nil),
            .createChannel(name: "n", description: "d", nonce: .counted(instance: "x", counter: 1)),
            .createChannel(name: "n", description: "", nonce: nil), .join(room.id), .leave(room.id),
            .members(room: room.id, after: other, limit: 7), .members(room: room.id, after: nil, limit: 1),
            .send(room: room.id, text: "hé\u{1}", nonce: .counted(instance: "x", counter: 7)),
            .send(room: room.id, text: "h", nonce: .text("n:01")), .history(room: room.id, before: nil, limit: 50),
            .history(room: room.id, before: 9, after: 3, limit: 1), .read(room: room.id, seq: 8),
            .markUnread(room: room.id, seq: 8), .delete(room: room.id, seq: 8), .why(room.id),
            .removeMember(room: room.id, user: other), .direct([me, other]),
            .addMembers(room: room.id, users: [other]), .setRole(room: room.id, user: other, role: .owner),
            .updateRoom(room: room.id, name: "n", description: nil),
            .updateRoom(room: room.id, name: nil, description: ""), .archiveRoom(room: room.id, archived: false),
            .updateRoom(room: room.id, name: nil, description: nil, slowMode: 30, retention: 0),
            .deleteRoom(room.id), .moderation(.mute(room: room.id, user: other, seconds: 60)),
            .moderation(.mute(room: room.id, user: other, seconds: nil)),
            .moderation(.ban(room: room.id, user: other, isBanned: true)),
            .moderation(.bans(room: room.id, after: other, limit: 3)),
            .moderation(.report(room: room.id, seq: 8, reason: "r")),
            .moderation(.reports(room: room.id, state: .dismissed, before: report.id, limit: 3)),
            .moderation(.reports(room: nil, state: nil, before: nil, limit: 100)),
            .moderation(.resolveReport(report.id, .resolved)),
            .typing(room: room.id, typing: true), .sync(since: safe, limit: 500),
        ]
        requests += administration.map(Request.administration)
        requests += TalkWireTests.requests
        requests += state.map(Request.state) + ScheduledTests.requests.map(Request.schedule)
        #expect(Set(requests.map { $0.name }) == Set(RequestName.allCases))
        for request in requests {
            var writer = JSONWriter()
            request.writeObject(to: &writer)
            let object = try JSON.parse(writer.bytes)
            #expect(try Request(name: request.name.rawValue, arguments: [object]) == request)
        }
    }

    @Test("each answer")
    func answers() throws {
        #expect(AnswerContent.user(try ok(Answer.me(user))) == user)
        #expect(
            AnswerContent.user(
                try ok(Answer.loggedIn(user, token: "t", expiresAt: Timestamp(milliseconds: 1)))) == user)
        #expect(AnswerContent.users(try ok(Answer.users([stranger]))) == [stranger])
        let rooms = try #require(AnswerContent.rooms(try ok(Answer.rooms([summary], safe: safe)), reader: me))
        #expect(rooms.rooms == [summary] && rooms.safe == safe)
        let channels = try #require(
            AnswerContent.channels(try ok(Answer.channels([foreign, summary], more: true)), reader: me))
        #expect(channels.channels == [foreign, summary] && channels.more)
        #expect(AnswerContent.room(try ok(Answer.room(summary)), reader: me) == summary)
        var people = direct
        people.room.kind = .direct
        #expect(AnswerContent.room(try ok(Answer.room(people)), reader: me) == people)
        let member = RoomMember(user: stranger, role: .moderator, mutedUntil: Timestamp(milliseconds: 7))
        let members = try #require(AnswerContent.members(try ok(Answer.members([member], more: false))))
        #expect(members.members == [member] && !members.more)
        #expect(AnswerContent.users(try ok(Answer.found([user, stranger]))) == [user, stranger])
        let cursor = try #require(AnswerContent.cursor(try ok(Answer.cursor(room: room.id, seq: 4))))
        #expect(cursor == (room.id, 4))
        guard case .room(let message)? = events.first else { return }
        let sent = try #require(AnswerContent.sent(try ok(Answer.sent(message))))
        #expect(sent.room == room.id && sent.seq == 1 && sent.at.milliseconds == 99)
        let history = try #require(
            AnswerContent.history(try ok(Answer.history([message], more: true)), reader: me))
        #expect(history.events == [.known(.room(message))] && history.more)
        let changes = Changes(events: events, joined: [summary], left: [room.id], through: safe, more: true)
        #expect(
            AnswerContent.changes(try ok(Answer.changes(changes)), reader: me)
                == ReceivedChanges(
                    events: events.map { .known($0) }, joined: [.init(summary: summary, page: nil)], left: [room.id],
                    safe: safe, more: true))
        var whole = changes
        whole.pages = [RoomPage(events: events.compactMap(\.roomEvent), more: true)]
        let joined = try #require(AnswerContent.changes(try ok(Answer.changes(whole)), reader: me)?.joined)
        #expect(joined.map(\.summary) == [summary])
        #expect(
            joined.map(\.page)
                == [.init(events: events.compactMap(\.roomEvent).map { .known(.room($0)) }, more: true)])
        #expect(try ok(Answer.done) == [:])
        let gone = RoomEvent(
            place: .start, room: room.id, seq: 6, at: Timestamp(milliseconds: 99), actor: other,
            body: .messageGone(id: MessageID(millisecond: 0, entropy: 8)))
        #expect(try ok(Answer.sent(gone))["id"]?.stringValue == MessageID(millisecond: 0, entropy: 8).description)
        let none: JSON = ["unread": 0, "first": nil]
        #expect(try ok(Answer.why(UnreadReason(unread: 0, first: nil))) == none)
        #expect(
            try ok(Answer.why(UnreadReason(unread: 3, first: message)))
                == [
                    "unread": 3,
                    "first": [
                        "seq": 1, "id": .string(MessageID(millisecond: 0, entropy: 9).description),
                        "user": .string(other.description), "at": 99,
                    ],
                ])
    }

    @Test("each error, with what it names", arguments: ErrorCode.allCases)
    func errors(code: ErrorCode) throws {
        let error = ChatError(code, "m", field: "f", retryAfter: 2000)
        #expect(ReceivedAnswer(arguments: (try JSON.parse(Answer.error(error)).arrayValue ?? [])[...]) == .error(error))
    }

    @Test("each notice")
    func notices() throws {
        let facts = ServerFacts(name: "Roost", version: "1", setup: true, registration: "invitation")
        func read(_ name: String, _ bytes: [UInt8]) throws -> ReceivedNotice? {
            ReceivedNotice(name: name, arguments: [try JSON.parse(bytes)])
        }
        #expect(
            try read("ready", Notice.ready(facts, user: nil, safe: nil)) == .ready(facts, user: nil, safe: nil))
        #expect(
            try read("ready", Notice.ready(facts, user: user, safe: safe)) == .ready(facts, user: user, safe: safe))
        #expect(
            try read("typing", Notice.typing(room: room.id, users: [me, other], count: 5))
                == .typing(room.id, users: [me, other], count: 5))
        #expect(try read("gap", Notice.gap(since: safe)) == .gap(since: safe))
        #expect(try read("ended", Notice.ended()) == .ended)
        #expect(try read("presence", Notice.ended()) == nil)
    }

    @Test("members and kinds of a newer server do no harm")
    func newer() throws {
        func read(_ text: String) throws -> ReceivedEvent {
            ReceivedEvent(try JSON.parse(Array(text.utf8)), reader: me)
        }
        #expect(
            try read(#"{"room":"\#(room.id)","seq":4,"kind":"reaction","at":1,"user":"\#(me)"}"#)
                == .unknownInRoom(room.id, seq: 4))
        #expect(try read(#"{"dseq":4,"kind":"channel.renamed","at":1}"#) == .unknown)
        #expect(try read(#"{"useq":4,"kind":"level","at":1}"#) == .unknown)
        #expect(try read(#"{"kind":"message"}"#) == .unknown)
        #expect(try read("[]") == .unknown)
        let error = ReceivedAnswer(arguments: [
            ["error": ["code": "out_of_tea", "message": "m", "retry": true, "hint": "x"]]
        ])
        #expect(error == .error(ChatError(.unavailable, "m")))
        let refused = ReceivedAnswer(arguments: [["error": ["code": "out_of_tea", "message": "m", "retry": false]]])
        #expect(refused == .error(ChatError(.forbidden, "m")))
        var writer = JSONWriter()
        writer.user(user)
        var object = try #require(try JSON.parse(writer.bytes).objectValue)
        object["role"] = "wizard"
        object["pronouns"] = "x"
        object["state"] = "on holiday"
        #expect(User(.object(object))?.role == .member)
        #expect(User(.object(object))?.state == .deactivated)
        object["state"] = nil
        object["handle"] = nil
        let old = try #require(User(.object(object)))
        #expect(old.state == .active && old.handle.isEmpty)
    }

    @Test(
        "what lacks a member that is used is refused",
        arguments: [
            "null", "{}", "[]", "1", #"{"ok":1}"#, #"{"ok":null,"error":null}"#, #"{"error":"x"}"#,
        ])
    func noAnswer(text: String) throws {
        #expect(ReceivedAnswer(arguments: [try JSON.parse(Array(text.utf8))]) == .error(ChatError(.internal)))
    }

    @Test("an answer of other than one value is refused")
    func count() {
        #expect(ReceivedAnswer(arguments: []) == .error(ChatError(.internal)))
        #expect(ReceivedAnswer(arguments: [["ok": [:]], ["ok": [:]]]) == .error(ChatError(.internal)))
    }

    @Test("each member that a value needs is needed, and of its type")
    func needed() throws {
        func read(_ write: (inout JSONWriter) -> Void) throws -> JSONObject {
            var writer = JSONWriter()
            write(&writer)
            return try #require(try JSON.parse(writer.bytes).objectValue)
        }
        let userObject = try read { $0.user(user) }
        let roomObject = try read { $0.room(summary) }
        let event = try read { $0.event(events[0]) }
        for wrong: JSON? in [nil, 1.5, [:], true] {
            for name in ["id", "name", "avatar"] {
                var object = userObject
                object[name] = wrong
                #expect(User(.object(object)) == nil)
            }
            for name in ["id", "kind", "name", "created_by", "members", "last_seq", "cursor", "unread"] {
                var object = roomObject
                object[name] = wrong
                #expect(RoomSummary(.object(object), reader: me) == nil)
            }
            for name in ["room", "seq"] {
                var object = event
                object[name] = wrong
                #expect(ReceivedEvent(.object(object), reader: me) == .unknown)
            }
            for name in ["user", "id", "text", "kind"] {
                var object = event
                object[name] = wrong
                #expect(ReceivedEvent(.object(object), reader: me) == .unknownInRoom(room.id, seq: 1))
            }
        }
    }

    @Test("numbers out of their range are held to it")
    func ranges() throws {
        var writer = JSONWriter()
        writer.room(summary)
        var object = try #require(try JSON.parse(writer.bytes).objectValue)
        object["cursor"] = .int(.max)
        object["unread"] = .int(.max)
        object["members"] = .int(.min)
        let read = try #require(RoomSummary(.object(object), reader: me))
        #expect(read.membership?.cursor == 12 && read.unread == 1000 && read.memberCount == 0)
        object["last_seq"] = -1
        #expect(RoomSummary(.object(object), reader: me) == nil)
    }
}
