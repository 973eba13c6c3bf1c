import ChatModel
import Testing

@testable import ChatDomain

@Suite("The export of what one made of messages")
struct ExportOwnTests {
    /// What all pages have together, the first one's account with it.
    private func export(_ caller: Caller, limit: Int, _ scene: Scene) async throws -> ExportPage {
        var whole = try await scene.chat.export(after: nil, limit: limit, for: caller)
        var next = whole.next
        while let place = next {
            #expect(ExportPlace(place.description) == place)
            let page = try await scene.chat.export(after: place, limit: limit, for: caller)
            #expect(page.account == nil && page.next != place)
            #expect(page.messages.count + page.edits.count <= limit)
            whole.messages += page.messages
            whole.edits += page.edits
            whole.reactions += page.reactions
            whole.threads += page.threads
            next = page.next
        }
        whole.next = nil
        return whole
    }

    @Test(
        "it has what one's messages said before, one's reactions, threads, drafts, saved messages and preferences, each once",
        arguments: [1, 2, 3, 5, 500])
    func whole(_ limit: Int) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.privateRoom([ann.user, bob.user])
            let chat = scene.chat
            let root = try await chat.send(room: room, text: "root", nonce: .text("1"), by: bob).seq
            let mine = try await chat.send(room: room, text: "one", nonce: .text("2"), by: ann).seq
            let reply = try await chat.send(
                room: room, text: "a reply", thread: root, replyTo: root, nonce: .text("3"), by: ann
            ).seq
            for text in ["two", "three", "four"] { _ = try await chat.edit(mine, in: room, text: text, by: ann) }
            _ = try await chat.edit(root, in: room, text: "of bob's", by: bob)
            for emoji in ["👍", "🎉"] { try await chat.react(emoji, true, to: root, in: room, by: ann) }
            try await chat.react("👍", true, to: mine, in: room, by: bob)
            try await chat.react("👀", true, to: mine, in: room, by: ann)
            try await chat.save(SavedMark(room: room, seq: root), true, by: ann)
            _ = try await chat.keepDraft("begun", for: DraftKey(room: room, thread: root), by: ann)
            _ = try await chat.updatePreferences(PreferencesChange(sound: false), by: ann)
            let found = try await export(ann, limit: limit, scene)
            #expect(found.messages.map(\.seq) == [mine, reply])
            #expect(found.messages.map(\.text) == ["four", "a reply"])
            #expect(found.messages.map(\.thread) == [nil, root] && found.messages.map(\.replyTo) == [nil, root])
            #expect(found.messages[0].editedAt != nil && found.messages[1].editedAt == nil)
            #expect(found.edits.map(\.version.text) == ["one", "two", "three"])
            #expect(found.edits.allSatisfy { $0.seq == mine && $0.room == room })
            #expect(
                Set(found.reactions) == [
                    OwnReaction(room: room, seq: root, emoji: "👍"), OwnReaction(room: room, seq: root, emoji: "🎉"),
                    OwnReaction(room: room, seq: mine, emoji: "👀"),
                ])
            #expect(found.reactions.count == 3)
            #expect(found.threads.map(\.root) == [root] && found.threads.map(\.follow.isFollowing) == [true])
            let account = try #require(found.account)
            #expect(account.drafts.map(\.text) == ["begun"])
            #expect(account.saved == [SavedMark(room: room, seq: root)])
            #expect(account.preferences.sound == false)
            // What was deleted leaves nothing.
            try await chat.deleteMessage(mine, in: room, by: ann)
            let rest = try await export(ann, limit: limit, scene)
            #expect(rest.edits.isEmpty && rest.messages.map(\.seq) == [reply])
            #expect(rest.reactions.allSatisfy { $0.seq == root })
            // Bob's has nothing of hers.
            let his = try await export(bob, limit: limit, scene)
            #expect(his.edits.map(\.version.text) == ["root"] && his.messages.map(\.seq) == [root])
            #expect(his.reactions.isEmpty && his.account?.drafts == [] && his.account?.saved == [])
        }
    }

    @Test(
        "long earlier texts are given over several pages, and a page that was begun in a message that is gone goes on")
    func longEdits() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.privateRoom([ann.user])
            let text = String(repeating: "é", count: 15_000)
            let seq = try await scene.chat.send(room: room, text: text, nonce: .text("1"), by: ann).seq
            for number in 1...40 { _ = try await scene.chat.edit(seq, in: room, text: "\(number) \(text)", by: ann) }
            let first = try await scene.chat.export(after: nil, for: ann)
            #expect(first.messages.isEmpty && (15...17).contains(first.edits.count))
            #expect(first.next?.edits == Int64(first.edits.count))
            let found = try await export(ann, limit: 500, scene)
            #expect(found.edits.count == 40 && found.messages.count == 1)
            let next = try await scene.chat.send(room: room, text: "next", nonce: .text("2"), by: ann).seq
            _ = try await scene.chat.edit(next, in: room, text: "next of all", by: ann)
            try await scene.chat.deleteMessage(seq, in: room, by: ann)
            let rest = try await scene.chat.export(after: first.next, for: ann)
            #expect(rest.edits.map(\.version.text) == ["next"] && rest.messages.map(\.seq) == [next])
        }
    }
}
