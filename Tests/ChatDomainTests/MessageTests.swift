import ChatModel
import ClusterAPI
import Dispatch
import StorageAPI
import StorageSQLite
import Testing

@testable import ChatDomain

@Suite("Messages")
struct MessageTests {
    private func send(
        _ text: String, _ nonce: String, to room: RoomID, by caller: Caller, _ scene: Scene
    ) async throws(ChatError) -> RoomEvent {
        try await scene.chat.send(room: room, text: text, nonce: .text(nonce), by: caller)
    }

    @Test("a message gets the next seq, the sender and the clock's time, and is told once")
    func sending() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            try await scene.settle()
            scene.cluster.forget()
            let first = try await send(" hi\n", "1", to: room, by: ann, scene)
            let second = try await send("again", "2", to: room, by: ann, scene)
            #expect([first.seq, second.seq] == [2, 3])
            #expect(first.actor == ann.user)
            #expect(first.at == scene.clock.now())
            guard case .message(let message) = first.body else {
                Issue.record("It is no message.")
                return
            }
            #expect(message.text == " hi\n")
            try await scene.settle()
            #expect(scene.cluster.events == [.room(first), .room(second)])
        }
    }

    @Test("a repeated nonce answers the first event, whatever form it has; other content is refused")
    func nonces() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let other = try await scene.chat.createChannel(name: "Other", by: ann).room.id
            _ = try await scene.chat.join(room, by: bob)
            for text in ["plain", "k3:7"] {
                let nonce = try #require(Nonce(text))
                let first = try await scene.chat.send(room: room, text: "hi", nonce: nonce, by: ann)
                try await scene.settle()
                scene.cluster.forget()
                let again = try await scene.chat.send(room: room, text: "hi", nonce: nonce, by: ann)
                #expect(again == first)
                try await scene.settle()
                #expect(scene.cluster.events.isEmpty)
                for (room, text) in [(room, "ho"), (other, "hi")] {
                    let refused = await refusal { () throws(ChatError) in
                        try await scene.chat.send(room: room, text: text, nonce: nonce, by: ann)
                    }
                    #expect(refused?.code == .nonceReused)
                }
                // A nonce is its sender's own.
                let others = try await scene.chat.send(room: room, text: "ho", nonce: nonce, by: bob)
                #expect(others.actor == bob.user)
            }
        }
    }

    @Test("the same send many times at once makes one message")
    func racedNonce() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let seqs = await withTaskGroup(of: Int64?.self) { group in
                for _ in 0..<32 {
                    group.addTask {
                        try? await scene.chat.send(
                            room: room, text: "hi", nonce: .counted(instance: "k", counter: 1), by: ann
                        ).seq
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(seqs == Array(repeating: 2, count: 32))
            #expect(try await scene.chat.room(room, for: ann).lastSeq == 2)
        }
    }

    @Test("a send that was asked for before a leave was committed is refused at its place after it")
    func refusedAtItsPlace() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let gate = DispatchSemaphore(value: 0)
            // Holds the writer, so that both wait while the membership still stands.
            scene.store.write(
                { transaction throws(ChatError) in
                    gate.wait()
                    try transaction.deleteMembership(of: ann.user, in: room)
                }, completion: { _ in })
            async let sent = withCheckedContinuation { continuation in
                scene.chat.send(room: room, text: "late", nonce: .text("1"), by: ann) {
                    continuation.resume(returning: $0)
                }
                gate.signal()
            }
            #expect(await sent == .failure(ChatError(.notMember, field: "room")))
        }
    }

    @Test("after leaving, a send is refused; a repeat of an earlier one is still answered")
    func afterLeaving() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let first = try await send("hi", "1", to: room, by: ann, scene)
            try await scene.chat.leave(room, by: ann)
            let refused = await refusal { () throws(ChatError) in try await send("ho", "2", to: room, by: ann, scene) }
            #expect(refused == ChatError(.notMember, field: "room"))
            #expect(try await send("hi", "1", to: room, by: ann, scene) == first)
        }
    }

    @Test("whatever joins, leaves and sends come at once, each message stands within a membership of its sender")
    func commitOrder() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<60 {
                    group.addTask {
                        switch index % 3 {
                        case 0: _ = try? await scene.chat.join(room, by: bob)
                        case 1: _ = try? await send("m", "\(index)", to: room, by: bob, scene)
                        default: try? await scene.chat.leave(room, by: bob)
                        }
                    }
                }
            }
            let events = try await scene.chat.history(of: room, before: nil, limit: 200, for: ann).events
            #expect(events.map(\.seq) == Array(1...Int64(events.count)))
            var isMember = false
            for event in events where event.actor == bob.user {
                switch event.body {
                case .memberJoined:
                    #expect(!isMember)
                    isMember = true
                case .memberLeft:
                    #expect(isMember)
                    isMember = false
                default: #expect(isMember)
                }
            }
        }
    }

    @Test("who is not in a room sends nothing there and moves no cursor; a private one is not found")
    func outsiders() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let guest = try await scene.caller("guest", role: .guest)
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let secret = try await scene.privateRoom([ann.user])
            let nothing = RoomID(millisecond: 0, entropy: 1)
            let expected: [(Caller, RoomID, ErrorCode)] = [
                (bob, channel, .notMember), (guest, channel, .notFound), (bob, secret, .notFound),
                (bob, nothing, .notFound),
            ]
            for (caller, room, code) in expected {
                let sent = await refusal { () throws(ChatError) in
                    try await send("hi", "1", to: room, by: caller, scene)
                }
                #expect(sent?.code == code)
                let moved = await refusal { () throws(ChatError) in
                    try await scene.chat.moveCursor(room: room, to: 1, by: caller)
                }
                #expect(moved?.code == code)
            }
            #expect(try await scene.chat.history(of: channel, before: nil, for: ann).events.count == 1)
        }
    }

    @Test("a text that is empty, white, too long or holds U+0000 is refused at once")
    func texts() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            for text in ["", " \n\t\u{2003}", "a\0b"] {
                let refused = await refusal { () throws(ChatError) in
                    try await send(text, "1", to: room, by: ann, scene)
                }
                #expect(refused?.code == .invalidArgument)
                #expect(refused?.field == "text")
            }
            for letter in ["a", "é", "🦊"] {
                let longest = String(repeating: letter, count: 16_000)
                _ = try await send(longest, letter, to: room, by: ann, scene)
                let refused = await refusal { () throws(ChatError) in
                    try await send(longest + "a", letter, to: room, by: ann, scene)
                }
                #expect(refused?.code == .tooLong)
            }
        }
    }
}
