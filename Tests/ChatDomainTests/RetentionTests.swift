import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Retention")
struct RetentionTests {
    private func bodies(_ scene: Scene, _ room: RoomID) async throws -> [RoomEvent.Body] {
        try await scene.store.read { store throws(ChatError) in
            try store.history(of: room, before: nil, limit: 1000, for: nil).map(\.body)
        }
    }

    @Test("what is older than the room keeps goes in steps, each told once, and what is younger and elsewhere stays")
    func steps() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let (owner, member) = (try await scene.caller("owner"), try await scene.caller("member"))
            var rooms: [RoomID] = []
            for number in 1...3 {
                let room = try await chat.createChannel(name: "room \(number)", by: owner).room.id
                _ = try await chat.join(room, by: member)
                rooms.append(room)
                for message in 1...250 {
                    _ = try await chat.send(
                        room: room, text: "old \(message)", nonce: .text("\(number) \(message)"), by: owner)
                }
            }
            _ = try await chat.updateRoom(rooms[1], retention: 7, by: owner)
            _ = try await chat.updateRoom(rooms[2], retention: 9, by: owner)
            #expect(try await !chat.expireMessages())
            scene.clock.advance(seconds: 8 * 86_400)
            for room in rooms { _ = try await chat.send(room: room, text: "new", nonce: .text("\(room)"), by: owner) }
            try await scene.settle()
            scene.cluster.forget()
            var calls = 0
            while try await chat.expireMessages() { calls += 1 }
            #expect(calls >= 2 && calls < 10)
            try await scene.settle()
            let told = scene.cluster.events.compactMap { event -> Int64? in
                guard case .messagesExpired(let through)? = event.roomEvent?.body else { return nil }
                #expect(event.roomEvent?.room == rooms[1] && event.roomEvent?.actor == owner.user)
                return through
            }
            #expect(told.count == 2 && told == told.sorted())
            #expect(scene.cluster.events.count == 2)
            for (room, texts) in zip(rooms, [251, 1, 251]) {
                let left = try await bodies(scene, room).count { if case .message = $0 { true } else { false } }
                #expect(left == texts, "\(room)")
            }
            // What is told is true: everything up to there is gone, and the count says so.
            let (kept, end) = (rooms[1], told[1])
            let history = try await scene.store.read { store throws(ChatError) in
                try store.history(of: kept, before: end + 1, limit: 1000, for: nil)
            }
            #expect(history.allSatisfy { if case .message = $0.body { false } else { true } })
            #expect(try await chat.room(rooms[1], for: member).unread == 1)
            // A repeated send still finds what it was.
            let again = try await chat.send(room: rooms[1], text: "old 1", nonce: .text("2 1"), by: owner)
            #expect(again.seq == 3)
            try await scene.settle()
            scene.cluster.forget()
            while try await chat.expireMessages() {}
            try await scene.settle()
            #expect(scene.cluster.events.isEmpty)
        }
    }

    @Test("every room has its turn, however many there are, also where one has much to do")
    func many() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            let owner = try await scene.caller("owner")
            var rooms: [RoomID] = []
            for number in 1...45 {
                let room = try await chat.createChannel(name: "room \(number)", by: owner).room.id
                _ = try await chat.updateRoom(room, retention: 1, by: owner)
                if number % 20 == 1 {
                    _ = try await chat.send(room: room, text: "x", nonce: .text("\(room)"), by: owner)
                }
                rooms.append(room)
            }
            scene.clock.advance(seconds: 2 * 86_400)
            var calls = 0
            while try await chat.expireMessages() { calls += 1 }
            #expect(calls < 20)
            for room in rooms {
                let hasText = try await bodies(scene, room).contains { if case .message = $0 { true } else { false } }
                #expect(!hasText)
            }
        }
    }
}
