import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

/// The machine's time of day is set back by a day, forward, and back again.
@Suite("A clock that is set")
struct ClockTests {
    private static let settings: [Int64] = [0, -1, 1, -1, 400, 0, -20_000, 0]

    @Test("order, numbers, nonces, cursors and unread follow the order of sending; times are what the clock said")
    func order() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann", role: .owner), try await scene.caller("bob"))
            let room = try await scene.privateRoom([ann.user, bob.user])
            let place = try await scene.chat.place()
            var sent: [RoomEvent] = []
            for (index, days) in Self.settings.enumerated() {
                scene.clock.setTimeOfDay(days: days)
                scene.clock.advance(seconds: 1)
                let event = try await scene.chat.send(
                    room: room, text: "\(index)", nonce: .counted(instance: "d", counter: Int64(index)), by: ann)
                #expect(event.at == scene.clock.now())
                sent.append(event)
                // What was sent before is known, whatever day it is now.
                for (counter, earlier) in sent.enumerated() {
                    let again = try await scene.chat.send(
                        room: room, text: "\(counter)", nonce: .counted(instance: "d", counter: Int64(counter)), by: ann
                    )
                    #expect(again == earlier)
                }
                #expect(try await scene.chat.room(room, for: bob).unread == 1)
                let cursor = try await scene.chat.moveCursor(room: room, to: event.seq, by: bob)
                #expect(cursor == event.seq)
                #expect(try await scene.chat.room(room, for: bob).unread == 0)
                #expect(try await scene.chat.moveCursor(room: room, to: event.seq - 1, by: bob) == event.seq)
            }
            #expect(zip(sent, sent.dropFirst()).allSatisfy { $0.seq + 1 == $1.seq && $0.place < $1.place })
            let history = try await scene.chat.history(of: room, before: nil, for: bob).events
            #expect(history.suffix(sent.count) == sent[...])
            let changes = try await scene.chat.changes(since: place, for: ann)
            #expect(changes.events.compactMap(\.roomEvent).suffix(sent.count) == sent[...])
            try await scene.settle()
            #expect(scene.cluster.events.compactMap(\.roomEvent).suffix(sent.count) == sent[...])
        }
    }

    @Test("a session that a clock set forward made late is good again when the clock is right; none is lost by it")
    func sessions() async throws {
        try await Scene.run { scene in
            let (user, _, token) = try await scene.person("ann")
            scene.clock.setTimeOfDay(days: 91)
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.authenticate(token: token)
            }
            for days: Int64 in [0, -1, 89, -400] {
                scene.clock.setTimeOfDay(days: days)
                #expect(try await scene.chat.authenticate(token: token).user == user)
            }
        }
    }

    @Test("past the limit the session that was opened first ends, also when the clock was set back, over a restart too")
    func oldestSession() async throws {
        var settings = ChatSettings()
        settings.sessionsPerUser = 3
        try await Scene.run(settings: settings) { scene in
            let (user, first, _) = try await scene.person("ann")
            var opened = [first.session]
            for (round, days) in [-1, -2, 1, -30, 0, -3].enumerated() {
                scene.clock.setTimeOfDay(days: Int64(days))
                // Another process: what it knows of ids made before is what the store holds.
                let chat = Chat(
                    store: scene.store, credentials: scene.credentials, cluster: scene.cluster, clock: scene.clock,
                    settings: settings)
                try await scene.settle()
                scene.cluster.forget()
                let logIn = try await chat.logIn(
                    email: user.email, password: "password", device: "", address: "192.0.2.1")
                opened.append(logIn.session.id)
                #expect(scene.cluster.signals == (opened.count > 3 ? [.sessionsEnded([opened[round - 2]])] : []))
                #expect(try await chat.authenticate(token: logIn.token).session == logIn.session)
            }
            #expect(opened == opened.sorted())
        }
    }

    @Test("who guesses waits as long as before, and who waited is let in, whatever the time of day")
    func attempts() async throws {
        try await Scene.run { scene in
            let user = try await scene.chat.createUser(.of("ann"), role: .member)
            func logIn(_ password: String) async -> ErrorCode? {
                do throws(ChatError) {
                    _ = try await scene.chat.logIn(
                        email: user.email, password: password, device: "", address: "192.0.2.1")
                    return nil
                } catch { return error.code }
            }
            for _ in 0..<10 { #expect(await logIn("wrong") == .wrongCredentials) }
            for days: Int64 in [0, 1, -1, 0] {
                scene.clock.setTimeOfDay(days: days)
                #expect(await logIn("password") == .rateLimited)
            }
            scene.clock.setTimeOfDay(days: -1)
            scene.clock.advance(seconds: 1)
            #expect(await logIn("password") == nil)
        }
    }

    @Test("typing ends after its eight seconds, whatever the time of day")
    func typing() async throws {
        try await Scene.run { scene in
            let typing = Typing(cluster: scene.cluster, clock: scene.clock)
            let (user, room) = (UserID(millisecond: 0, entropy: 1), RoomID(millisecond: 0, entropy: 1))
            typing.set(true, user: user, room: room, connection: 1)
            for days: Int64 in [1, -1, 0, 400] {
                scene.clock.setTimeOfDay(days: days)
                typing.tick()
                #expect(scene.cluster.signals.count == 1)
                #expect(typing.delayToTick ?? 0 > 7_900)
            }
            scene.clock.setTimeOfDay(days: -1)
            scene.clock.advance(milliseconds: 8_050)
            typing.tick()
            #expect(scene.cluster.signals.last == .typing(room: room, users: [], count: 0))
        }
    }

    @Test("pruning removes nothing that is young by the clock of now, and goes on past what a fast clock stamped")
    func pruning() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let room = try await scene.privateRoom([ann.user, bob.user])
            func joinAndLeave() async throws -> Place {
                let channel = try await scene.chat.createChannel(name: "c \(scene.clock.monotonic())", by: ann)
                try await scene.chat.leave(channel.room.id, by: ann)
                scene.clock.advance(seconds: 1)
                return try await scene.chat.place()
            }
            func prune() async throws {
                while try await scene.chat.pruneEvents(olderThan: 30) {}
            }
            let kept = try await scene.chat.send(room: room, text: "kept", nonce: .text("n"), by: ann)
            let first = try await joinAndLeave()
            // A week in which the clock is ten years ahead.
            scene.clock.setTimeOfDay(days: 3650)
            let ahead = try await joinAndLeave()
            scene.clock.setTimeOfDay(days: 0)
            scene.clock.advance(seconds: 7 * 86_400)
            let after = try await joinAndLeave()
            let last = try await joinAndLeave()
            for days: Int64 in [0, -1, 1, -400] {
                scene.clock.setTimeOfDay(days: days)
                try await prune()
                #expect(try await scene.chat.changes(since: first, for: ann).more == false, "\(days)")
            }
            scene.clock.setTimeOfDay(days: 0)
            scene.clock.advance(seconds: 31 * 86_400)
            _ = try await joinAndLeave()
            try await prune()
            for place in [first, ahead] {
                await expectRefusal(.resync) { () throws(ChatError) in
                    try await scene.chat.changes(since: place, for: ann)
                }
            }
            #expect(try await scene.chat.changes(since: last, for: ann).more == false)
            #expect(after < last)
            let history = try await scene.chat.history(of: room, before: nil, for: bob).events
            #expect(history.contains(kept))
        }
    }

    @Test("an invitation is good for its days by the clock of now, and is not used up by a clock that was wrong")
    func invitations() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("ann", role: .owner)
            let code = try await scene.chat.invite(by: owner, expiresIn: 86_400).code
            scene.clock.setTimeOfDay(days: 2)
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in
                try await scene.chat.checkInvitation(code)
            }
            scene.clock.setTimeOfDay(days: -1)
            try await scene.chat.checkInvitation(code)
            let logIn = try await scene.chat.register(
                invitation: code, registration: try .of("bob"), device: "", address: "192.0.2.1")
            #expect(logIn.user.createdAt == scene.clock.now())
        }
    }

    @Test("a mute and a link for a new password end by the clock of now, and a wrong clock ends neither for good")
    func mutesAndResets() async throws {
        try await Scene.run { scene in
            let (chat, clock) = (scene.chat, scene.clock)
            let owner = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let room = try await chat.createChannel(name: "Plaza", by: owner).room.id
            _ = try await chat.join(room, by: bob)
            try await chat.mute(bob.user, in: room, seconds: 86_400, by: owner)
            let code = try await chat.makeReset(for: bob.user, by: owner).code
            for days: Int64 in [0, -1, 2, -400, 0] {
                clock.setTimeOfDay(days: days)
                let isOver = days == 2
                let muted = try await chat.members(of: room, after: nil, for: owner).page.compactMap(\.mutedUntil)
                #expect(muted.isEmpty == isOver, "\(days)")
                do throws(ChatError) {
                    _ = try await chat.send(room: room, text: "x", nonce: .text("\(days)"), by: bob)
                    #expect(isOver, "\(days)")
                } catch { #expect(error.code == .muted && !isOver, "\(days)") }
                do throws(ChatError) {
                    try await chat.checkReset(code)
                    #expect(!isOver, "\(days)")
                } catch { #expect(error.code == .resetInvalid && isOver, "\(days)") }
            }
            clock.setTimeOfDay(days: -1)
            _ = try await chat.useReset(code: code, password: "another one", device: "", address: "a")
        }
    }
}
