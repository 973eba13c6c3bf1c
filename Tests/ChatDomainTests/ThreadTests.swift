import ChatModel
import Testing

@testable import ChatDomain

@Suite("Threads")
struct ThreadTests {
    @Test("a reply has a number of the room, is no part of its history and unread, and its root tells of it")
    func replies() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            let reply = try await talk.say("reply", by: talk.bob, thread: root)
            let answer = try await talk.say("answer", by: talk.eve, thread: root, replyTo: reply)
            #expect([root, reply, answer] == [4, 5, 6])
            let history = try await scene.chat.history(of: talk.room, before: nil, for: talk.bob).events
            #expect(history.last?.seq == root)
            let replies = try #require(try await talk.message(root, for: talk.bob)?.responses?.replies)
            #expect(replies.count == 2 && replies.lastSeq == answer && replies.users == [talk.eve.user, talk.bob.user])
            #expect(try await scene.chat.room(talk.room, for: talk.bob).unread == 1)
            #expect(try await scene.chat.room(talk.room, for: talk.bob).lastSeq == answer)
            let page = try await scene.chat.thread(root, in: talk.room, before: nil, for: talk.ann)
            #expect(page.root.seq == root && page.events.map(\.seq) == [reply, answer] && !page.more)
            let newest = try await scene.chat.thread(root, in: talk.room, before: nil, limit: 1, for: talk.ann)
            #expect(newest.events.map(\.seq) == [answer] && newest.more)
            let older = try await scene.chat.thread(root, in: talk.room, before: answer, limit: 1, for: talk.ann)
            #expect(older.events.map(\.seq) == [reply] && !older.more)
            #expect(try await talk.message(answer, for: talk.bob, thread: root)?.replyTo == reply)
            try await talk.forget()
            try await scene.chat.deleteMessage(answer, in: talk.room, by: talk.eve)
            #expect(
                try await talk.told() == [.messageDeleted(target: answer, author: talk.eve.user, thread: root)])
            #expect(try await talk.message(root, for: talk.bob)?.responses?.replies?.lastSeq == reply)
            // A root that is gone keeps its thread; nobody adds to it.
            try await scene.chat.deleteMessage(root, in: talk.room, by: talk.ann)
            let kept = try await scene.chat.thread(root, in: talk.room, before: nil, for: talk.ann)
            #expect(kept.events.count == 2)
            guard case .messageGone(_, nil, let left?) = kept.root.body else {
                Issue.record("\(kept.root.body)")
                return
            }
            #expect(left.count == 1)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await talk.say("too late", by: talk.bob, thread: root)
            }
        }
    }

    @Test("a reply hangs on a live message of the room itself, and answers one that stands where it does")
    func refusals() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            let reply = try await talk.say("reply", by: talk.bob, thread: root)
            let other = try await talk.say("other", by: talk.ann)
            let gone = try await talk.say("gone", by: talk.ann)
            try await scene.chat.deleteMessage(gone, in: talk.room, by: talk.ann)
            func field(_ thread: Int64?, _ replyTo: Int64?) async -> String? {
                let error = await refusal { () throws(ChatError) in
                    try await talk.say("x", by: talk.bob, thread: thread, replyTo: replyTo)
                }
                return error?.code == .notFound ? error?.field : nil
            }
            for seq in [reply, gone, 1, 99, .max] { #expect(await field(seq, nil) == "thread", "\(seq)") }
            for seq in [other, gone, 1, 99, .max] { #expect(await field(root, seq) == "reply_to", "\(seq)") }
            for seq in [reply, gone, 1, 99] { #expect(await field(nil, seq) == "reply_to", "\(seq)") }
            _ = try await talk.say("to the root", by: talk.bob, thread: root, replyTo: root)
            _ = try await talk.say("in the room", by: talk.bob, replyTo: other)
            let itsThread = try await scene.chat.thread(reply, in: talk.room, before: nil, for: talk.ann)
            #expect(itsThread.root.seq == root && itsThread.events.first?.seq == reply)
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.thread(gone, in: talk.room, before: nil, for: talk.ann)
            }
            // A message without replies may be looked at as a thread, and followed before there is one.
            #expect(try await scene.chat.thread(other, in: talk.room, before: nil, for: talk.ann).events.isEmpty)
        }
    }

    @Test("what a message answers is content: the same nonce with another thread is refused")
    func nonces() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            let reply = try await talk.say("reply", by: talk.ann, thread: root)
            func send(_ thread: Int64?, _ replyTo: Int64?) async throws(ChatError) -> Int64 {
                try await scene.chat.send(
                    room: talk.room, text: "x", thread: thread, replyTo: replyTo, nonce: .text("n"), by: talk.bob
                ).seq
            }
            let first = try await send(root, reply)
            #expect(try await send(root, reply) == first)
            for (thread, replyTo) in [(nil, nil), (root, nil), (nil, root), (root, root)] as [(Int64?, Int64?)] {
                await expectRefusal(.nonceReused) { () throws(ChatError) in try await send(thread, replyTo) }
            }
        }
    }

    @Test("who sends and whose message the root is follow the thread; who stopped comes back by sending only")
    func following() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            #expect(try await talk.state(root, for: talk.ann) == ThreadState())
            try await talk.forget()
            let first = try await talk.say("1", by: talk.bob, thread: root)
            func followed(_ isFollowing: Bool, _ cursor: Int64) -> PersonEvent.Body {
                .threadFollowed(
                    room: talk.room, thread: root, ThreadFollow(isFollowing: isFollowing, cursor: cursor))
            }
            #expect(try await talk.told(talk.bob) == [followed(true, first)])
            #expect(try await talk.told(talk.ann) == [followed(true, first - 1)])
            #expect(try await talk.told(talk.eve).isEmpty)
            #expect(try await talk.state(root, for: talk.bob) == ThreadState(isFollowing: true, cursor: first))
            #expect(
                try await talk.state(root, for: talk.ann)
                    == ThreadState(isFollowing: true, cursor: first - 1, unread: 1))
            try await talk.forget()
            try await scene.chat.followThread(root, in: talk.room, false, by: talk.ann)
            try await scene.chat.followThread(root, in: talk.room, false, by: talk.ann)
            #expect(try await talk.told(talk.ann) == [followed(false, first - 1)])
            _ = try await talk.say("2", by: talk.bob, thread: root)
            #expect(try await talk.state(root, for: talk.ann) == ThreadState(isFollowing: false, cursor: first - 1))
            let own = try await talk.say("3", by: talk.ann, thread: root)
            #expect(try await talk.state(root, for: talk.ann) == ThreadState(isFollowing: true, cursor: own))
            #expect(try await talk.state(root, for: talk.bob).unread == 1)
            // By hand, with all of it read.
            try await scene.chat.followThread(root, in: talk.room, true, by: talk.eve)
            #expect(try await talk.state(root, for: talk.eve) == ThreadState(isFollowing: true, cursor: own))
            // Leaving ends it.
            try await scene.chat.leave(talk.room, by: talk.eve)
            _ = try await scene.chat.join(talk.room, by: talk.eve)
            #expect(try await talk.state(root, for: talk.eve) == ThreadState())
        }
    }

    @Test("a thread's cursor goes forward only and never past its last reply; each device hears it where it moved")
    func cursor() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let (chat, room) = (scene.chat, talk.room)
            let root = try await talk.say("root", by: talk.ann)
            let first = try await talk.say("1", by: talk.bob, thread: root)
            let last = try await talk.say("2", by: talk.bob, thread: root)
            _ = try await talk.say("after", by: talk.bob)
            try await talk.forget()
            for (seq, expected) in [(0, first - 1), (first, first), (first - 2, first), (.max, last), (last, last)]
                as [(Int64, Int64)]
            {
                #expect(try await chat.readThread(root, in: room, to: seq, by: talk.ann) == expected)
            }
            #expect(
                try await talk.told(talk.ann) == [
                    .threadRead(room: room, thread: root, seq: first), .threadRead(room: room, thread: root, seq: last),
                ])
            #expect(try await talk.state(root, for: talk.ann).unread == 0)
            #expect(try await chat.readThread(root, in: room, to: last, by: talk.eve) == 0, "not followed")
            for thread in [first, 1, 99, .max] {
                await expectRefusal(.notFound) { () throws(ChatError) in
                    try await chat.readThread(thread, in: room, to: 1, by: talk.eve)
                }
                await expectRefusal(.notFound) { () throws(ChatError) in
                    try await chat.followThread(thread, in: room, true, by: talk.eve)
                }
            }
        }
    }

    @Test("the threads that one follows are listed by their newest reply, in pages that fit an answer")
    func list() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let long = String(repeating: "x", count: 15_990)
            var roots: [Int64] = []
            for number in 0..<50 { roots.append(try await talk.say("\(number)" + long, by: talk.ann)) }
            for root in roots.reversed() { _ = try await talk.say("r", by: talk.bob, thread: root) }
            let first = try await scene.chat.threads(before: nil, limit: 2, for: talk.ann)
            #expect(first.page.map(\.root.seq) == Array(roots[0...1]) && first.more)
            #expect(first.page.map(\.state.unread) == [1, 1])
            var found: [Int64] = []
            var before: Place?
            while true {
                let page = try await scene.chat.threads(before: before, limit: 100, for: talk.ann)
                #expect(page.page.count <= 33)
                found += page.page.map(\.root.seq)
                before = page.page.last?.newest
                if !page.more { break }
            }
            #expect(found == roots)
            #expect(try await scene.chat.threads(before: nil, for: talk.eve).page.isEmpty)
        }
    }

    @Test("who was removed from a channel reads its threads and pins up to then, and no further")
    func removed() async throws {
        try await Scene.run { scene in
            let talk = try await Talk(scene)
            let root = try await talk.say("root", by: talk.ann)
            let reply = try await talk.say("reply", by: talk.ann, thread: root)
            try await scene.chat.pin(root, in: talk.room, true, by: talk.ann)
            try await scene.chat.removeMember(talk.eve.user, from: talk.room, by: talk.ann)
            _ = try await talk.say("later", by: talk.ann, thread: root)
            let next = try await talk.say("next", by: talk.ann)
            _ = try await talk.say("there", by: talk.ann, thread: next)
            try await scene.chat.pin(next, in: talk.room, true, by: talk.ann)
            let page = try await scene.chat.thread(root, in: talk.room, before: nil, for: talk.eve)
            #expect(page.events.map(\.seq) == [reply])
            #expect(try await scene.chat.pins(of: talk.room, for: talk.eve).page.map(\.seq) == [root])
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.thread(next, in: talk.room, before: nil, for: talk.eve)
            }
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.followThread(root, in: talk.room, true, by: talk.eve)
            }
        }
    }
}
