import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Cursors, history and sync")
struct ReadingTests {
    private func send(
        _ text: String, _ nonce: String, to room: RoomID, by caller: Caller, _ scene: Scene
    ) async throws(ChatError) -> RoomEvent {
        try await scene.chat.send(room: room, text: text, nonce: .text(nonce), by: caller)
    }

    @Test("a cursor moves forward only, never past the last event, and the person's devices are told if it moved")
    func cursors() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            _ = try await scene.chat.join(room, by: bob)
            for index in 0..<3 { _ = try await send("m", "\(index)", to: room, by: ann, scene) }
            #expect(try await scene.chat.room(room, for: bob).unread == 3)
            try await scene.settle()
            scene.cluster.forget()
            let moves: [(to: Int64, is: Int64)] = [
                (3, 3), (3, 3), (2, 3), (0, 3), (-5, 3), (.min, 3), (4, 4), (.max, 5), (99, 5),
            ]
            for move in moves {
                #expect(try await scene.chat.moveCursor(room: room, to: move.to, by: bob) == move.is)
            }
            try await scene.settle()
            let told: [PersonEvent] = scene.cluster.events.compactMap {
                if case .person(let event) = $0 { event } else { nil }
            }
            #expect(told.map(\.body) == [3, 4, 5].map { .cursorMoved(room: room, seq: $0) })
            #expect(told.map(\.useq) == [2, 3, 4], "the first is from joining")
            #expect(told.allSatisfy { $0.user == bob.user })
            #expect(try await scene.chat.room(room, for: bob).unread == 0)
        }
    }

    @Test("the last thing told of a cursor is where it is, also where the room was left and joined again meanwhile")
    func cursorAfterComingBack() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let since = try await scene.chat.place()
            _ = try await scene.chat.join(room, by: bob)
            for index in 0..<2 { _ = try await send("m", "\(index)", to: room, by: ann, scene) }
            _ = try await scene.chat.moveCursor(room: room, to: 3, by: bob)
            try await scene.chat.leave(room, by: bob)
            let joined = try await scene.chat.join(room, by: bob)
            #expect(joined.membership?.cursor == 6)
            let told = try await scene.chat.changes(since: since, for: bob).events.compactMap { event in
                if case .person(let own) = event { own } else { nil }
            }
            #expect(told.map(\.body) == [2, 3, 6].map { .cursorMoved(room: room, seq: $0) })
            #expect(told.map(\.useq) == [1, 2, 3])
        }
    }

    @Test("a page of long messages ends before it is too long to send, and the next one goes on without a hole")
    func heavyPages() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let since = try await scene.chat.place()
            let long = String(repeating: "\u{1F989}", count: 16_000)
            for index in 0..<20 { _ = try await send(long, "\(index)", to: room, by: ann, scene) }
            let perPage = Limits.pageBytes / long.utf8.count

            var before: Int64?
            var paged: [Int64] = []
            while true {
                let page = try await scene.chat.history(of: room, before: before, limit: 200, for: ann)
                #expect(page.events.count <= perPage)
                paged = page.events.map(\.seq) + paged
                before = page.events.first?.seq
                guard page.more else { break }
            }
            #expect(paged == Array(1...21))

            var place = since
            var synced: [Int64] = []
            while true {
                let page = try await scene.chat.changes(since: place, limit: 1000, for: ann)
                #expect(page.events.count <= perPage)
                synced += page.events.compactMap { $0.roomEvent?.seq }
                place = page.through
                guard page.more else { break }
            }
            #expect(synced == Array(2...21))
        }
    }

    @Test("history pages back, oldest first")
    func history() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            for index in 0..<4 { _ = try await send("m", "\(index)", to: room, by: ann, scene) }
            let newest = try await scene.chat.history(of: room, before: nil, limit: 2, for: ann)
            #expect(newest.events.map(\.seq) == [4, 5])
            #expect(newest.more)
            let rest = try await scene.chat.history(of: room, before: 4, limit: 3, for: ann)
            #expect(rest.events.map(\.seq) == [1, 2, 3])
            #expect(!rest.more)
            let none = try await scene.chat.history(of: room, before: 1, for: ann)
            #expect(none.events.isEmpty && !none.more)
            let newer = try await scene.chat.history(of: room, before: nil, after: 2, limit: 2, for: ann)
            #expect(newer.events.map(\.seq) == [3, 4] && newer.more)
            let between = try await scene.chat.history(of: room, before: 5, after: 2, limit: 2, for: ann)
            #expect(between.events.map(\.seq) == [3, 4] && !between.more)
            let last = try await scene.chat.history(of: room, before: nil, after: 5, limit: 2, for: ann)
            #expect(last.events.isEmpty && !last.more)
            for limit in [0, 201] {
                let wrong = await refusal { () throws(ChatError) in
                    try await scene.chat.history(of: room, before: nil, limit: limit, for: ann)
                }
                #expect(wrong?.field == "limit")
            }
        }
    }

    @Test("sync brings what happened since, and to guests nothing of the directory")
    func changes() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let guest = try await scene.caller("guest", role: .guest)
            let secret = try await scene.privateRoom([ann.user, guest.user])
            let since = try await scene.chat.rooms(for: ann).place
            let message = try await send("hi", "1", to: secret, by: ann, scene)
            let made = try await scene.chat.createChannel(name: "General", by: ann)
            let anns = try await scene.chat.changes(since: since, for: ann)
            #expect(anns.events.contains(.room(message)))
            #expect(anns.events.contains { if case .directory = $0 { true } else { false } })
            #expect(anns.joined.map(\.room.id) == [made.room.id])
            let guests = try await scene.chat.changes(since: since, for: guest)
            #expect(guests.events == [.room(message)])
            #expect(guests.joined.isEmpty && guests.left.isEmpty && !guests.more)
            let ahead = await refusal { () throws(ChatError) in
                try await scene.chat.changes(since: Place(rawValue: 1 << 40), for: ann)
            }
            #expect(ahead?.code == .resync)
            for limit in [0, 1001] {
                let wrong = await refusal { () throws(ChatError) in
                    try await scene.chat.changes(since: since, limit: limit, for: ann)
                }
                #expect(wrong?.field == "limit")
            }
        }
    }
}
