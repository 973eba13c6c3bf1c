import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Groups")
struct GroupTests {
    private func make(
        _ users: [UserID], _ nonce: String? = nil, named name: String = "Us", by caller: Caller, _ scene: Scene
    ) async throws(ChatError) -> RoomSummary {
        try await scene.chat.createGroup(name: name, users: users, nonce: nonce.flatMap { Nonce($0) }, by: caller)
    }

    @Test("a group is private, its maker owns it, and each person's joining is told in the room and nowhere else")
    func making() async throws {
        try await Scene.run { scene in
            let (ann, bob, eve) = (
                try await scene.caller("ann"), try await scene.caller("bob"), try await scene.caller("eve")
            )
            let since = try await scene.chat.place()
            try await scene.settle()
            scene.cluster.forget()
            let made = try await make([bob.user, ann.user, bob.user], named: " Us ", by: ann, scene)
            #expect(made.room.kind == .group && made.room.name == "Us" && made.memberCount == 2)
            #expect(made.membership?.role == .owner && made.membership?.cursor == 1 && made.unread == 0)
            try await scene.settle()
            let events = scene.cluster.events
            #expect(
                events.compactMap { $0.roomEvent?.body } == [.memberJoined(ann.user), .memberJoined(bob.user)])
            #expect(events.allSatisfy { event in event.roomEvent.map { $0.actor == ann.user } ?? true })
            let cursors = events.compactMap { event in if case .person(let own) = event { own } else { nil } }
            #expect(cursors.map(\.user) == [ann.user, bob.user] && events.count == 4)
            for (caller, joined) in [(ann, [made.room.id]), (bob, [made.room.id]), (eve, [])] {
                let changes = try await scene.chat.changes(since: since, for: caller)
                #expect(changes.joined.map(\.room.id) == joined && changes.left.isEmpty)
                #expect(changes.events == events.filter { $0.isOwn(of: caller.user) })
            }
            #expect(try await scene.chat.room(made.room.id, for: bob).membership?.role == .member)
            #expect(try await scene.chat.room(made.room.id, for: bob).unread == 0)
            for read in [
                await refusal { () throws(ChatError) in try await scene.chat.room(made.room.id, for: eve) },
                await refusal { () throws(ChatError) in try await scene.chat.join(made.room.id, by: eve) },
            ] {
                #expect(read?.code == .notFound)
            }
            #expect(try await scene.chat.channels(after: nil, for: eve).page.isEmpty)
        }
    }

    @Test("names need not be unique, and without a nonce each request makes another group")
    func names() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let first = try await make([bob.user], by: ann, scene)
            let second = try await make([bob.user], by: ann, scene)
            #expect(first.room.id != second.room.id && first.room.name == second.room.name)
        }
    }

    @Test("the same request with its nonce gives the same group; other content is refused")
    func nonces() async throws {
        try await Scene.run { scene in
            let (ann, bob, eve) = (
                try await scene.caller("ann"), try await scene.caller("bob"), try await scene.caller("eve")
            )
            for nonce in ["a:1", "any text"] {
                let made = try await make([bob.user, eve.user], nonce, by: ann, scene)
                let again = try await make([eve.user, bob.user], nonce, by: ann, scene)
                #expect(made == again)
                for (name, users) in [("Them", [bob.user, eve.user]), ("Us", [bob.user])] {
                    await expectRefusal(.nonceReused) { () throws(ChatError) in
                        try await make(users, nonce, named: name, by: ann, scene)
                    }
                }
                let used = try #require(Nonce(nonce))
                await expectRefusal(.nonceReused) { () throws(ChatError) in
                    try await scene.chat.send(room: made.room.id, text: "x", nonce: used, by: ann)
                }
                #expect(try await make([ann.user], nonce, by: bob, scene).room.id != made.room.id)
            }
            let sent = try await scene.chat.send(
                room: try await make([bob.user], by: ann, scene).room.id, text: "x", nonce: .text("sent"), by: ann)
            await expectRefusal(.nonceReused) { () throws(ChatError) in
                try await make([bob.user], "sent", by: ann, scene)
            }
            #expect(sent.seq == 3)
        }
    }

    @Test("all or nothing: a person that there is not, or one in too many rooms, and there is no group")
    func allOrNothing() async throws {
        var settings = ChatSettings()
        settings.roomsPerUser = 1
        try await Scene.run(settings: settings) { scene in
            let (ann, bob, eve) = (
                try await scene.caller("ann"), try await scene.caller("bob"), try await scene.caller("eve")
            )
            _ = try await scene.chat.createChannel(name: "General", by: eve)
            try await scene.settle()
            scene.cluster.forget()
            let unknown = UserID(millisecond: 0, entropy: 1)
            for (users, code) in [([bob.user, unknown], ErrorCode.notFound), ([bob.user, eve.user], .forbidden)] {
                let refused = await refusal { () throws(ChatError) in try await make(users, "n:1", by: ann, scene) }
                #expect(refused?.code == code && refused?.field == "users")
            }
            try await scene.settle()
            #expect(scene.cluster.events.isEmpty)
            #expect(try await scene.chat.rooms(for: ann).rooms.isEmpty)
            _ = try await make([bob.user], "n:1", by: ann, scene)
        }
    }

    @Test("a group needs somebody else, at most as many as the limit, and a name; guests make none")
    func refusals() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let guest = try await scene.caller("guest", role: .guest)
            let many = (1...Limits.groupMembers).map { UserID(millisecond: 0, entropy: UInt32($0)) }
            for users in [[], [ann.user], many] {
                let refused = await refusal { () throws(ChatError) in try await make(users, by: ann, scene) }
                #expect(refused?.code == .invalidArgument && refused?.field == "users")
            }
            let nameless = await refusal { () throws(ChatError) in
                try await make([guest.user], named: " ", by: ann, scene)
            }
            #expect(nameless?.field == "name")
            await expectRefusal(.forbidden) { () throws(ChatError) in try await make([ann.user], by: guest, scene) }
        }
    }

    @Test("a group of as many as may be is made, and the number of groups one makes is limited")
    func limits() async throws {
        var settings = ChatSettings()
        settings.groupsMade = RateRule(burst: 1, interval: 5000)
        try await Scene.run(settings: settings) { scene in
            let ann = try await scene.caller("ann")
            let others = (1..<Limits.groupMembers).map { UserID(millisecond: 0, entropy: UInt32($0)) }
            try await scene.store.write { transaction throws(ChatError) in
                for id in others {
                    try transaction.insert(
                        User(
                            id: id, email: "\(id)@example.org", handle: "", name: "x",
                            avatar: Avatar(picture: "a", color: "#000000"),
                            role: .member, createdAt: Timestamp(milliseconds: 0)), passwordHash: "")
                }
            }
            #expect(try await make(others, by: ann, scene).memberCount == Limits.groupMembers)
            let refused = await refusal { () throws(ChatError) in try await make(others, by: ann, scene) }
            #expect(refused == ChatError(.rateLimited, retryAfter: 5000))
        }
    }
}

extension Event {
    fileprivate func isOwn(of user: UserID) -> Bool {
        if case .person(let event) = self { event.user == user } else { false }
    }
}
