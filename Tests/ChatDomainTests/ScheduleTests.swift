import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Scheduling messages")
struct ScheduleTests {
    private func ahead(_ seconds: Int64, _ talk: Talk) -> Timestamp {
        talk.scene.clock.now().advanced(bySeconds: seconds)
    }

    @Test("what one schedules is one's own alone, in the order of the times, and told to one's own devices")
    func scheduling() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let chat = scene.chat
            let (late, soon) = (ahead(600, talk), ahead(60, talk))
            let one = try await chat.schedule("late", to: talk.room, at: late, nonce: .text("1"), by: talk.bob)
            let two = try await chat.schedule("soon", to: talk.room, at: soon, nonce: .text("2"), by: talk.bob)
            #expect(one == ScheduledMessage(id: one.id, room: talk.room, text: "late", at: late))
            #expect(try await chat.scheduled(of: talk.bob) == [two, one])
            #expect(try await chat.scheduled(of: talk.ann) == [])
            #expect(
                try await talk.told(talk.bob) == [.scheduledChanged(one.id, .made), .scheduledChanged(two.id, .made)])
            #expect(try await talk.told() == [], "the room hears nothing of it")
        }
    }

    @Test("the same again is the same one, also once it was changed or sent; the nonce with other content is refused")
    func nonces() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let chat = scene.chat
            let at = ahead(60, talk)
            func ask(
                _ text: String, at time: Timestamp, thread: Int64? = nil, to room: RoomID? = nil, by caller: Caller
            ) async throws(ChatError) -> ScheduledMessage {
                try await chat.schedule(
                    text, to: room ?? talk.room, thread: thread, at: time, nonce: .counted(instance: "a", counter: 1),
                    by: caller)
            }
            let other = try await chat.createChannel(name: "Other", by: talk.bob).room.id
            let root = try await talk.say("root", by: talk.ann)
            let made = try await ask("hi", at: at, by: talk.bob)
            #expect(try await ask("hi", at: at, by: talk.bob) == made)
            #expect(try await ask("hi", at: at, by: talk.eve).id != made.id, "a nonce is its sender's")
            for (text, time, thread, room) in [
                ("ho", at, nil, nil), ("hi", at.advanced(bySeconds: 1), nil, nil), ("hi", at, root, nil),
                ("hi", at, nil, other),
            ] {
                let found = await refusal { () throws(ChatError) in
                    try await ask(text, at: time, thread: thread, to: room, by: talk.bob)
                }
                #expect(found?.code == .nonceReused && found?.field == "nonce")
            }
            try await chat.updateScheduled(made.id, at: at.advanced(bySeconds: 5), by: talk.bob)
            #expect(try await ask("hi", at: at, by: talk.bob).at == at.advanced(bySeconds: 5))
            scene.clock.advance(seconds: 65)
            #expect(try await !chat.sendScheduled())
            // Its time is past, and it was done.
            let again = try await ask("hi", at: at, by: talk.bob)
            #expect((again.text, again.at) == ("hi", at))
            await expectRefusal(.nonceReused) { () throws(ChatError) in try await ask("ho", at: at, by: talk.bob) }
            #expect(try await chat.scheduled(of: talk.bob) == [])
        }
    }

    @Test("what is changed is told, what is the same is not, and what is cancelled is no more")
    func changing() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let chat = scene.chat
            let at = ahead(60, talk)
            let made = try await chat.schedule("hi", to: talk.room, at: at, nonce: .text("1"), by: talk.bob)
            let later = at.advanced(bySeconds: 60)
            try await chat.updateScheduled(made.id, text: "hi", at: at, by: talk.bob)
            try await chat.updateScheduled(made.id, by: talk.bob)
            try await chat.updateScheduled(made.id, text: "ho", by: talk.bob)
            try await chat.updateScheduled(made.id, at: later, by: talk.bob)
            var expected = made
            (expected.text, expected.at) = ("ho", later)
            #expect(try await chat.scheduled(of: talk.bob) == [expected])
            try await chat.cancelScheduled(made.id, by: talk.bob)
            #expect(try await chat.scheduled(of: talk.bob) == [])
            #expect(
                try await talk.told(talk.bob)
                    == [.made, .changed, .changed, .cancelled].map { .scheduledChanged(made.id, $0) })
            scene.clock.advance(seconds: 200)
            #expect(try await !chat.sendScheduled())
            #expect(try await talk.told() == [])
        }
    }

    @Test("nobody sees, changes or cancels another's, or what there is not")
    func others() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let made = try await scene.chat.schedule(
                "hi", to: talk.room, at: ahead(60, talk), nonce: .text("1"), by: talk.bob)
            let owner = try await scene.caller("owner", role: .owner)
            for (id, caller) in [
                (made.id, talk.ann), (made.id, owner), (ScheduledID(millisecond: 0, entropy: 1), talk.bob),
            ] {
                let changed = await refusal { () throws(ChatError) in
                    try await scene.chat.updateScheduled(id, text: "x", by: caller)
                }
                let cancelled = await refusal { () throws(ChatError) in
                    try await scene.chat.cancelScheduled(id, by: caller)
                }
                for found in [changed, cancelled] { #expect(found?.code == .notFound && found?.field == "id") }
            }
            #expect(try await scene.chat.scheduled(of: talk.bob) == [made])
        }
    }

    @Test("a time that is too near or too far, in the past or none at all is refused")
    func times() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let now = scene.clock.now().milliseconds
            let made = try await scene.chat.schedule(
                "hi", to: talk.room, at: ahead(60, talk), nonce: .text("1"), by: talk.bob)
            for at in [now + 29_999, now, now - 1, 0, .min, .max, now + 366 * 86_400_000 + 1] {
                let time = Timestamp(milliseconds: at)
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.schedule("x", to: talk.room, at: time, nonce: .text("2"), by: talk.bob)
                }
                let unchanged = await refusal { () throws(ChatError) in
                    try await scene.chat.updateScheduled(made.id, at: time, by: talk.bob)
                }
                for found in [refused, unchanged] { #expect(found?.code == .invalidArgument && found?.field == "at") }
            }
            for (number, at) in [now + 30_000, now + 366 * 86_400_000].enumerated() {
                _ = try await scene.chat.schedule(
                    "x", to: talk.room, at: Timestamp(milliseconds: at), nonce: .text("at \(number)"), by: talk.bob)
            }
            #expect(try await scene.chat.scheduled(of: talk.bob).count == 3)
        }
    }

    @Test(
        "a text that `send` would refuse is refused, when it is made and when it is changed",
        arguments: [
            ("", ErrorCode.invalidArgument), (" \n", .invalidArgument), ("a\0b", .invalidArgument),
            (String(repeating: "x", count: 16_001), .tooLong),
        ])
    func texts(_ text: String, _ code: ErrorCode) async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let made = try await scene.chat.schedule(
                "hi", to: talk.room, at: ahead(60, talk), nonce: .text("1"), by: talk.bob)
            let refused = await refusal { () throws(ChatError) in
                try await scene.chat.schedule(text, to: talk.room, at: made.at, nonce: .text("2"), by: talk.bob)
            }
            let unchanged = await refusal { () throws(ChatError) in
                try await scene.chat.updateScheduled(made.id, text: text, by: talk.bob)
            }
            for found in [refused, unchanged] { #expect(found?.code == code && found?.field == "text") }
            #expect(try await scene.chat.scheduled(of: talk.bob) == [made])
        }
    }

    @Test("for a room that one is not in, and a thread that is none, nothing is scheduled")
    func places() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            let reply = try await talk.say("reply", by: talk.ann, thread: root)
            let gone = try await talk.say("gone", by: talk.ann)
            try await scene.chat.deleteMessage(gone, in: talk.room, by: talk.ann)
            let channel = try await scene.chat.createChannel(name: "Other", by: talk.ann).room.id
            let secret = try await scene.privateRoom([talk.ann.user])
            let at = ahead(60, talk)
            for (room, thread, code, field) in [
                (channel, nil, ErrorCode.notMember, "room"), (secret, nil, .notFound, "room"),
                (talk.room, reply, .notFound, "thread"), (talk.room, gone, .notFound, "thread"),
                (talk.room, 1, .notFound, "thread"), (talk.room, 99, .notFound, "thread"),
            ] as [(RoomID, Int64?, ErrorCode, String)] {
                let found = await refusal { () throws(ChatError) in
                    try await scene.chat.schedule(
                        "x", to: room, thread: thread, at: at, nonce: .text("n"), by: talk.bob)
                }
                #expect(found?.code == code && found?.field == field)
            }
            let made = try await scene.chat.schedule(
                "x", to: talk.room, thread: root, at: at, nonce: .text("n"), by: talk.bob)
            #expect(made.thread == root)
        }
    }

    @Test(
        "nobody has more than a hundred, nor more than half a megabyte; a failed one counts, a cancelled one does not")
    func limits() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let at = ahead(60, talk)
            func ask(_ number: Int, _ text: String, by caller: Caller) async throws(ChatError) -> ScheduledMessage {
                try await scene.chat.schedule(text, to: talk.room, at: at, nonce: .text("\(number)"), by: caller)
            }
            var last = try await ask(1, "x", by: talk.bob)
            for number in 2...100 { last = try await ask(number, "x", by: talk.bob) }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await ask(101, "x", by: talk.bob) }
            try await scene.chat.updateScheduled(last.id, text: "y", by: talk.bob)
            try await scene.chat.cancelScheduled(last.id, by: talk.bob)
            _ = try await ask(101, "x", by: talk.bob)
            await expectRefusal(.forbidden) { () throws(ChatError) in try await ask(102, "x", by: talk.bob) }

            let long = String(repeating: "☃", count: 10_000)
            var longest = try await ask(1, long, by: talk.eve)
            for number in 2...17 { longest = try await ask(number, long, by: talk.eve) }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await ask(18, long, by: talk.eve) }
            let short = try await ask(18, String(repeating: "x", count: 14_288), by: talk.eve)
            await expectRefusal(.forbidden) { () throws(ChatError) in try await ask(19, "x", by: talk.eve) }
            await expectRefusal(.forbidden) { () throws(ChatError) in
                try await scene.chat.updateScheduled(short.id, text: long, by: talk.eve)
            }
            try await scene.chat.updateScheduled(longest.id, text: "short", by: talk.eve)
            _ = try await ask(19, "x", by: talk.eve)
        }
    }

    @Test("with the membership, the room and the account what one has scheduled goes, and nothing is sent")
    func ends() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let other = try await chat.createChannel(name: "Other", by: talk.ann).room.id
            for caller in [talk.bob, talk.eve] { _ = try await chat.join(other, by: caller) }
            for (number, room) in [talk.room, other].enumerated() {
                for caller in [talk.ann, talk.bob, talk.eve] {
                    _ = try await chat.schedule(
                        "x", to: room, at: ahead(60, talk), nonce: .text("\(number)"), by: caller)
                }
            }
            func rooms(_ caller: Caller) async throws -> [RoomID] {
                try await chat.scheduled(of: caller).map(\.room)
            }
            try await chat.leave(talk.room, by: talk.bob)
            try await chat.removeMember(talk.eve.user, from: talk.room, by: talk.ann)
            #expect(try await rooms(talk.bob) == [other])
            #expect(try await rooms(talk.eve) == [other])
            // Coming back brings nothing back.
            _ = try await chat.join(talk.room, by: talk.bob)
            #expect(try await rooms(talk.bob) == [other])
            try await chat.deleteUser(talk.eve.user, messages: .keep, by: owner)
            #expect(try await rooms(talk.eve) == [])
            try await chat.deleteRoom(other, by: talk.ann)
            #expect(try await rooms(talk.bob) == [])
            #expect(try await rooms(talk.ann) == [talk.room])
            try await talk.forget()
            scene.clock.advance(seconds: 60)
            _ = try await chat.sendScheduled()
            #expect(try await scene.settled().map(\.actor) == [talk.ann.user])
        }
    }

    @Test("whose session has ended, or who is deactivated, schedules, changes and cancels nothing")
    func ended() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let chat = scene.chat
            let owner = try await scene.caller("owner", role: .owner)
            let made = try await chat.schedule(
                "hi", to: talk.room, at: ahead(60, talk), nonce: .text("1"), by: talk.bob)
            func expectAllRefused() async {
                await expectRefusal(.sessionExpired) { () throws(ChatError) in
                    try await chat.schedule("x", to: talk.room, at: made.at, nonce: .text("2"), by: talk.bob)
                }
                await expectRefusal(.sessionExpired) { () throws(ChatError) in
                    try await chat.updateScheduled(made.id, text: "x", by: talk.bob)
                }
                await expectRefusal(.sessionExpired) { () throws(ChatError) in
                    try await chat.cancelScheduled(made.id, by: talk.bob)
                }
            }
            try await chat.logOut(talk.bob)
            await expectAllRefused()
            _ = try await chat.setActive(false, talk.bob.user, by: owner)
            await expectAllRefused()
        }
    }
}

extension Scene {
    /// The messages that rooms were told since the cluster forgot.
    func settled() async throws -> [RoomEvent] {
        try await settle()
        return cluster.events.compactMap(\.roomEvent).filter {
            if case .message = $0.body { true } else { false }
        }
    }
}
