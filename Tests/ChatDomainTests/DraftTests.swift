import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Drafts")
struct DraftTests {
    private func told(_ scene: Scene, since: Place, for caller: Caller) async throws -> [PersonEvent.Body] {
        try await scene.chat.changes(since: since, for: caller).events.compactMap {
            if case .person(let event) = $0 { event.body } else { nil }
        }
    }

    private func texts(_ scene: Scene, _ caller: Caller) async throws -> [String] {
        try await scene.chat.drafts(of: caller).map(\.text)
    }

    @Test("a draft is its writer's, changes as it is written, and goes when it is emptied")
    func writing() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            let key = DraftKey(room: room)
            let since = try await scene.chat.place()
            var numbers: [Int64?] = []
            for text in ["", "h", "hi", "hi", "", ""] {
                numbers.append(try await scene.chat.keepDraft(text, for: key, by: ann))
                #expect(try await texts(scene, ann) == (text.isEmpty ? [] : [text]))
                scene.clock.advance(seconds: 1)
            }
            #expect(numbers.map { $0 != nil } == [false, true, true, false, true, false])
            #expect(numbers[1]! + 1 == numbers[2]!)
            #expect(try await texts(scene, bob) == [])
            try await scene.settle()
            let live: [PersonEvent.Body] = scene.cluster.events.compactMap {
                if case .person(let event) = $0, event.user == ann.user, case .draftChanged = event.body {
                    event.body
                } else {
                    nil
                }
            }
            #expect(live == ["h", "hi", ""].map { .draftChanged(key, text: $0) })
            // Read later, each says what there is now; no event carries what was written before.
            #expect(
                try await told(scene, since: since, for: ann)
                    == Array(repeating: .draftChanged(key, text: ""), count: 3))
            #expect(try await told(scene, since: since, for: bob).isEmpty)
        }
    }

    @Test("each thread has its own beside the room's, where it begins with a message")
    func threads() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            let root = try await scene.chat.send(room: room, text: "hi", nonce: .text("1"), by: bob).seq
            _ = try await scene.chat.keepDraft("in the room", for: DraftKey(room: room), by: ann)
            _ = try await scene.chat.keepDraft("in the thread", for: DraftKey(room: room, thread: root), by: ann)
            #expect(
                try await scene.chat.drafts(of: ann).map(\.key) == [
                    DraftKey(room: room), DraftKey(room: room, thread: root),
                ])
            // A reply begins no thread of its own.
            let reply = try await scene.chat.send(
                room: room, text: "yes", thread: root, nonce: .text("2"), by: bob
            ).seq
            for thread in [root - 1, reply, reply + 1] {
                let found = await refusal { () throws(ChatError) in
                    try await scene.chat.keepDraft("x", for: DraftKey(room: room, thread: thread), by: ann)
                }
                #expect(found?.code == .notFound && found?.field == "thread")
            }
            try await scene.chat.deleteMessage(root, in: room, by: bob)
            _ = try await scene.chat.keepDraft("", for: DraftKey(room: room, thread: root), by: ann)
            #expect(try await texts(scene, ann) == ["in the room"])
        }
    }

    @Test("who leaves a room, is taken out of it, or sees it deleted has no draft there any more", arguments: 0..<3)
    func leaving(_ way: Int) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            let other = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            for key in [room, other].map({ DraftKey(room: $0) }) {
                _ = try await scene.chat.keepDraft("x", for: key, by: bob)
                _ = try await scene.chat.keepDraft("y", for: key, by: ann)
            }
            switch way {
            case 0: try await scene.chat.leave(room, by: bob)
            case 1: try await scene.chat.removeMember(bob.user, from: room, by: ann)
            default: try await scene.chat.deleteRoom(room, by: ann)
            }
            #expect(try await scene.chat.drafts(of: bob).map(\.key.room) == [other])
            #expect(try await scene.chat.drafts(of: ann).count == (way == 2 ? 1 : 2))
            await expectRefusal(.notFound) { () throws(ChatError) in
                try await scene.chat.keepDraft("x", for: DraftKey(room: room), by: bob)
            }
        }
    }

    @Test("of too many, and of too much, the oldest go and are told as emptied")
    func limits() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            var keys: [DraftKey] = []
            for number in 0..<9 {
                let root = try await scene.chat.send(
                    room: room, text: "\(number)", nonce: .text("\(number)"), by: bob
                ).seq
                keys.append(DraftKey(room: room, thread: root))
            }
            // Eight of these fill what there may be, and the ninth is too much.
            let long = String(repeating: "𝄞", count: Limits.messageCharacters.upperBound)
            for key in keys {
                scene.clock.advance(seconds: 1)
                _ = try await scene.chat.keepDraft(long, for: key, by: ann)
            }
            #expect(try await scene.chat.drafts(of: ann).map(\.key) == Array(keys.dropFirst()))
            let since = try await scene.chat.place()
            scene.clock.advance(seconds: 1)
            let more = String(repeating: "m", count: 13_000)
            _ = try await scene.chat.keepDraft(more, for: keys[0], by: ann)
            #expect(
                try await told(scene, since: since, for: ann) == [
                    .draftChanged(keys[1], text: ""), .draftChanged(keys[0], text: more),
                ])
            let rooms = (1...Limits.drafts).map { RoomID(millisecond: 0, entropy: UInt32($0)) }
            try await scene.store.write { [keys] transaction throws(ChatError) in
                for key in keys { try transaction.deleteDraft(of: ann.user, for: key) }
                for room in rooms {
                    try transaction.setDraft(
                        Draft(key: DraftKey(room: room), text: "x", at: Timestamp(milliseconds: 5)), of: ann.user)
                }
            }
            _ = try await scene.chat.keepDraft("new", for: DraftKey(room: room), by: ann)
            let kept = try await scene.chat.drafts(of: ann)
            #expect(kept.count == Limits.drafts)
            #expect(kept.contains { $0.text == "new" } && !kept.contains { $0.key.room == rooms[0] })
        }
    }

    @Test("what is no draft, and whoever may not write one, is refused")
    func refused() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let key = DraftKey(room: channel)
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.keepDraft("x", for: key, by: bob)
            }
            let long = String(repeating: "a", count: Limits.messageCharacters.upperBound + 1)
            for (text, code) in [(long, ErrorCode.tooLong), ("a\u{0}b", .invalidArgument)] {
                let found = await refusal { () throws(ChatError) in
                    try await scene.chat.keepDraft(text, for: key, by: ann)
                }
                #expect(found?.code == code && found?.field == "text")
            }
            _ = try await scene.chat.keepDraft(" \n", for: key, by: ann)
            #expect(try await texts(scene, ann) == [" \n"])
        }
    }
}
