import ByteCoding
import ChatModel
import Testing

@testable import ChatWire

@Suite("Requests")
struct RequestTests {
    private func read(_ name: String, _ arguments: JSON...) throws(ChatError) -> Request {
        try Request(name: name, arguments: arguments)
    }

    private func refusal(_ name: String, _ arguments: [JSON]) -> ChatError? {
        do throws(ChatError) {
            _ = try Request(name: name, arguments: arguments)
            return nil
        } catch { return error }
    }

    private let room = RoomID(millisecond: 2_000_000_000_000, entropy: 9)
    private let user = UserID(millisecond: 2_000_000_000_000, entropy: 8)
    private var roomText: JSON { .string(room.description) }
    private let avatar: JSON = ["picture": "fox", "color": "#c0ffee"]

    @Test("every request of the protocol is read, its optional arguments absent, null and given")
    func all() throws {
        let account: JSON = [
            "token": "t", "invitation": "i", "email": "a@b", "password": "12345678", "name": "Ann", "avatar": avatar,
        ]
        let read = try RequestName.allCases.map { name in
            switch name {
            case .send: try self.read("send", ["room": roomText, "text": "hi", "nonce": "k:1"])
            case .typing: try self.read("typing", ["room": roomText, "typing": true])
            case .read: try self.read("read", ["room": roomText, "seq": 3])
            case .history: try self.read("history", ["room": roomText, "before": nil])
            case .sync: try self.read("sync", ["since": "000000000001a", "limit": 7])
            case .rooms: try self.read("rooms", ["ignored": 1])
            case .users: try self.read("users", ["users": [.string(user.description)]])
            case .members: try self.read("members", ["room": roomText, "after": .string(user.description)])
            case .room: try self.read("room", ["room": roomText])
            case .join: try self.read("join", ["room": roomText])
            case .leave: try self.read("leave", ["room": roomText])
            case .markUnread: try self.read("unread", ["room": roomText, "seq": 3])
            case .delete: try self.read("delete", ["room": roomText, "seq": 3])
            case .edit: try self.read("edit", ["room": roomText, "seq": 3, "text": "ho"])
            case .edits: try self.read("edits", ["room": roomText, "seq": 3, "after": nil])
            case .react: try self.read("react", ["room": roomText, "seq": 3, "emoji": "🦊", "on": true])
            case .pin: try self.read("pin", ["room": roomText, "seq": 3, "pinned": false])
            case .pins: try self.read("pins", ["room": roomText])
            case .mentions: try self.read("mentions", ["before": "000000000001a"])
            case .thread: try self.read("thread", ["room": roomText, "thread": 3, "before": 9])
            case .readThread: try self.read("thread.read", ["room": roomText, "thread": 3, "seq": 0])
            case .followThread: try self.read("thread.follow", ["room": roomText, "thread": 3, "following": true])
            case .threads: try self.read("threads", ["limit": 100])
            case .why: try self.read("why", ["room": roomText])
            case .direct: try self.read("direct", ["users": [.string(user.description)]])
            case .addMembers:
                try self.read("member.add", ["room": roomText, "users": [.string(user.description)]])
            case .setRole:
                try self.read(
                    "member.role", ["room": roomText, "user": .string(user.description), "role": "moderator"])
            case .updateRoom: try self.read("room.update", ["room": roomText, "description": ""])
            case .archiveRoom: try self.read("room.archive", ["room": roomText, "archived": true])
            case .deleteRoom: try self.read("room.delete", ["room": roomText])
            case .removeMember:
                try self.read("member.remove", ["room": roomText, "user": .string(user.description)])
            case .mute:
                try self.read(
                    "member.mute", ["room": roomText, "user": .string(user.description), "seconds": nil])
            case .ban:
                try self.read("member.ban", ["room": roomText, "user": .string(user.description), "banned": true])
            case .bans: try self.read("bans", ["room": roomText])
            case .report: try self.read("report", ["room": roomText, "seq": 3, "reason": "spam"])
            case .reports: try self.read("reports", ["state": "open"])
            case .resolveReport: try self.read("report.resolve", ["report": roomText, "state": "dismissed"])
            case .findPeople: try self.read("people.find", ["query": "an"])
            case .createGroup:
                try self.read("group.create", ["name": "Us", "users": [.string(user.description)], "nonce": "k:2"])
            case .channels: try self.read("channels", ["after": roomText, "limit": 200])
            case .createChannel: try self.read("channel.create", ["name": "General", "nonce": "c"])
            case .me: try self.read("me", [:])
            case .updateProfile: try self.read("profile.update", ["handle": "ann", "avatar": nil])
            case .sessions: try self.read("sessions", [:])
            case .revokeSession: try self.read("session.revoke", ["session": roomText])
            case .revokeOtherSessions: try self.read("sessions.revoke_others", [:])
            case .changeEmail: try self.read("email.change", ["password": "x", "email": "a@b"])
            case .changePassword: try self.read("password.change", ["password": "x", "new_password": "12345678"])
            case .block: try self.read("block", ["user": .string(user.description), "blocked": true])
            case .blocks: try self.read("blocks", [:])
            case .export: try self.read("export", ["after": .string(room.description + ".7")])
            case .logIn: try self.read("login", ["email": "a@b", "password": "x", "device": "d"])
            case .logOut: try self.read("logout", [:])
            case .register: try self.read("register", account)
            case .invite: try self.read("invite", [:])
            case .setUp: try self.read("setup", account)
            case .audit: try self.read("audit", ["before": nil])
            case .setUserRole: try self.read("user.role", ["user": .string(user.description), "role": "guest"])
            case .setActive: try self.read("user.deactivate", ["user": .string(user.description), "active": false])
            case .deleteUser: try self.read("user.delete", ["user": .string(user.description), "messages": "erase"])
            case .deleteAccount: try self.read("account.delete", ["password": "x", "messages": "keep"])
            case .accounts: try self.read("users.list", ["query": "an"])
            case .createReset: try self.read("reset.create", ["user": .string(user.description)])
            case .useReset: try self.read("reset.use", ["code": "c", "password": "12345678"])
            case .setRegistration: try self.read("registration.set", ["mode": "open"])
            case .invitations: try self.read("invitations", ["before": .string(user.description)])
            case .revokeInvitation: try self.read("invitation.revoke", ["invitation": .string(user.description)])
            case .acceptInvitation: try self.read("invitation.accept", ["code": "c"])
            case .createBot: try self.read("bot.create", ["name": "Robot", "avatar": avatar])
            case .renewBotToken: try self.read("bot.token", ["user": .string(user.description)])
            case .setLevel: try self.read("level", ["room": roomText, "level": "none"])
            case .preferences: try self.read("preferences", [:])
            case .updatePreferences:
                try self.read("preferences.update", ["quiet": nil, "dnd_until": 7, "sound": nil])
            case .keepDraft: try self.read("draft", ["room": roomText, "thread": nil, "text": ""])
            case .drafts: try self.read("drafts", [:])
            case .save: try self.read("save", ["room": roomText, "seq": 3, "saved": true])
            case .saved: try self.read("saved", ["before": "000000000001a"])
            case .savedMarks: try self.read("saved.ids", [:])
            case .schedule:
                try self.read(
                    "schedule", ["room": roomText, "text": "hi", "at": 7, "nonce": "k:3", "thread": nil])
            case .scheduled: try self.read("scheduled", [:])
            case .updateScheduled: try self.read("schedule.update", ["id": roomText, "text": nil, "at": 8])
            case .cancelScheduled: try self.read("schedule.cancel", ["id": roomText])
            case .watchPresence: try self.read("presence.watch", ["users": [.string(user.description)]])
            case .setPresence: try self.read("presence.set", ["state": "away"])
            }
        }
        let arguments = try AccountArguments(Arguments([account]))
        #expect(arguments.avatar == Avatar(picture: "fox", color: "#c0ffee"))
        let expected: [Request] = [
            .send(room: room, text: "hi", nonce: .counted(instance: "k", counter: 1)),
            .typing(room: room, typing: true), .read(room: room, seq: 3),
            .markUnread(room: room, seq: 3), .delete(room: room, seq: 3),
            .talk(.edit(room: room, seq: 3, text: "ho")), .talk(.edits(room: room, seq: 3)),
            .talk(.react(room: room, seq: 3, emoji: "🦊", isOn: true)),
            .talk(.pin(room: room, seq: 3, isPinned: false)), .talk(.pins(room: room)),
            .talk(.mentions(before: Place(rawValue: 42), limit: 50)),
            .talk(.thread(room: room, thread: 3, before: 9, limit: 50)),
            .talk(.readThread(room: room, thread: 3, seq: 0)),
            .talk(.followThread(room: room, thread: 3, isFollowing: true)), .talk(.threads(before: nil, limit: 100)),
            .why(room),
            .history(room: room, before: nil, limit: 50), .sync(since: Place(rawValue: 42), limit: 7), .rooms,
            .users([user]), .members(room: room, after: user, limit: 100), .room(room), .join(room), .leave(room),
            .direct([user]), .addMembers(room: room, users: [user]),
            .setRole(room: room, user: user, role: .moderator),
            .updateRoom(room: room, name: nil, description: ""), .archiveRoom(room: room, archived: true),
            .deleteRoom(room),
            .removeMember(room: room, user: user),
            .moderation(.mute(room: room, user: user, seconds: nil)),
            .moderation(.ban(room: room, user: user, isBanned: true)),
            .moderation(.bans(room: room, after: nil, limit: 100)),
            .moderation(.report(room: room, seq: 3, reason: "spam")),
            .moderation(.reports(room: nil, state: .open, before: nil, limit: 50)),
            .moderation(.resolveReport(ReportID(millisecond: 2_000_000_000_000, entropy: 9), .dismissed)),
            .channels(after: room, limit: 200), .findPeople(query: "an", limit: 20),
            .createGroup(name: "Us", description: "", users: [user], nonce: .counted(instance: "k", counter: 2)),
            .createChannel(name: "General", description: "", nonce: .text("c")), .me,
            .account(.updateProfile(name: nil, handle: "ann", avatar: nil)), .account(.sessions),
            .account(.revokeSession(SessionID(millisecond: 2_000_000_000_000, entropy: 9))),
            .account(.revokeOtherSessions), .account(.changeEmail(password: "x", email: "a@b")),
            .account(.changePassword(password: "x", new: "12345678")), .account(.block(user, true)), .account(.blocks),
            .account(.export(after: ExportPlace(room: room, seq: 7), limit: 500)),
            .logIn(email: "a@b", password: "x", device: "d"), .logOut,
            .register(invitation: "i", account: arguments, device: nil),
            .invite(uses: 1, expiresIn: 604_800, role: .member, room: nil),
            .setUp(token: "t", account: arguments, device: nil),
            .administration(.audit(before: nil, limit: 50)), .administration(.setUserRole(user: user, role: .guest)),
            .administration(.setActive(user: user, active: false)),
            .administration(.deleteUser(user: user, messages: .erase)),
            .administration(.deleteAccount(password: "x", messages: .keep)),
            .administration(.accounts(after: nil, query: "an", limit: 100)),
            .administration(.createReset(user: user)),
            .administration(.useReset(code: "c", password: "12345678", device: nil)),
            .administration(.setRegistration(.open)),
            .administration(.invitations(before: InvitationID(rawValue: user.rawValue), limit: 100)),
            .administration(.revokeInvitation(InvitationID(millisecond: 2_000_000_000_000, entropy: 8))),
            .administration(.acceptInvitation(code: "c")),
            .administration(
                .createBot(name: "Robot", handle: nil, avatar: Avatar(picture: "fox", color: "#c0ffee"))),
            .administration(.renewBotToken(user: user)), .state(.setLevel(room: room, .nothing)),
            .state(.preferences),
            .state(
                .updatePreferences(PreferencesChange(quiet: .some(nil), dndUntil: Timestamp(milliseconds: 7)))),
            .state(.keepDraft(DraftKey(room: room), text: "")), .state(.drafts),
            .state(.save(SavedMark(room: room, seq: 3), isSaved: true)),
            .state(.saved(before: Place(rawValue: 42), limit: 50)), .state(.savedMarks),
            .schedule(
                .schedule(
                    room: room, text: "hi", at: Timestamp(milliseconds: 7),
                    nonce: .counted(instance: "k", counter: 3))),
            .schedule(.scheduled),
            .schedule(
                .update(
                    ScheduledID(millisecond: 2_000_000_000_000, entropy: 9), text: nil, at: Timestamp(milliseconds: 8))),
            .schedule(.cancel(ScheduledID(millisecond: 2_000_000_000_000, entropy: 9))),
            .state(.watchPresence([user])), .state(.setPresence(isAway: true)),
        ]
        #expect(read == expected)
    }

