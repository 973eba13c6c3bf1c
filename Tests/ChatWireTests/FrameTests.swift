import ByteCoding
import ChatModel
import Testing

@testable import ChatWire

@Suite("What the server writes")
struct FrameTests {
    private let room = Room(
        id: RoomID(millisecond: 0, entropy: 1), kind: .channel, name: "Gen\"eral", description: "all",
        createdBy: UserID(millisecond: 0, entropy: 2), createdAt: Timestamp(milliseconds: 5))
    private let user = User(
        id: UserID(millisecond: 0, entropy: 2), email: "ann@example.org", handle: "ann", name: "Ann",
        avatar: Avatar(picture: "fox", color: "#c0ffee"), role: .admin, createdAt: Timestamp(milliseconds: 4))
    private let safe = Place(rawValue: 42)

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func roomEvent(_ body: RoomEvent.Body) -> RoomEvent {
        RoomEvent(
            place: Place(rawValue: 7), room: room.id, seq: 3, at: Timestamp(milliseconds: 99), actor: user.id,
            body: body)
    }

    private func frame(_ event: Event) -> String { text(EventFrame.encode(event, safe: safe)) }

    private let publicUser =
        ##"{"id":"0000000000002","name":"Ann","handle":"ann","avatar":{"picture":"fox","color":"#c0ffee"},"role":"admin","created_at":4"##

    private func withoutAddress(_ user: User) -> User {
        var user = user
        user.email = ""
        return user
    }

