import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("One's own sessions")
struct OwnSessionTests {
    private let address = "192.0.2.9"

    private func logIn(_ name: String, _ device: String, _ scene: Scene) async throws -> LogIn {
        try await scene.chat.logIn(
            email: "\(name)@example.org", password: "password", device: device, address: address)
    }

    @Test("sessions are listed to their person, in the order in which they began, until they expire")
    func list() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            _ = try await scene.caller("bob")
            scene.clock.advance(seconds: 86_400)
            let second = try await logIn("ann", "kestrel", scene)
            let found = try await scene.chat.sessions(for: ann.caller)
            #expect(found.map(\.id) == [ann.caller.session, second.session.id])
            #expect(found.map(\.device) == ["", "kestrel"])
            #expect(found[1].lastUsedAt == second.session.createdAt)
            scene.clock.advance(seconds: 89 * 86_400)
            #expect(try await scene.chat.sessions(for: ann.caller).map(\.id) == [second.session.id])
        }
    }

    @Test("nothing is done that was asked on a session which ended before it had its place")
    func ended() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let bob = try await scene.caller("bob")
            let second = try await logIn("owner", "kestrel", scene)
            let late = Caller(user: owner.user, session: second.session.id)
            let room = try await chat.createChannel(name: "Plaza", by: late).room.id
            let sent = try await chat.send(room: room, text: "x", nonce: .text("1"), by: late)
            try await chat.revokeSession(late.session, by: owner)
            let avatar = Avatar(picture: "fox", color: "#c0ffee")
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.send(room: room, text: "x", nonce: .text("1"), by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.send(room: room, text: "y", nonce: .text("2"), by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.moveCursor(room: room, to: sent.seq, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.createChannel(name: "x", by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in try await chat.deleteRoom(room, by: late) }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in try await chat.invite(by: late) }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.makeReset(for: bob.user, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.createBot(name: "x", handle: nil, avatar: avatar, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.deleteUser(bob.user, messages: .erase, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.setUserRole(.owner, of: bob.user, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.edit(sent.seq, in: room, text: "z", by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.react("👍", true, to: sent.seq, in: room, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.pin(sent.seq, in: room, true, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.readThread(sent.seq, in: room, to: sent.seq, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.followThread(sent.seq, in: room, true, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.save(SavedMark(room: room, seq: sent.seq), true, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.keepDraft("z", for: DraftKey(room: room), by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.setLevel(.nothing, in: room, by: late)
            }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await chat.updatePreferences(PreferencesChange(sound: false), by: late)
            }
            // On another session of theirs all goes on.
            _ = try await chat.send(room: room, text: "y", nonce: .text("2"), by: owner)
        }
    }

    @Test("a session's use is kept when it connects, at most once an hour")
    func use() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            func lastUse() async throws -> Int64? {
                try await scene.settle()
                let session = try await scene.chat.sessions(for: ann.caller).first
                return session.map { $0.lastUsedAt.milliseconds - $0.createdAt.milliseconds }
            }
            for (second, kept) in [
                (Int64(3_599), Int64(0)), (3_600, 3_600), (3_601, 3_600), (7_199, 3_600), (7_200, 7_200),
            ] {
                let now = scene.clock.now().milliseconds - ann.user.createdAt.milliseconds
                scene.clock.advance(milliseconds: second * 1000 - now)
                _ = try await scene.chat.authenticate(token: ann.token)
                #expect(try await lastUse() == kept * 1000, "\(second)")
            }
        }
    }

    @Test("the use of many sessions at once is kept for each of them, and none that has ended comes back")
    func manyUses() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            var ids = [ann.caller.session]
            for _ in 0..<20 { ids.append(try await logIn("ann", "", scene).session.id) }
            try await scene.chat.revokeSession(ids[1], by: ann.caller)
            scene.clock.advance(seconds: 10)
            scene.chat.keepUse(of: ids + (0..<400).map { SessionID(millisecond: 0, entropy: $0) })
            try await scene.settle()
            let sessions = try await scene.chat.sessions(for: ann.caller)
            #expect(sessions.count == 20)
            #expect(sessions.allSatisfy { $0.lastUsedAt == scene.clock.now() })
        }
    }

    @Test("a session that is revoked is told to have ended and its token is void; the others go on")
    func revoke() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            let other = try await logIn("ann", "", scene)
            let bob = try await scene.person("bob")
            try await scene.chat.revokeSession(other.session.id, by: ann.caller)
            #expect(scene.cluster.signals == [.sessionsEnded([other.session.id])])
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.authenticate(token: other.token)
            }
            _ = try await scene.chat.authenticate(token: ann.token)
            try await scene.settle()
            scene.cluster.forget()
            for session in [other.session.id, bob.caller.session] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.revokeSession(session, by: ann.caller)
                }
                #expect(refused?.code == .notFound && refused?.field == "session")
            }
            #expect(scene.cluster.signals.isEmpty)
            _ = try await scene.chat.authenticate(token: bob.token)
            // One's own, as by logging out; then it is nobody's to act with.
            try await scene.chat.revokeSession(ann.caller.session, by: ann.caller)
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.revokeSession(ann.caller.session, by: ann.caller)
            }
        }
    }

    @Test(
        "revoking the others ends all of one's sessions but the one that asks, and nobody else's",
        arguments: Role.allCases)
    func revokeOthers(_ role: Role) async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann", role: role)
            let bob = try await scene.person("bob")
            var others: [LogIn] = []
            for _ in 0..<3 { others.append(try await logIn("ann", "", scene)) }
            #expect(try await scene.chat.revokeOtherSessions(by: ann.caller) == 3)
            #expect(scene.cluster.signals == [.sessionsEnded(others.map(\.session.id))])
            for other in others {
                await expectRefusal(.sessionExpired) { () throws(ChatError) in
                    try await scene.chat.authenticate(token: other.token)
                }
                await expectRefusal(.sessionExpired) { () throws(ChatError) in
                    try await scene.chat.revokeOtherSessions(
                        by: Caller(user: ann.user.id, session: other.session.id))
                }
            }
            for token in [ann.token, bob.token] { _ = try await scene.chat.authenticate(token: token) }
            #expect(try await scene.chat.revokeOtherSessions(by: ann.caller) == 0)
        }
    }
}