    @Test("invitations carry what was asked for")
    func invitation() throws {
        #expect(
            try read("invite", ["uses": 1000, "expires_in": 60, "role": "admin"])
                == .invite(uses: 1000, expiresIn: 60, role: .admin, room: nil))
        #expect(
            try read("invite", ["role": "guest", "room": roomText])
                == .invite(uses: 1, expiresIn: 604_800, role: .guest, room: room))
        let account: JSON = ["email": "a@b", "password": "12345678", "name": "Ann", "avatar": avatar]
        #expect(
            try read("register", account)
                == .register(invitation: nil, account: AccountArguments(Arguments([account])), device: nil))
    }

    @Test("another name is unknown, also one that differs in case or by a combining mark")
    func unknown() {
        for name in ["", "Send", "send ", "connect", "message", "re\u{301}ad"] {
            #expect(refusal(name, [[:]])?.code == .unknownRequest)
        }
    }

    @Test("anything but one object is malformed")
    func malformed() {
        for arguments: [JSON] in [[], [1], ["x"], [nil], [[]], [[:], [:]]] {
            #expect(refusal("rooms", arguments)?.code == .malformed)
        }
    }

    @Test(
        "a wrong argument is named",
        arguments: [
            ("send", "{}", "room"), ("send", #"{"room":7}"#, "room"), ("send", #"{"room":"xyz"}"#, "room"),
            ("send", #"{"room":"0000000000001"}"#, "text"), ("send", #"{"room":"0000000000001","text":1}"#, "text"),
            ("send", #"{"room":"0000000000001","text":"a"}"#, "nonce"),
            ("send", #"{"room":"0000000000001","text":"a","nonce":""}"#, "nonce"),
            ("send", #"{"room":"0000000000001","text":"a","nonce":null}"#, "nonce"),
            ("typing", #"{"room":"0000000000001","typing":1}"#, "typing"),
            ("read", #"{"room":"0000000000001","seq":-1}"#, "seq"),
            ("read", #"{"room":"0000000000001","seq":1.5}"#, "seq"),
            ("read", #"{"room":"0000000000001","seq":1e300}"#, "seq"),
            ("history", #"{"room":"0000000000001","before":0}"#, "before"),
            ("history", #"{"room":"0000000000001","limit":201}"#, "limit"),
            ("history", #"{"room":"0000000000001","limit":0}"#, "limit"),
            ("sync", "{}", "since"), ("sync", #"{"since":42}"#, "since"),
            ("sync", #"{"since":"0000000000001","limit":1001}"#, "limit"),
            ("users", #"{"users":[]}"#, "users"), ("users", #"{"users":"0000000000001"}"#, "users"),
            ("users", #"{"users":["0000000000001",2]}"#, "users"), ("users", #"{"users":["x"]}"#, "users"),
            ("channels", #"{"after":1}"#, "after"), ("channels", #"{"limit":"1"}"#, "limit"),
            ("members", #"{"room":"0000000000001","after":"x"}"#, "after"),
            ("invite", #"{"uses":0}"#, "uses"), ("invite", #"{"uses":1001}"#, "uses"),
            ("invite", #"{"expires_in":59}"#, "expires_in"), ("invite", #"{"expires_in":31536001}"#, "expires_in"),
            ("invite", #"{"role":"owner"}"#, "role"), ("invite", #"{"role":"guest"}"#, "role"),
            ("invite", #"{"role":"admin","room":"0000000000001"}"#, "role"), ("invite", #"{"room":7}"#, "room"),
            ("audit", #"{"before":"x"}"#, "before"), ("audit", #"{"limit":201}"#, "limit"),
            ("user.role", #"{"user":"0000000000001","role":"bot"}"#, "role"),
            ("user.role", #"{"role":"guest"}"#, "user"),
            ("user.deactivate", #"{"user":"0000000000001","active":1}"#, "active"),
            ("user.delete", #"{"user":"0000000000001"}"#, "messages"),
            ("user.delete", #"{"user":"0000000000001","messages":"none"}"#, "messages"),
            ("account.delete", #"{"messages":"keep"}"#, "password"), ("users.list", #"{"after":"x"}"#, "after"),
            ("users.list", #"{"query":7}"#, "query"), ("reset.create", "{}", "user"),
            ("reset.use", #"{"code":"c"}"#, "password"), ("reset.use", #"{"password":"12345678"}"#, "code"),
            ("registration.set", #"{"mode":"maybe"}"#, "mode"), ("invitation.revoke", "{}", "invitation"),
            ("invitation.accept", #"{"code":1}"#, "code"), ("bot.create", #"{"name":"x"}"#, "avatar"),
            ("bot.create", ##"{"name":"x","handle":1,"avatar":{"picture":"fox","color":"#c0ffee"}}"##, "handle"),
            ("bot.token", #"{"user":[]}"#, "user"),
            ("level", #"{"level":"all"}"#, "room"), ("level", #"{"room":"0000000000001"}"#, "level"),
            ("level", #"{"room":"0000000000001","level":"some"}"#, "level"),
            ("preferences.update", #"{"quiet":7}"#, "quiet"), ("preferences.update", #"{"quiet":{"from":1}}"#, "quiet"),
            ("preferences.update", #"{"quiet":{"from":-1,"to":3}}"#, "quiet"),
            ("preferences.update", #"{"quiet":{"from":0,"to":1440}}"#, "quiet"),
            ("preferences.update", #"{"dnd_until":-1}"#, "dnd_until"),
            ("preferences.update", #"{"dnd_until":8640000000000001}"#, "dnd_until"),
            ("preferences.update", #"{"sound":1}"#, "sound"), ("preferences.update", #"{"preview":"no"}"#, "preview"),
            ("schedule", #"{"text":"a","at":7,"nonce":"n"}"#, "room"),
            ("schedule", #"{"room":"0000000000001","at":7,"nonce":"n"}"#, "text"),
            ("schedule", #"{"room":"0000000000001","text":"a","nonce":"n"}"#, "at"),
            ("schedule", #"{"room":"0000000000001","text":"a","at":"7","nonce":"n"}"#, "at"),
            ("schedule", #"{"room":"0000000000001","text":"a","at":-1,"nonce":"n"}"#, "at"),
            ("schedule", #"{"room":"0000000000001","text":"a","at":7}"#, "nonce"),
            ("schedule", #"{"room":"0000000000001","text":"a","at":7,"nonce":"n","thread":0}"#, "thread"),
            ("schedule.update", "{}", "id"), ("schedule.update", #"{"id":"x"}"#, "id"),
            ("schedule.update", #"{"id":"0000000000001","text":7}"#, "text"),
            ("schedule.update", #"{"id":"0000000000001","at":1.5}"#, "at"),
            ("schedule.cancel", #"{"id":7}"#, "id"),
            ("draft", #"{"text":""}"#, "room"), ("draft", #"{"room":"0000000000001"}"#, "text"),
            ("draft", #"{"room":"0000000000001","text":"","thread":0}"#, "thread"),
            ("save", #"{"room":"0000000000001","seq":0,"saved":true}"#, "seq"),
            ("save", #"{"room":"0000000000001","seq":1}"#, "saved"), ("save", #"{"seq":1,"saved":true}"#, "room"),
            ("saved", #"{"before":"x"}"#, "before"), ("saved", #"{"limit":101}"#, "limit"),
            ("presence.watch", "{}", "users"), ("presence.watch", #"{"users":["x"]}"#, "users"),
            ("presence.set", "{}", "state"), ("presence.set", #"{"state":"dnd"}"#, "state"),
            ("presence.set", #"{"state":"offline"}"#, "state"),
            ("channel.create", "{}", "name"), ("channel.create", #"{"name":"x","description":1}"#, "description"),
            ("people.find", "{}", "query"), ("people.find", #"{"query":"a","limit":51}"#, "limit"),
            ("group.create", #"{"users":["0000000000001"]}"#, "name"), ("group.create", #"{"name":"x"}"#, "users"),
            ("group.create", #"{"name":"x","users":[]}"#, "users"),
            ("group.create", #"{"name":"x","users":["0000000000001"],"nonce":""}"#, "nonce"),
            ("direct", #"{"users":[]}"#, "users"), ("member.add", #"{"room":"0000000000001"}"#, "users"),
            ("member.role", #"{"room":"0000000000001","user":"0000000000001","role":"admin"}"#, "role"),
            ("member.role", #"{"room":"0000000000001","user":"0000000000001"}"#, "role"),
            ("room.update", #"{"room":"0000000000001","name":7}"#, "name"),
            ("room.archive", #"{"room":"0000000000001","archived":1}"#, "archived"), ("room.delete", "{}", "room"),
            ("room.update", #"{"room":"0000000000001","slow_mode":21601}"#, "slow_mode"),
            ("room.update", #"{"room":"0000000000001","slow_mode":-1}"#, "slow_mode"),
            ("room.update", #"{"room":"0000000000001","retention":3651}"#, "retention"),
            ("member.mute", #"{"room":"0000000000001"}"#, "user"),
            ("member.mute", #"{"room":"0000000000001","user":"0000000000001","seconds":59}"#, "seconds"),
            ("member.mute", #"{"room":"0000000000001","user":"0000000000001","seconds":31536001}"#, "seconds"),
            ("member.ban", #"{"room":"0000000000001","user":"0000000000001"}"#, "banned"),
            ("bans", #"{"room":"0000000000001","limit":201}"#, "limit"),
            ("report", #"{"room":"0000000000001","seq":0,"reason":"x"}"#, "seq"),
            ("report", #"{"room":"0000000000001","seq":1}"#, "reason"),
            ("reports", #"{"state":"new"}"#, "state"), ("reports", #"{"limit":101}"#, "limit"),
            ("reports", #"{"before":"x"}"#, "before"), ("report.resolve", #"{"state":"resolved"}"#, "report"),
            ("report.resolve", #"{"report":"0000000000001","state":"open"}"#, "state"),
            ("report.resolve", #"{"report":"0000000000001"}"#, "state"),
            ("login", #"{"email":"a@b"}"#, "password"), ("login", #"{"password":"x"}"#, "email"),
            ("setup", #"{"token":"t","email":"a@b","password":"12345678","name":"n"}"#, "avatar"),
            ("setup", #"{"token":"t","email":"a@b","password":"12345678","name":"n","avatar":"fox"}"#, "avatar"),
            ("register", #"{"email":"a@b","invitation":7}"#, "invitation"), ("register", "{}", "email"),
            ("profile.update", #"{"name":1}"#, "name"), ("profile.update", #"{"handle":1}"#, "handle"),
            ("profile.update", #"{"avatar":"fox"}"#, "avatar"), ("session.revoke", "{}", "session"),
            ("session.revoke", #"{"session":"x"}"#, "session"), ("email.change", #"{"email":"a@b"}"#, "password"),
            ("email.change", #"{"password":"x"}"#, "email"), ("password.change", #"{"new_password":"x"}"#, "password"),
            ("password.change", #"{"password":"x"}"#, "new_password"), ("block", #"{"blocked":true}"#, "user"),
            ("block", #"{"user":"0000000000001"}"#, "blocked"), ("export", #"{"limit":1001}"#, "limit"),
            ("export", #"{"after":7}"#, "after"), ("export", #"{"after":""}"#, "after"),
            ("export", #"{"after":"0000000000001"}"#, "after"), ("export", #"{"after":"0000000000001.-1"}"#, "after"),
            ("export", #"{"after":"0000000000001.1.1.1"}"#, "after"), ("export", #"{"after":"x.1"}"#, "after"),
            ("export", #"{"after":"0000000000001.9223372036854775808"}"#, "after"),
        ])
    func wrong(name: String, argument: String, field: String) throws {
        let refusal = refusal(name, [try JSON.parse(Array(argument.utf8))])
        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.field == field)
        #expect(refusal?.message.isEmpty == false)
    }

    @Test("a place that no server of ours gave sends the client to load afresh", arguments: ["42", "☃", "-1", ""])
    func noPlace(text: String) {
        #expect(refusal("sync", [["since": .string(text)]])?.code == .resync)
    }

    @Test("a text that no limit allows is too long, and named")
    func tooLong() {
        let long: JSON = .string(String(repeating: "a", count: 64_001))
        let send = refusal("send", [["room": roomText, "text": long, "nonce": "n"]])
        #expect(send?.code == .tooLong)
        #expect(send?.field == "text")
        let nonce = refusal(
            "send", [["room": roomText, "text": "a", "nonce": .string(String(repeating: "n", count: 65))]])
        #expect(nonce?.code == .tooLong)
        #expect(nonce?.field == "nonce")
        #expect(refusal("login", [["email": long, "password": "x"]])?.field == "email")
        #expect(refusal("login", [["email": "a@b", "password": long]])?.field == "password")
        #expect(refusal("channel.create", [["name": long]])?.field == "name")
    }

    @Test("users takes 100 ids and no more, presence.watch 200")
    func manyUsers() {
        let id: JSON = .string(user.description)
        #expect(refusal("presence.watch", [["users": .array(Array(repeating: id, count: 200))]]) == nil)
        #expect(refusal("presence.watch", [["users": []]]) == nil)
        #expect(refusal("presence.watch", [["users": .array(Array(repeating: id, count: 201))]])?.field == "users")
        #expect(refusal("users", [["users": .array(Array(repeating: id, count: 100))]]) == nil)
        #expect(refusal("users", [["users": .array(Array(repeating: id, count: 101))]])?.field == "users")
    }

    @Test("logging in, by whatever, is all that needs no log-in")
    func logIn() {
        #expect(RequestName.allCases.filter { !$0.needsLogIn } == [.logIn, .register, .setUp, .useReset])
    }
}
