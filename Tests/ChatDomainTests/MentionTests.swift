import ChatModel
import Testing

@testable import ChatDomain

@Suite("Mentions")
struct MentionTests {
    private func unread(_ talk: Talk, _ caller: Caller) async throws -> [Int] {
        let room = try await talk.scene.chat.room(talk.room, for: caller)
        return [room.unread, room.mentions]
    }

    @Test("a message tells whom it calls: members who have not blocked its author, each once, not in code")
    func people() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let outside = try await scene.caller("outside")
            let blocker = try await scene.caller("blocker")
            _ = try await scene.chat.join(talk.room, by: blocker)
            try await scene.chat.block(talk.bob.user, true, by: blocker)
            try await talk.forget()
            let text =
                "<@\(talk.eve.user)> <@\(talk.ann.user)> *<@\(talk.eve.user)>* <@\(outside.user)> "
                + "<@\(blocker.user)> `<@\(talk.bob.user)>` <#\(talk.room)>"
            let seq = try await talk.say(text, by: talk.bob)
            let message = try #require(try await talk.message(seq, for: talk.ann))
            #expect(message.mentions == Mentions(users: [talk.ann.user, talk.eve.user].sorted()))
            #expect(try await talk.told() == [.message(message)])
            #expect(try await unread(talk, talk.ann) == [1, 1])
            #expect(try await unread(talk, talk.bob) == [0, 0])
            #expect(try await unread(talk, blocker) == [1, 0])
            // In code, and by oneself, nobody is called.
            _ = try await talk.say("`<@\(talk.ann.user)>` <@\(talk.bob.user)>", by: talk.bob)
            #expect(try await unread(talk, talk.ann) == [2, 1])
            #expect(try await unread(talk, talk.bob) == [0, 0])
            let list = try await scene.chat.mentions(before: nil, for: talk.eve)
            #expect(list.page.map(\.seq) == [seq] && !list.more)
            #expect(try await scene.chat.mentions(before: nil, for: talk.bob).page.isEmpty)
            _ = try await scene.chat.moveCursor(room: talk.room, to: seq, by: talk.ann)
            #expect(try await unread(talk, talk.ann) == [1, 0])
            try await scene.chat.leave(talk.room, by: talk.eve)
            #expect(try await scene.chat.mentions(before: nil, for: talk.eve).page.isEmpty)
        }
    }

    @Test("everyone is called by moderators and owners in a channel, by each member of a group and a direct room")
    func everyone() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            func calls(_ caller: Caller, in room: RoomID) async throws -> Bool {
                let sent = try await scene.chat.send(
                    room: room, text: "<@room> x", nonce: .text("\(room) \(caller.user)"), by: caller)
                guard case .message(let message) = sent.body else { return false }
                return message.mentions.everyone
            }
            let admin = try await scene.caller("admin", role: .admin)
            let guest = try await scene.caller("guest", role: .guest)
            _ = try await scene.chat.join(talk.room, by: admin)
            _ = try await scene.chat.addMembers([guest.user], to: talk.room, by: talk.ann)
            for (caller, may) in [(talk.ann, true), (talk.bob, false), (admin, true), (guest, false)] {
                #expect(try await calls(caller, in: talk.room) == may)
            }
            try await scene.chat.setRole(.moderator, of: talk.eve.user, in: talk.room, by: talk.ann)
            #expect(try await calls(talk.eve, in: talk.room))
            #expect(try await unread(talk, talk.bob) == [4, 3])
            let people = [talk.bob.user, guest.user]
            let group = try await scene.chat.createGroup(name: "us", users: people, by: talk.ann).room.id
            let direct = try await scene.chat.direct(with: people, by: talk.ann).room.id
            for room in [group, direct] {
                for caller in [talk.ann, talk.bob, guest] { #expect(try await calls(caller, in: room)) }
                #expect(try await scene.chat.room(room, for: talk.bob).mentions == 2)
            }
        }
    }

    @Test("an edit calls whom it names now, and who is not named any more is not called")
    func edits() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let seq = try await talk.say("<@\(talk.ann.user)>", by: talk.bob)
            #expect(try await unread(talk, talk.ann) == [1, 1])
            _ = try await scene.chat.edit(seq, in: talk.room, text: "<@\(talk.eve.user)> x", by: talk.bob)
            #expect(try await unread(talk, talk.ann) == [1, 0])
            #expect(try await unread(talk, talk.eve) == [1, 1])
            #expect(try await scene.chat.mentions(before: nil, for: talk.eve).page.map(\.seq) == [seq])
            #expect(try await scene.chat.mentions(before: nil, for: talk.ann).page.isEmpty)
            try await scene.chat.deleteMessage(seq, in: talk.room, by: talk.bob)
            #expect(try await unread(talk, talk.eve) == [0, 0])
            #expect(try await scene.chat.mentions(before: nil, for: talk.eve).page.isEmpty)
        }
    }

    @Test(
        "who is called in a reply follows its thread from there on, also by an edit, unless they stopped by themselves")
    func threads() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            let first = try await talk.say("1 <@\(talk.eve.user)>", by: talk.bob, thread: root)
            let state = ThreadState(isFollowing: true, cursor: first - 1, unread: 1, mentions: 1)
            #expect(try await talk.state(root, for: talk.eve) == state)
            #expect(try await unread(talk, talk.eve) == [1, 0], "a reply is the thread's alone")
            try await scene.chat.followThread(root, in: talk.room, false, by: talk.eve)
            _ = try await talk.say("2 <@\(talk.eve.user)>", by: talk.bob, thread: root)
            #expect(try await talk.state(root, for: talk.eve).isFollowing == false)
            let late = try await scene.caller("late")
            _ = try await scene.chat.join(talk.room, by: late)
            _ = try await scene.chat.edit(first, in: talk.room, text: "1 <@\(late.user)>", by: talk.bob)
            #expect(
                try await talk.state(root, for: late)
                    == ThreadState(isFollowing: true, cursor: first - 1, unread: 2, mentions: 1))
        }
    }

    @Test("at most fifty people are called, the first that are named")
    func limit() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let strangers = (UInt32(1)...60).map { "<@\(UserID(millisecond: 0, entropy: $0))>" }.joined(separator: " ")
            let early = try await talk.say("<@\(talk.ann.user)> " + strangers, by: talk.bob)
            let late = try await talk.say(strangers + " <@\(talk.ann.user)>", by: talk.bob)
            #expect(try await talk.message(early, for: talk.ann)?.mentions.users == [talk.ann.user])
            #expect(try await talk.message(late, for: talk.ann)?.mentions.isEmpty == true)
        }
    }
}
