import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Sending what was scheduled")
struct SendingScheduledTests {
    /// Schedules for a minute from now.
    private func schedule(
        _ text: String, thread: Int64? = nil, to room: RoomID? = nil, by caller: Caller, _ talk: Talk
    ) async throws(ChatError) -> ScheduledID {
        try await talk.scene.chat.schedule(
            text, to: room ?? talk.room, thread: thread, at: talk.scene.clock.now().advanced(bySeconds: 60),
            nonce: .text("later: \(text)"), by: caller
        ).id
    }

    private func errors(_ caller: Caller, _ talk: Talk) async throws -> [ErrorCode?] {
        try await talk.scene.chat.scheduled(of: caller).map(\.error)
    }

    @Test("when its time has come, and not before, it is sent once, as its author's message")
    func sending() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let id = try await schedule("good morning", by: talk.bob, talk)
            try await talk.forget()
            scene.clock.advance(milliseconds: 59_999)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.settled() == [])
            scene.clock.advance(milliseconds: 1)
            for _ in 0..<3 { #expect(try await !scene.chat.sendScheduled()) }
            let sent = try await scene.settled()
            #expect(sent.map(\.actor) == [talk.bob.user] && sent.map(\.room) == [talk.room])
            #expect(sent.map(\.at) == [scene.clock.now()])
            #expect(try await talk.message(try #require(sent.first).seq, for: talk.ann)?.text == "good morning")
            #expect(try await talk.told(talk.bob) == [.scheduledChanged(id, .sent)])
            #expect(try await scene.chat.scheduled(of: talk.bob) == [])
            // The message has the nonce: a client that sends it by itself adds none.
            let again = try await scene.chat.send(
                room: talk.room, text: "good morning", nonce: .text("later: good morning"), by: talk.bob)
            #expect(again.seq == sent.first?.seq)
        }
    }

    @Test("what was due while the server was away is sent in the order of its times, all of it")
    func many() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let start = scene.clock.now()
            for number in (0..<99).reversed() {
                _ = try await scene.chat.schedule(
                    "\(number)", to: talk.room, at: start.advanced(bySeconds: 60 + Int64(number)),
                    nonce: .text("\(number)"), by: talk.bob)
            }
            try await talk.forget()
            scene.clock.advance(seconds: 86_400)
            var steps = 1
            while try await scene.chat.sendScheduled() { steps += 1 }
            #expect(steps == 2)
            let texts = try await scene.settled().compactMap { event in
                if case .message(let message) = event.body { message.text } else { nil }
            }
            #expect(texts == (0..<99).map(String.init))
        }
    }

    @Test("it calls whom it names and is read in its thread, as of the time when it is sent")
    func mentions() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            _ = try await schedule("<@\(talk.eve.user)> <@\(talk.ann.user)>", thread: root, by: talk.bob, talk)
            try await scene.chat.leave(talk.room, by: talk.eve)
            scene.clock.advance(seconds: 60)
            #expect(try await !scene.chat.sendScheduled())
            let page = try await scene.chat.thread(root, in: talk.room, before: nil, for: talk.ann)
            #expect(page.events.count == 1 && page.state.unread == 1 && page.state.mentions == 1)
            guard case .message(let message)? = page.events.first?.body else { throw ChatError(.internal) }
            #expect(message.thread == root && message.mentions.users == [talk.ann.user])
            #expect(try await talk.state(root, for: talk.bob).isFollowing)
        }
    }

    @Test("what its author may not send then stays with the reason, is told once and not tried again")
    func refused() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let root = try await talk.say("root", by: talk.ann)
            let direct = try await chat.direct(with: [talk.ann.user], by: talk.bob).room.id
            let other = try await chat.createChannel(name: "Other", by: talk.ann).room.id
            for caller in [talk.bob, talk.eve] { _ = try await chat.join(other, by: caller) }
            let ids = [
                try await schedule("in a thread", thread: root, by: talk.bob, talk),
                try await schedule("to ann", to: direct, by: talk.bob, talk),
                try await schedule("archived", to: other, by: talk.bob, talk),
            ]
            let muted = try await schedule("muted", by: talk.eve, talk)
            try await chat.deleteMessage(root, in: talk.room, by: talk.ann)
            try await chat.block(talk.bob.user, true, by: talk.ann)
            _ = try await chat.archiveRoom(other, archived: true, by: talk.ann)
            try await chat.mute(talk.eve.user, in: talk.room, seconds: 3_600, by: talk.ann)
            try await talk.forget()
            scene.clock.advance(seconds: 60)
            for _ in 0..<2 { #expect(try await !chat.sendScheduled()) }
            #expect(try await scene.settled() == [])
            #expect(try await errors(talk.bob, talk) == [.notFound, .forbidden, .archived])
            #expect(try await errors(talk.eve, talk) == [.muted])
            #expect(try await talk.told(talk.bob) == ids.map { .scheduledChanged($0, .failed) })
            #expect(try await talk.told(talk.eve) == [.scheduledChanged(muted, .failed)])

            // Nothing of it is sent when what stood in the way is gone, until its author sets another time.
            _ = try await chat.archiveRoom(other, archived: false, by: talk.ann)
            scene.clock.advance(seconds: 7_200)
            #expect(try await !chat.sendScheduled())
            try await chat.updateScheduled(ids[2], text: "open", by: talk.bob)
            #expect(try await errors(talk.bob, talk) == [.notFound, .forbidden, .archived])
            try await chat.updateScheduled(
                ids[2], at: scene.clock.now().advanced(bySeconds: 60), by: talk.bob)
            #expect(try await errors(talk.bob, talk) == [.notFound, .forbidden, nil])
            scene.clock.advance(seconds: 60)
            #expect(try await !chat.sendScheduled())
            #expect(try await scene.settled().map(\.room) == [other])
            _ = owner
        }
    }

    @Test("who is banned has nothing in the room any more, and who is deactivated then sends nothing, now or later")
    func gone() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let owner = try await scene.caller("owner", role: .owner)
            _ = try await schedule("banned", by: talk.eve, talk)
            let id = try await schedule("deactivated", by: talk.bob, talk)
            try await scene.chat.setBan(true, of: talk.eve.user, from: talk.room, by: talk.ann)
            _ = try await scene.chat.setActive(false, talk.bob.user, by: owner)
            try await talk.forget()
            scene.clock.advance(seconds: 60)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await talk.told(talk.bob) == [.scheduledChanged(id, .failed)])
            _ = try await scene.chat.setActive(true, talk.bob.user, by: owner)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.settled() == [])
            #expect(try await errors(talk.bob, talk) == [.deactivated])
            #expect(try await errors(talk.eve, talk) == [])
        }
    }

    @Test("slow mode makes it wait, and then it is sent; it holds up what its author writes after it")
    func slowMode() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            _ = try await scene.chat.updateRoom(talk.room, slowMode: 30, by: talk.ann)
            _ = try await schedule("later", by: talk.bob, talk)
            scene.clock.advance(seconds: 49)
            // Moves the clock by a second.
            _ = try await talk.say("now", by: talk.bob)
            try await talk.forget()
            scene.clock.advance(seconds: 10)
            #expect(try await !scene.chat.sendScheduled())
            scene.clock.advance(milliseconds: 19_999)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.settled() == [])
            #expect(try await errors(talk.bob, talk) == [nil])
            scene.clock.advance(milliseconds: 1)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.settled().map(\.actor) == [talk.bob.user])
            await expectRefusal(.rateLimited) { () throws(ChatError) in try await talk.say("more", by: talk.bob) }
        }
    }

    @Test("it counts with what its author sends, and what is too much waits")
    func rates() async throws {
        var settings = ChatSettings()
        settings.rates.sends = RateRule(burst: 2, interval: 200)
        try await Scene.run(settings: settings) { scene in
            let talk = try await Talk(scene)
            for number in 0..<4 { _ = try await schedule("\(number)", by: talk.bob, talk) }
            _ = try await schedule("hers", by: talk.eve, talk)
            try await talk.forget()
            scene.clock.advance(seconds: 60)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.settled().map(\.actor) == [talk.bob.user, talk.bob.user, talk.eve.user])
            await expectRefusal(.rateLimited) { () throws(ChatError) in
                try await scene.chat.send(room: talk.room, text: "more", nonce: .text("more"), by: talk.bob)
            }
            for expected in [4, 5] {
                scene.clock.advance(seconds: 1)
                while try await scene.chat.sendScheduled() {}
                scene.clock.advance(milliseconds: 400)
                while try await scene.chat.sendScheduled() {}
                #expect(try await scene.settled().count >= expected)
            }
            #expect(try await errors(talk.bob, talk) == [])
        }
    }

    @Test("one that its author sent by themselves, under its nonce, is not sent again; other content under it is")
    func ownSend() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let id = try await schedule("same", by: talk.bob, talk)
            let other = try await schedule("other", by: talk.bob, talk)
            for (text, nonce) in [("same", "later: same"), ("not it", "later: other")] {
                _ = try await scene.chat.send(room: talk.room, text: text, nonce: .text(nonce), by: talk.bob)
            }
            try await talk.forget()
            scene.clock.advance(seconds: 60)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.settled() == [])
            #expect(
                try await talk.told(talk.bob)
                    == [.scheduledChanged(id, .sent), .scheduledChanged(other, .failed)])
            #expect(try await errors(talk.bob, talk) == [.nonceReused])
        }
    }

    @Test("a clock that is set back holds it back until its time comes again")
    func clock() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            _ = try await schedule("later", by: talk.bob, talk)
            scene.clock.setTimeOfDay(days: -1)
            scene.clock.advance(seconds: 60)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.chat.scheduled(of: talk.bob).count == 1)
            scene.clock.setTimeOfDay(days: 30)
            #expect(try await !scene.chat.sendScheduled())
            #expect(try await scene.chat.scheduled(of: talk.bob).isEmpty)
        }
    }
}
