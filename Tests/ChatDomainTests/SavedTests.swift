import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Saved messages")
struct SavedTests {
    private func send(_ text: String, _ room: RoomID, _ caller: Caller, _ scene: Scene) async throws -> SavedMark {
        SavedMark(
            room: room,
            seq: try await scene.chat.send(room: room, text: text, nonce: .text("\(room) \(text)"), by: caller).seq)
    }

    private func texts(_ scene: Scene, _ caller: Caller) async throws -> [String] {
        try await scene.chat.saved(before: nil, for: caller).messages.map {
            if case .message(let message) = $0.event.body { message.text } else { "gone" }
        }
    }

    @Test("what one saves comes the newest first, as it is now, and is told once to one's own devices")
    func saving() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            let (one, two) = (try await send("one", room, bob, scene), try await send("two", room, ann, scene))
            let since = try await scene.chat.place()
            for isSaved in [true, true, false, false, true] { try await scene.chat.save(one, isSaved, by: ann) }
            scene.clock.advance(seconds: 5)
            try await scene.chat.save(two, true, by: ann)
            #expect(try await texts(scene, ann) == ["two", "one"])
            #expect(try await texts(scene, bob) == [])
            #expect(try await scene.chat.savedMarks(of: ann) == [one, two])
            let told: [PersonEvent.Body] = try await scene.chat.changes(since: since, for: ann).events.compactMap {
                if case .person(let event) = $0 { event.body } else { nil }
            }
            #expect(
                told == [
                    .savedChanged(one, isSaved: true), .savedChanged(one, isSaved: false),
                    .savedChanged(one, isSaved: true), .savedChanged(two, isSaved: true),
                ])
            #expect(try await scene.chat.changes(since: since, for: bob).events.isEmpty)
            try await scene.chat.deleteMessage(one.seq, in: room, by: bob)
            #expect(try await texts(scene, ann) == ["two", "gone"])
            await expectRefusal(.notFound) { () throws(ChatError) in try await scene.chat.save(one, true, by: bob) }
        }
    }

    @Test("pages follow each other to the end, whatever their size", arguments: [1, 3, 7, 100])
    func pages(_ limit: Int) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            for number in 0..<7 {
                try await scene.chat.save(try await send("\(number)", room, bob, scene), true, by: ann)
            }
            var found: [String] = []
            var before: Place?
            repeat {
                let page = try await scene.chat.saved(before: before, limit: limit, for: ann)
                #expect(page.messages.count <= limit)
                for message in page.messages {
                    if case .message(let saved) = message.event.body { found.append(saved.text) }
                }
                before = page.next
            } while before != nil
            #expect(found == ["6", "5", "4", "3", "2", "1", "0"])
        }
    }

    @Test("only what one may read now is shown; it is there again when one may again")
    func rights() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let group = try await scene.chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            try await scene.chat.save(try await send("in the group", group, ann, scene), true, by: bob)
            // A channel is read from outside, and so is what is said there saved.
            try await scene.chat.save(try await send("in the channel", channel, ann, scene), true, by: bob)
            #expect(try await texts(scene, bob) == ["in the channel", "in the group"])
            try await scene.chat.removeMember(bob.user, from: group, by: ann)
            #expect(try await texts(scene, bob) == ["in the channel"])
            _ = try await scene.chat.join(channel, by: bob)
            try await scene.chat.removeMember(bob.user, from: channel, by: ann)
            let later = try await send("later", channel, ann, scene)
            await expectRefusal(.notFound) { () throws(ChatError) in try await scene.chat.save(later, true, by: bob) }
            _ = try await scene.chat.join(channel, by: bob)
            try await scene.chat.save(later, true, by: bob)
            try await scene.chat.removeMember(bob.user, from: channel, by: ann)
            // What was said before the removal, and saved after it, was said before it.
            #expect(try await texts(scene, bob) == ["later", "in the channel"])
            _ = try await scene.chat.addMembers([bob.user], to: group, by: ann)
            #expect(try await texts(scene, bob).count == 3)
            _ = try await scene.chat.setUserRole(.guest, of: bob.user, by: ann)
            #expect(try await texts(scene, bob) == ["in the group"])
            // What one may not read one may still forget.
            try await scene.chat.save(later, false, by: bob)
            #expect(try await scene.chat.savedMarks(of: bob).count == 2)
        }
    }

    @Test("what is no message, is not to be seen, or is too much, is refused")
    func refused() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let guest = try await scene.caller("gus", role: .guest)
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let group = try await scene.privateRoom([ann.user])
            let (open, secret) = (
                try await send("open", channel, ann, scene), try await send("secret", group, ann, scene)
            )
            for (mark, caller, field) in [
                (open, guest, "room"), (secret, bob, "room"), (SavedMark(room: channel, seq: 1), ann, "seq"),
                (SavedMark(room: channel, seq: 99), ann, "seq"),
                (SavedMark(room: RoomID(millisecond: 0, entropy: 1), seq: 1), ann, "room"),
            ] {
                let found = await refusal { () throws(ChatError) in try await scene.chat.save(mark, true, by: caller) }
                #expect(found?.code == .notFound && found?.field == field)
            }
            try await scene.store.write { transaction throws(ChatError) in
                for number in 1...Limits.savedMessages {
                    try transaction.insertSaved(
                        SavedMark(room: group, seq: Int64(1_000 + number)), by: ann.user,
                        at: Timestamp(milliseconds: 0), place: Place(rawValue: UInt64(1_000_000 + number)))
                }
            }
            await expectRefusal(.forbidden) { () throws(ChatError) in try await scene.chat.save(open, true, by: ann) }
            try await scene.chat.save(SavedMark(room: group, seq: 1_001), false, by: ann)
            try await scene.chat.save(open, true, by: ann)
        }
    }

    @Test("with the room, and with the account, it goes")
    func deletion() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let other = try await scene.chat.createChannel(name: "Other", by: ann).room.id
            for room in [channel, other] {
                try await scene.chat.save(try await send("x", room, ann, scene), true, by: bob)
            }
            try await scene.chat.deleteRoom(channel, by: ann)
            #expect(try await scene.chat.savedMarks(of: bob).map(\.room) == [other])
            try await scene.chat.deleteUser(bob.user, messages: .keep, by: ann)
            #expect(try await scene.chat.savedMarks(of: bob).isEmpty)
        }
    }
}
