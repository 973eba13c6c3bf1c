import ChatModel
import Testing

@testable import ChatDomain

/// A room with people in it, and short names for what the tests of messages and threads do.
struct Talk {
    let scene: Scene
    let room: RoomID
    /// Who made the room.
    let ann: Caller
    let bob: Caller
    let eve: Caller

    /// A channel that ann made and bob and eve joined.
    init(_ scene: Scene) async throws {
        self.scene = scene
        ann = try await scene.caller("ann")
        bob = try await scene.caller("bob")
        eve = try await scene.caller("eve")
        room = try await scene.chat.createChannel(name: "General", by: ann).room.id
        for caller in [bob, eve] { _ = try await scene.chat.join(room, by: caller) }
        try await forget()
    }

    /// Sends with a nonce of its own and answers the message's number.
    func say(
        _ text: String, by caller: Caller, thread: Int64? = nil, replyTo: Int64? = nil
    ) async throws(ChatError) -> Int64 {
        let nonce = Nonce.text("\(text) \(thread ?? 0) \(scene.clock.now().milliseconds)")
        scene.clock.advance(milliseconds: 1000)
        return try await scene.chat.send(
            room: room, text: text, thread: thread, replyTo: replyTo, nonce: nonce, by: caller
        ).seq
    }

    /// The message at `seq` as `caller` sees it in the room's history or in its thread; nil where it is gone.
    func message(_ seq: Int64, for caller: Caller, thread: Int64? = nil) async throws -> Message? {
        let events =
            if let thread { try await scene.chat.thread(thread, in: room, before: nil, for: caller).events } else {
                try await scene.chat.history(of: room, before: nil, limit: 200, for: caller).events
            }
        let event = try #require(events.first { $0.seq == seq })
        if case .message(let message) = event.body { return message }
        return nil
    }

    /// Forgets what was told up to now.
    func forget() async throws {
        try await scene.settle()
        scene.cluster.forget()
    }

    /// What the room was told since.
    func told() async throws -> [RoomEvent.Body] {
        try await scene.settle()
        return scene.cluster.events.compactMap { $0.roomEvent?.body }
    }

    /// What a person's own devices were told since.
    func told(_ caller: Caller) async throws -> [PersonEvent.Body] {
        try await scene.settle()
        return scene.cluster.events.compactMap {
            if case .person(let event) = $0, event.user == caller.user { event.body } else { nil }
        }
    }

    func state(_ thread: Int64, for caller: Caller) async throws(ChatError) -> ThreadState {
        try await scene.chat.thread(thread, in: room, before: nil, for: caller).state
    }
}