    @Test("a message")
    func message() {
        let event = roomEvent(.message(Message(id: MessageID(millisecond: 0, entropy: 9), text: "a\n\"b\"")))
        #expect(
            frame(.room(event))
                == #"{"safe":"000000000001a","room":"0000000000001","seq":3,"kind":"message","at":99,"user":"0000000000002","id":"0000000000009","text":"a\n\"b\""}"#
        )
    }

    @Test("someone joined or left")
    func members() {
        let other = UserID(millisecond: 0, entropy: 4)
        #expect(
            frame(.room(roomEvent(.memberJoined(other))))
                == #"{"safe":"000000000001a","room":"0000000000001","seq":3,"kind":"member.joined","at":99,"user":"0000000000002","member":"0000000000004"}"#
        )
        #expect(
            frame(.room(roomEvent(.memberLeft(other))))
                == #"{"safe":"000000000001a","room":"0000000000001","seq":3,"kind":"member.left","at":99,"user":"0000000000002","member":"0000000000004"}"#
        )
    }

    @Test("a room changed")
    func rooms() {
        let other = UserID(millisecond: 0, entropy: 4)
        let head = #"{"safe":"000000000001a","room":"0000000000001","seq":3,"kind":""#
        let tail = #"","at":99,"user":"0000000000002""#
        let expected: [(RoomEvent.Body, String)] = [
            (.roleChanged(other, .moderator), #"member.role\#(tail),"member":"0000000000004","role":"moderator"}"#),
            (.roomUpdated(name: "a", description: "b"), #"room.updated\#(tail),"name":"a","description":"b"}"#),
            (.roomArchived(true), #"room.archived\#(tail),"archived":true}"#),
            (
                .roomRules(slowMode: 30, retention: 0), #"room.rules\#(tail),"slow_mode":30,"retention":0}"#
            ),
            (
                .memberMuted(other, until: Timestamp(milliseconds: 7)),
                #"member.muted\#(tail),"member":"0000000000004","until":7}"#
            ),
            (.memberMuted(other, until: nil), #"member.muted\#(tail),"member":"0000000000004","until":null}"#),
            (.messagesExpired(through: 8), #"messages.expired\#(tail),"through":8}"#),
            (.roomDeleted, #"room.deleted\#(tail)}"#),
        ]
        for (body, text) in expected { #expect(frame(.room(roomEvent(body))) == head + text) }
        let deleted = DirectoryEvent(
            place: safe, dseq: 6, at: Timestamp(milliseconds: 99), body: .channelDeleted(room.id))
        #expect(
            frame(.directory(deleted))
                == #"{"safe":"000000000001a","dseq":6,"kind":"channel.deleted","at":99,"room":"0000000000001"}"#)
    }

    @Test("a person's cursor moved")
    func cursor() {
        let event = PersonEvent(
            place: safe, user: user.id, useq: 6, at: Timestamp(milliseconds: 99),
            body: .cursorMoved(room: room.id, seq: 12))
        #expect(
            frame(.person(event))
                == #"{"safe":"000000000001a","useq":6,"kind":"cursor","at":99,"room":"0000000000001","seq":12}"#)
    }

    @Test("a person has blocked somebody")
    func block() {
        let event = PersonEvent(
            place: safe, user: user.id, useq: 6, at: Timestamp(milliseconds: 99),
            body: .blockChanged(UserID(millisecond: 0, entropy: 4), isBlocked: true))
        #expect(
            frame(.person(event))
                == #"{"safe":"000000000001a","useq":6,"kind":"block.changed","at":99,"user":"0000000000004","blocked":true}"#
        )
    }

    @Test("the directory tells of channels and people, without e-mail addresses")
    func directory() {
        let created = DirectoryEvent(
            place: safe, dseq: 6, at: Timestamp(milliseconds: 99), body: .channelCreated(room))
        #expect(
            frame(.directory(created))
                == #"{"safe":"000000000001a","dseq":6,"kind":"channel.created","at":99,"channel":{"id":"0000000000001","kind":"channel","name":"Gen\"eral","description":"all","created_by":"0000000000002","created_at":5,"archived":false}}"#
        )
        let registered = DirectoryEvent(
            place: safe, dseq: 7, at: Timestamp(milliseconds: 99), body: .userRegistered(user))
        #expect(
            frame(.directory(registered))
                == #"{"safe":"000000000001a","dseq":7,"kind":"user.registered","at":99,"person":"# + publicUser + "}}")
        var deactivated = user
        deactivated.state = .deactivated
        let updated = DirectoryEvent(
            place: safe, dseq: 8, at: Timestamp(milliseconds: 99), body: .userUpdated(deactivated))
        #expect(
            frame(.directory(updated))
                == #"{"safe":"000000000001a","dseq":8,"kind":"user.updated","at":99,"user":"# + publicUser
                + #","state":"deactivated"}}"#)
    }

    @Test("another safe can be put into a frame")
    func replacing() {
        let event = Event.room(roomEvent(.message(Message(id: MessageID(millisecond: 0, entropy: 9), text: "x"))))
        var frame = EventFrame.encode(event, safe: safe)
        #expect(text(Array(frame[EventFrame.safeRange])) == safe.description)
        let later = Place(rawValue: UInt64(Int64.max))
        EventFrame.setSafe(later, in: &frame)
        #expect(frame == EventFrame.encode(event, safe: later))
        var short: [UInt8] = [1, 2]
        EventFrame.setSafe(later, in: &short)
        #expect(short == [1, 2])
    }

    @Test("the other notices")
    func notices() {
        #expect(
            text(Notice.typing(room: room.id, users: [user.id], count: 3))
                == #"{"room":"0000000000001","users":["0000000000002"],"count":3}"#)
        #expect(
            text(Notice.typing(room: room.id, [ThreadTyping(thread: 4, users: [user.id], count: 3)]))
                == #"{"room":"0000000000001","threads":[{"thread":4,"users":["0000000000002"],"count":3}]}"#)
        #expect(
            text(Notice.typing(room: room.id, users: [], count: 0))
                == #"{"room":"0000000000001","users":[],"count":0}"#)
        #expect(text(Notice.gap(since: safe)) == #"{"since":"000000000001a"}"#)
        #expect(text(Notice.ended()) == #"{"code":"session_expired"}"#)
        let server = ServerFacts(name: "Roost", version: "0.1.0", setup: true)
        #expect(
            text(Notice.ready(server, user: nil, safe: nil))
                == #"{"version":1,"server":{"name":"Roost","version":"0.1.0","setup":true,"registration":"invitation"},"user":null}"#
        )
        #expect(
            text(Notice.ready(server, user: user, safe: safe)).hasSuffix(
                #""user":"# + publicUser + #","email":"ann@example.org"},"safe":"000000000001a"}"#))
    }

    @Test("errors carry what they know")
    func errors() {
        #expect(
            text(Answer.error(ChatError(.rateLimited, "Wait.", retryAfter: 2000)))
                == #"[{"error":{"code":"rate_limited","message":"Wait.","retry":true,"retry_after":2000}}]"#)
        #expect(
            text(Answer.error(ChatError(.invalidArgument, "No.", field: "name")))
                == #"[{"error":{"code":"invalid_argument","message":"No.","retry":false,"field":"name"}}]"#)
    }

    @Test("every answer is one array with one object, in the protocol's words")
    func answers() {
        let event = roomEvent(.message(Message(id: MessageID(millisecond: 0, entropy: 9), text: "x")))
        let member = RoomSummary(
            room: room, memberCount: 2, lastSeq: 8,
            membership: Membership(room: room.id, user: user.id, cursor: 3, joinedAt: Timestamp(milliseconds: 0)),
            unread: 4)
        let stranger = RoomSummary(room: room, memberCount: 2, lastSeq: 8, membership: nil, unread: 0)
        var quiet = room
        (quiet.kind, quiet.name, quiet.description, quiet.isArchived) = (.direct, "", "", true)
        let direct = RoomSummary(
            room: quiet, memberCount: 2, lastSeq: 8, membership: nil, unread: 0, directUsers: [user.id])
        let head =
            #"{"id":"0000000000001","kind":"channel","name":"Gen\"eral","description":"all","created_by":"0000000000002","created_at":5,"archived":false,"members":2,"last_seq":8,"#
        let inside = head + #""joined":true,"cursor":3,"unread":4,"role":"member"}"#
        let outside = head + #""joined":false}"#
        let bare =
            #"{"room":"0000000000001","seq":3,"kind":"message","at":99,"user":"0000000000002","id":"0000000000009","text":"x"}"#
        let own = publicUser + #","email":"ann@example.org"}"#
        let invitation = Invitation(
            id: InvitationID(millisecond: 0, entropy: 1), createdBy: nil, role: .member, usesLeft: 3,
            createdAt: Timestamp(milliseconds: 0), expiresAt: Timestamp(milliseconds: 77))
        let session = Session(
            id: SessionID(millisecond: 0, entropy: 6), user: user.id, device: "kestrel",
            createdAt: Timestamp(milliseconds: 1), expiresAt: Timestamp(milliseconds: 3),
            lastUsedAt: Timestamp(milliseconds: 2))
        let shownSession =
            #"{"id":"0000000000006","device":"kestrel","created_at":1,"last_used_at":2,"expires_at":3,"current":"#
        let exported = ExportedMessage(
            room: room.id, roomName: "General", seq: 3, at: Timestamp(milliseconds: 99), text: "x")
        let shownMessage = #"{"room":"0000000000001","room_name":"General","seq":3,"at":99,"text":"x"}"#
        let changed = Changes(
            events: [.room(event)], joined: [member], left: [room.id], through: safe, more: true)
        let expected: [([UInt8], String)] = [
            (Answer.done, "{}"),
            (
                Answer.loggedIn(user, token: "rst_x", expiresAt: Timestamp(milliseconds: 77)),
                #"{"user":\#(own),"token":"rst_x","expires_at":77}"#
            ),
            (
                Answer.invitation(invitation, code: "c", link: "http://localhost/invite/c"),
                #"{"code":"c","link":"http://localhost/invite/c","uses":3,"role":"member","expires_at":77}"#
            ),
            (Answer.me(user), #"{"user":\#(own)}"#), (Answer.me(withoutAddress(user)), #"{"user":\#(publicUser)}}"#),
            (Answer.users([user, user]), #"{"users":[\#(publicUser)},\#(publicUser)}]}"#),
            (Answer.sessions([session], current: session.id), #"{"sessions":[\#(shownSession)true}]}"#),
            (
                Answer.sessions([session], current: SessionID(millisecond: 0, entropy: 7)),
                #"{"sessions":[\#(shownSession)false}]}"#
            ),
            (Answer.revoked(3), #"{"revoked":3}"#),
            (
                Answer.export(
                    ExportPage(
                        account: ExportedAccount(
                            user: user, rooms: [member], sessions: [session], blocks: [user],
                            scheduled: [
                                ScheduledMessage(
                                    id: ScheduledID(millisecond: 0, entropy: 7), room: room.id, text: "later",
                                    at: Timestamp(milliseconds: 5))
                            ], preferences: Preferences(),
                            drafts: [
                                Draft(
                                    key: DraftKey(room: room.id, thread: 2), text: "begun",
                                    at: Timestamp(milliseconds: 6))
                            ], saved: [SavedMark(room: room.id, seq: 4)]),
                        messages: [exported],
                        edits: [
                            ExportedVersion(
                                room: room.id, seq: 3,
                                version: MessageVersion(text: "before", at: Timestamp(milliseconds: 7)))
                        ], reactions: [OwnReaction(room: room.id, seq: 5, emoji: "👍")],
                        threads: [
                            OwnThread(
                                room: room.id, root: 2, follow: ThreadFollow(isFollowing: true, cursor: 3))
                        ], next: ExportPlace(room: room.id, seq: 3, edits: 1)), current: session.id),
                #"{"account":\#(own),"rooms":[\#(inside)],"sessions":[\#(shownSession)true}],"blocks":[\#(publicUser)}],"scheduled":[{"id":"0000000000007","room":"0000000000001","text":"later","at":5}],"preferences":{"quiet":null,"dnd_until":null,"sound":true,"preview":true},"drafts":[{"room":"0000000000001","thread":2,"text":"begun","at":6}],"saved":[{"room":"0000000000001","seqs":[4]}],"messages":[\#(shownMessage)],"edits":[{"room":"0000000000001","seq":3,"text":"before","at":7}],"reactions":[{"room":"0000000000001","seq":5,"emoji":"👍"}],"threads":[{"room":"0000000000001","thread":2,"following":true,"cursor":3}],"next":"0000000000001.3.1"}"#
            ),
            (
                Answer.export(ExportPage(), current: session.id),
                #"{"messages":[],"edits":[],"reactions":[],"threads":[]}"#
            ),
            (Answer.rooms([member], safe: safe), #"{"rooms":[\#(inside)],"safe":"000000000001a"}"#),
            (Answer.channels([stranger], more: true), #"{"channels":[\#(outside)],"more":true}"#),
            (Answer.room(stranger), #"{"room":\#(outside)}"#),
            (
                Answer.members([RoomMember(user: user, role: .moderator)], more: false),
                #"{"members":[\#(publicUser),"room_role":"moderator"}],"more":false}"#
            ),
            (Answer.found([user, withoutAddress(user)]), #"{"users":[\#(own),\#(publicUser)}]}"#),
            (
                Answer.room(direct),
                #"{"room":{"id":"0000000000001","kind":"direct","name":"","description":"","created_by":"0000000000002","created_at":5,"archived":true,"members":2,"last_seq":8,"joined":false,"users":["0000000000002"]}}"#
            ),
            (Answer.sent(event), #"{"id":"0000000000009","room":"0000000000001","seq":3,"at":99}"#),
            (Answer.history([event], more: false), #"{"events":[\#(bare)],"more":false}"#),
            (Answer.cursor(room: room.id, seq: 8), #"{"room":"0000000000001","seq":8}"#),
            (
                Answer.changes(changed),
                #"{"events":[\#(bare)],"joined":[\#(inside)],"left":["0000000000001"],"safe":"000000000001a","more":true}"#
            ),
        ]
        for (answer, body) in expected {
            #expect(text(answer) == #"[{"ok":\#(body)}]"#)
        }
    }

    @Test("what is answered to those who run the server")
    func administration() {
        let (time, room) = (Timestamp(milliseconds: 77), room.id)
        let entries = [
            AuditEntry(
                id: AuditEntryID(millisecond: 0, entropy: 3), at: time, actor: user.id, action: .memberRole,
                user: user.id, room: room, detail: "owner"),
            AuditEntry(id: AuditEntryID(millisecond: 0, entropy: 1), at: time, actor: nil, action: .botMade),
        ]
        let toRoom = Invitation(
            id: InvitationID(millisecond: 0, entropy: 1), createdBy: user.id, role: .guest, room: room, usesLeft: 3,
            createdAt: Timestamp(milliseconds: 0), expiresAt: time)
        var general = toRoom
        (general.createdBy, general.room, general.role) = (nil, nil, .admin)
        let reset = PasswordReset(
            user: user.id, createdBy: nil, createdAt: Timestamp(milliseconds: 0), expiresAt: time)
        let expected: [([UInt8], String)] = [
            (
                Answer.audit(entries, more: true),
                #"{"entries":[{"id":"0000000000003","at":77,"action":"member.role","actor":"0000000000002","user":"0000000000002","room":"0000000000001","detail":"owner"},{"id":"0000000000001","at":77,"action":"bot.made","detail":""}],"more":true}"#
            ),
            (
                Answer.accounts(
                    [
                        AccountEntry(user: user, lastSeen: time),
                        AccountEntry(user: withoutAddress(user), lastSeen: nil),
                    ],
                    more: false),
                #"{"users":[\#(publicUser),"email":"ann@example.org","last_seen":77},\#(publicUser)}],"more":false}"#
            ),
            (
                Answer.reset(reset, code: "c", link: "http://localhost/reset/c"),
                #"{"code":"c","link":"http://localhost/reset/c","expires_at":77}"#
            ),
            (
                Answer.invitations([toRoom, general], more: true),
                #"{"invitations":[{"id":"0000000000001","role":"guest","room":"0000000000001","uses":3,"created_by":"0000000000002","created_at":0,"expires_at":77},{"id":"0000000000001","role":"admin","uses":3,"created_at":0,"expires_at":77}],"more":true}"#
            ),
            (
                Answer.invitation(toRoom, code: "c", link: "l"),
                #"{"code":"c","link":"l","uses":3,"role":"guest","room":"0000000000001","expires_at":77}"#
            ),
            (Answer.bot(user, token: "rst_x"), #"{"user":\#(publicUser)},"token":"rst_x"}"#),
            (Answer.token("rst_x"), #"{"token":"rst_x"}"#),
        ]
        for (answer, body) in expected { #expect(text(answer) == #"[{"ok":\#(body)}]"#) }
    }
}
