import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Roles and deactivated accounts")
struct AdministrationTests {
    @Test("a new role is told to all, written down, and decides from then on")
    func role() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            try await scene.settle()
            scene.cluster.forget()
            let changed = try await scene.chat.setUserRole(.admin, of: ann.user, by: owner)
            #expect(changed.role == .admin && changed.email == "ann@example.org")
            try await scene.settle()
            #expect(told(scene) == [changed])
            _ = try await scene.chat.invite(by: ann)
            let entry = try await scene.chat.audit(before: nil, limit: 2, for: owner).page[1]
            #expect(entry.action == .userRole && entry.user == ann.user && entry.actor == owner.user)
            #expect(entry.detail == "admin")
            try await scene.settle()
            scene.cluster.forget()
            // Again changes nothing.
            #expect(try await scene.chat.setUserRole(.admin, of: ann.user, by: owner) == changed)
            try await scene.settle()
            #expect(told(scene) == [])
            for role in [Role.bot] {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in
                    try await scene.chat.setUserRole(role, of: ann.user, by: owner)
                }
            }
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.setUserRole(.member, of: UserID(millisecond: 0, entropy: 1), by: owner)
            }
        }
    }

    @Test("the server keeps an active owner, whoever asks")
    func lastOwner() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let second = try await scene.caller("second", role: .owner)
            _ = try await chat.setActive(false, second.user, by: owner)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.setUserRole(.member, of: owner.user, by: owner)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.deleteAccount(password: "password", messages: .keep, by: owner, address: "a")
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.operatorActive(false, email: "owner@example.org")
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.operatorRole(.guest, email: "owner@example.org")
            }
            _ = try await chat.setActive(true, second.user, by: owner)
            #expect(try await chat.setUserRole(.member, of: owner.user, by: owner).role == .member)
        }
    }

    @Test("who becomes a guest is a plain member of each room, which gets another owner, and loads afresh")
    func guest() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await chat.createChannel(name: "Plaza", by: ann).room.id
            _ = try await chat.join(room, by: bob)
            let since = try await chat.place()
            _ = try await chat.setUserRole(.guest, of: ann.user, by: owner)
            let members = try await chat.members(of: room, after: nil, for: bob).page
            #expect(members.map(\.role) == [.member, .owner])
            let parts = try await chat.history(of: room, before: nil, for: bob).events.suffix(2).map(\.body)
            #expect(parts == [.roleChanged(bob.user, .owner), .roleChanged(ann.user, .member)])
            await expectRefusal(.resync) { () throws(ChatError) in try await chat.changes(since: since, for: ann) }
            _ = try await chat.changes(since: since, for: bob)
            let later = try await chat.place()
            #expect(try await chat.changes(since: later, for: ann).events == [])
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.createChannel(name: "x", by: ann)
            }
            _ = try await chat.setUserRole(.member, of: ann.user, by: owner)
            await expectRefusal(.resync) { () throws(ChatError) in try await chat.changes(since: later, for: ann) }
        }
    }

    @Test("a deactivated account's sessions end at once, nothing more is done with it, and it comes back as it was")
    func deactivated() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let (ann, caller, token) = try await scene.person("ann")
            let room = try await chat.createChannel(name: "Plaza", by: caller).room.id
            let sent = try await chat.send(room: room, text: "x", nonce: .text("0"), by: caller).seq
            try await scene.settle()
            scene.cluster.forget()
            let changed = try await chat.setActive(false, ann.id, by: owner)
            #expect(changed.state == .deactivated && changed.name == "ann")
            try await scene.settle()
            #expect(told(scene) == [changed])
            #expect(scene.cluster.signals == [.sessionsEnded([caller.session])])
            await expectRefusal(.sessionExpired) { () throws(ChatError) in try await chat.authenticate(token: token) }
            // What was under way when it happened.
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.send(room: room, text: "x", nonce: .text("1"), by: caller)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.createChannel(name: "x", by: caller)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in try await chat.leave(room, by: caller) }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.deleteMessage(sent, in: room, by: caller)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.moveCursor(room: room, to: sent, by: caller)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.markUnread(from: 1, in: room, by: caller)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.history(of: room, before: nil, for: caller)
            }
            // Another process has not heard of the session's end: the account says it too.
            let elsewhere = Caller(user: ann.id, session: SessionID(millisecond: 0, entropy: 1))
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.send(room: room, text: "x", nonce: .text("1"), by: elsewhere)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in try await chat.leave(room, by: elsewhere) }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.setLevel(.nothing, in: room, by: elsewhere)
            }
            let refused = await refusal { () throws(ChatError) in
                try await chat.logIn(email: ann.email, password: "password", device: "", address: "b")
            }
            #expect(refused?.code == .deactivated)
            await expectRefusal(.wrongCredentials) { () throws(ChatError) in
                try await chat.logIn(email: ann.email, password: "wrong", device: "", address: "b")
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await chat.makeReset(for: ann.id, by: owner) }
            try await scene.settle()
            scene.cluster.forget()
            #expect(try await chat.setActive(false, ann.id, by: owner).state == .deactivated)
            #expect(scene.cluster.signals == [])
            _ = try await chat.setActive(true, ann.id, by: owner)
            let back = try await chat.logIn(email: ann.email, password: "password", device: "", address: "b")
            let again = Caller(user: ann.id, session: back.session.id)
            _ = try await chat.send(room: room, text: "x", nonce: .text("1"), by: again)
            let actions = try await chat.audit(before: nil, limit: 2, for: owner).page.map(\.action)
            #expect(actions == [.userReactivated, .userDeactivated])
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await chat.setActive(false, owner.user, by: owner)
            }
        }
    }

    @Test("a log-in that was under way when the account was deactivated opens no session")
    func racedLogIn() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("owner", role: .owner)
            let ann = try await scene.person("ann").user
            scene.credentials.afterVerify { _ = try? await scene.chat.setActive(false, ann.id, by: owner) }
            await expectRefusal(.deactivated) { () throws(ChatError) in
                try await scene.chat.logIn(email: ann.email, password: "password", device: "", address: "b")
            }
        }
    }

    @Test("accounts are listed with their addresses, in pages, and looked for by name and address")
    func accounts() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let admin = try await scene.caller("admin", role: .admin)
            for name in ["ann", "anton", "bert"] { _ = try await chat.createUser(.of(name), role: .member) }
            let first = try await chat.accounts(after: nil, limit: 3, for: admin)
            #expect(
                first.page.map(\.user.email) == ["admin", "ann", "anton"].map { "\($0)@example.org" } && first.more)
            #expect(first.page.map { $0.lastSeen == nil } == [false, true, true])
            let second = try await chat.accounts(after: first.page.last?.user.id, limit: 3, for: admin)
            #expect(second.page.map(\.user.name) == ["bert"] && !second.more)
            let found = try await chat.accounts(after: nil, query: "AN", for: admin)
            #expect(found.page.map(\.user.name) == ["ann", "anton"])
            let rest = try await chat.accounts(after: found.page[0].user.id, query: "an", limit: 1, for: admin)
            #expect(rest.page.map(\.user.name) == ["anton"] && !rest.more)
            #expect(try await chat.accounts(after: nil, query: "bert@example.org", for: admin).page.count == 1)
            for (query, limit) in [("", 1), ("x", 0), ("x", 201)] {
                await expectRefusal(.invalidArgument) { () throws(ChatError) in
                    try await chat.accounts(after: nil, query: query, limit: limit, for: admin)
                }
            }
        }
    }

    @Test("a bot logs in by its token only, which a new one voids at once")
    func bot() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let avatar = Avatar(picture: "fox", color: "#c0ffee")
            let made = try await chat.createBot(name: "Weather Bot", handle: nil, avatar: avatar, by: owner)
            #expect(made.user.role == .bot && made.user.email == "" && made.user.handle == "weatherbot")
            let known = try await chat.authenticate(token: made.token)
            #expect(known.user == made.user)
            scene.clock.advance(seconds: 50 * 365 * 86_400)
            #expect(try await chat.authenticate(token: made.token).user == made.user)
            await expectRefusal(.invalidArgument) { () throws(ChatError) in
                try await chat.logIn(email: "", password: "", device: "", address: "b")
            }
            let caller = Caller(user: made.user.id, session: known.session.id)
            let room = try await chat.createChannel(name: "Plaza", by: owner).room.id
            #expect(try await chat.addMembers([made.user.id], to: room, by: owner).memberCount == 2)
            _ = try await chat.send(room: room, text: "sunny", nonce: .text("1"), by: caller)
            try await scene.settle()
            scene.cluster.forget()
            let token = try await chat.renewBotToken(of: made.user.id, by: owner)
            #expect(scene.cluster.signals == [.sessionsEnded([caller.session])])
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.authenticate(token: made.token)
            }
            #expect(try await chat.authenticate(token: token).user == made.user)
            let actions = try await chat.audit(before: nil, limit: 9, for: owner).page.map(\.action)
            #expect(actions == [.botToken, .botMade])
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await chat.renewBotToken(of: owner.user, by: owner)
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.deleteAccount(password: "", messages: .keep, by: caller, address: "b")
            }
            await expectRefusal(.handleTaken) { () throws(ChatError) in
                try await chat.createBot(name: "x", handle: "WeatherBot", avatar: avatar, by: owner)
            }
            _ = try await chat.setActive(false, made.user.id, by: owner)
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await chat.renewBotToken(of: made.user.id, by: owner)
            }
        }
    }

    /// Whom the directory told of as changed.
    private func told(_ scene: Scene) -> [User] {
        scene.cluster.events.compactMap { event in
            if case .directory(let event) = event, case .userUpdated(let user) = event.body { user } else { nil }
        }
    }
}
