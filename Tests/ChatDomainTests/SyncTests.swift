import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("What a sync gives")
struct SyncTests {
    @Test("very many joined rooms leave no place for their events, which are fetched later")
    func manyJoined() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let since = try await scene.chat.place()
            let wide = String(repeating: "\u{1F98A}", count: Limits.channelDescriptionCharacters)
            let long = String(repeating: "x", count: 4000)
            for number in 0..<100 {
                let room = try await scene.chat.createChannel(name: "\(number)", description: wide, by: ann).room.id
                for index in 0..<2 {
                    _ = try await scene.chat.send(room: room, text: long, nonce: .text("\(number) \(index)"), by: ann)
                }
                _ = try await scene.chat.join(room, by: bob)
            }
            let changes = try await scene.chat.changes(since: since, for: bob)
            #expect(changes.joined.count == 100 && changes.pages.count == 100)
            var bytes = changes.joined.reduce(0) { $0 + $1.room.description.utf8.count }
            for event in changes.pages.flatMap(\.events) {
                if case .message(let message) = event.body { bytes += message.text.utf8.count }
            }
            #expect(bytes <= Limits.pageBytes)
            let empty = changes.pages.filter(\.events.isEmpty)
            #expect(!empty.isEmpty && empty.count < 100)
            #expect(!empty.contains { !$0.more })
        }
    }

    @Test("a removal between pages ends the room there, told once; the other rooms have no hole", arguments: 0..<8)
    func removedBetweenPages(pagesBefore: Int) async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            var rooms: [RoomID] = []
            for name in ["ends", "stays"] {
                rooms.append(try await scene.chat.createChannel(name: name, by: ann).room.id)
                _ = try await scene.chat.join(rooms[rooms.count - 1], by: bob)
            }
            var since = try await scene.chat.place()
            for index in 0..<12 {
                _ = try await scene.chat.send(
                    room: rooms[index % 2], text: "\(index)", nonce: .text("\(index)"), by: ann)
            }
            var (events, left, more, pages) = ([RoomEvent](), [RoomID](), true, 0)
            while more || pages <= pagesBefore {
                if pages == pagesBefore {
                    try await scene.chat.removeMember(bob.user, from: rooms[0], by: ann)
                    _ = try await scene.chat.send(room: rooms[0], text: "unheard", nonce: .text("after"), by: ann)
                }
                let page = try await scene.chat.changes(since: since, limit: 2, for: bob)
                events += page.events.compactMap(\.roomEvent)
                left += page.left
                (since, more, pages) = (page.through, page.more, pages + 1)
            }
            #expect(left == [rooms[0]])
            #expect(!events.contains { $0.body == .memberRemoved(bob.user) || $0.seq > 8 })
            #expect(Set(events).count == events.count)
            #expect(events.filter { $0.room == rooms[1] }.map(\.seq) == Array(3...8))
            let heard = events.filter { $0.room == rooms[0] }.map(\.seq)
            #expect(heard == Array(Int64(3)...8).prefix(heard.count).map { $0 })
        }
    }
}
