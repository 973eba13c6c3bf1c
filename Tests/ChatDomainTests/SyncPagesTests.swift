import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

/// What changes between two pages of one `sync`, and what of it the pages tell.
@Suite("Between the pages of a sync")
struct SyncPagesTests {
    enum Turn: CaseIterable, Sendable {
        case removedAndBack
        case leftAndBack
        case backAndRemovedAgain
        case joinedAndLeft
        case joined
    }

    /// Holds what pages give, as docs/protocol.md tells clients to.
    private struct Follower {
        var rooms: [RoomID: [Int64]]
        /// Of rooms that came whole in `joined`: the numbers that a later page may bring once more.
        var whole: [RoomID: Set<Int64>] = [:]
        /// Of rooms that it did not hold, past a hole, or again.
        var unfit: [RoomEvent] = []

        mutating func take(_ page: Changes) {
            for room in page.left { (rooms[room], whole[room]) = (nil, nil) }
            for (summary, page) in zip(page.joined, page.pages) {
                rooms[summary.room.id] = page.events.map { $0.seq }
                whole[summary.room.id] = Set(page.events.map { $0.seq })
            }
            for event in page.events.compactMap({ $0.roomEvent }) {
                // It was read as of its page, while the next one begins where that ended.
                if whole[event.room]?.remove(event.seq) != nil { continue }
                guard event.seq == rooms[event.room].map({ ($0.last ?? 0) + 1 }) else {
                    unfit.append(event)
                    continue
                }
                rooms[event.room]?.append(event.seq)
            }
        }
    }

    private func perform(_ turn: Turn, _ scene: Scene, _ rooms: [RoomID], _ ann: Caller, _ bob: Caller) async throws {
        func say(_ text: String, _ room: RoomID) async throws {
            _ = try await scene.chat.send(room: room, text: text, nonce: .text(text), by: ann)
        }
        switch turn {
        case .removedAndBack:
            try await scene.chat.removeMember(bob.user, from: rooms[0], by: ann)
            try await say("unheard", rooms[0])
            _ = try await scene.chat.join(rooms[0], by: bob)
        case .leftAndBack:
            try await scene.chat.leave(rooms[0], by: bob)
            _ = try await scene.chat.join(rooms[0], by: bob)
            try await say("heard", rooms[0])
        case .backAndRemovedAgain:
            try await scene.chat.removeMember(bob.user, from: rooms[0], by: ann)
            _ = try await scene.chat.join(rooms[0], by: bob)
            try await say("heard for a while", rooms[0])
            try await scene.chat.removeMember(bob.user, from: rooms[0], by: ann)
            try await say("unheard", rooms[0])
        case .joinedAndLeft:
            _ = try await scene.chat.join(rooms[2], by: bob)
            try await say("heard for a while", rooms[2])
            try await scene.chat.leave(rooms[2], by: bob)
            try await say("unheard", rooms[2])
        case .joined:
            _ = try await scene.chat.join(rooms[2], by: bob)
            try await say("heard", rooms[2])
        }
        try await say("after it", rooms[1])
    }

    @Test(
        "each room is held without a hole in the end, or not at all; nothing comes twice but the end of what came whole",
        arguments: Turn.allCases,
        0..<8)
    func between(turn: Turn, pagesBefore: Int) async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            var rooms: [RoomID] = []
            for name in ["changes", "stays", "new"] {
                let room = try await scene.chat.createChannel(name: name, by: ann).room.id
                if name != "new" { _ = try await scene.chat.join(room, by: bob) }
                rooms.append(room)
            }
            var since = try await scene.chat.place()
            var follower = Follower(rooms: [rooms[0]: [1, 2], rooms[1]: [1, 2]])
            for index in 0..<12 {
                let room = rooms[index % 3]
                _ = try await scene.chat.send(room: room, text: "\(index)", nonce: .text("\(index)"), by: ann)
            }
            var (more, pages): (Bool, Int) = (true, 0)
            while more || pages <= pagesBefore {
                if pages == pagesBefore { try await perform(turn, scene, rooms, ann, bob) }
                let page = try await scene.chat.changes(since: since, limit: 2, for: bob)
                follower.take(page)
                (since, more, pages) = (page.through, page.more, pages + 1)
            }
            #expect(follower.unfit.isEmpty)
            let summaries = try await scene.chat.rooms(for: bob).rooms
            #expect(Set(follower.rooms.keys) == Set(summaries.map { $0.room.id }))
            for summary in summaries {
                #expect(follower.rooms[summary.room.id] == Array(1...summary.lastSeq), "\(summary.room.name)")
            }
        }
    }
}
