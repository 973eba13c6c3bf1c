import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Who is there of those in sight", .ownThread)
struct WatchingTests {
    let world = SimulatedWorld()
    let emma: User
    let others: [User]
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        others = ["Johnny", "Mia", "Noah"].map { [world] in world.server.addUser($0) }
        room = world.server.addChannel("general", members: [emma] + others)
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private var watched: [[UserID]] {
        world.server.received.compactMap {
            if case .state(.watchPresence(let users)) = $0.request { users } else { nil }
        }
    }

    private var away: [Bool] {
        world.server.received.compactMap {
            if case .state(.setPresence(let isAway)) = $0.request { isAway } else { nil }
        }
    }

    @Test("who wrote what is shown is watched, and shown as they are, then as they become")
    func authors() {
        #expect(watched.isEmpty)
        world.server.states[others[0].id] = .online
        world.server.say("hi", in: room, by: others[0])
        world.settle()
        #expect(watched == [[others[0].id]])
        #expect(client.views.presence == [others[0].id: .online])
        for state in [PresenceState.away, .dnd, .offline, .online] {
            world.server.setPresence(state, of: others[0].id)
            world.settle()
            #expect(client.views.presence == [others[0].id: state])
        }
    }

    @Test("the server is asked once a second at most, and not for whom it tells of already")
    func pause() {
        world.server.say("hi", in: room, by: others[0])
        world.settle()
        world.server.say("hi", in: room, by: others[1])
        world.server.say("hi", in: room, by: others[2])
        world.settle()
        #expect(watched.count == 1)
        world.advance(1000)
        #expect(watched.count == 2)
        #expect(watched.last == [others[2].id, others[1].id, others[0].id])
        world.advance(5000)
        world.server.say("hi", in: room, by: others[1])
        world.advance(5000)
        #expect(watched.count == 2)
    }

    @Test("the people of direct rooms and the open list of members are in sight")
    func inSight() {
        world.server.addPrivate(.direct, "", members: [emma, others[1]])
        world.advance(2000)
        #expect(watched.last == [others[1].id])
        client.tell(.openRoom(room))
        client.tell(.showMembers(room))
        world.advance(2000)
        #expect(watched.last.map { Set($0) } == Set(others.map { $0.id }))
    }

    @Test("of a crowd 200 are watched, those whose words are the newest first")
    func crowd() {
        let many = (0..<250).map { world.server.addUser("User\($0)") }
        for user in many {
            world.server.join(user.id, room)
            world.server.say("hi", in: room, by: user)
        }
        client.tell(.showMembers(room))
        world.advance(3000)
        #expect(watched.last?.count == 200)
        #expect(watched.last?.first == many.last?.id)
    }

    @Test("with the connection nothing is known of anybody; on the next all is asked for again")
    func cut() {
        world.server.states[others[0].id] = .online
        world.server.say("hi", in: room, by: others[0])
        world.settle()
        client.cut()
        #expect(client.views.presence == [:])
        world.server.states[others[0].id] = .away
        world.advance(3000)
        #expect(client.views.presence == [others[0].id: .away])
        #expect(watched.count == 2)
    }

    @Test("a server that does not know how is asked once a connection; one that has no time, again")
    func refused() {
        world.server.refusals = [(.watchPresence, ChatError(.unknownRequest))]
        world.server.say("hi", in: room, by: others[0])
        world.advance(3000)
        world.server.say("hi", in: room, by: others[1])
        world.advance(3000)
        #expect(watched.count == 1)
        world.server.refusals = [(.watchPresence, ChatError(.rateLimited, retryAfter: 2000))]
        client.cut()
        world.advance(20_000)
        #expect(watched.count == 3)
        #expect(client.views.presence.count == 2)
    }

    @Test("whom the views name is watched in place of whom the core would, also on the next connection")
    func wished() {
        client.tell(.watch([emma.id, others[2].id]))
        world.server.say("hi", in: room, by: others[0])
        world.advance(3000)
        #expect(watched == [[emma.id, others[2].id]])
        client.cut()
        world.advance(3000)
        #expect(watched == [[emma.id, others[2].id], [emma.id, others[2].id]])
        client.tell(.watch([]))
        world.advance(3000)
        #expect(watched.last == [])
    }

    @Test("the server is told when nobody is at the device any more, and on each connection anew")
    func isAway() {
        client.tell(.away(false))
        client.tell(.away(true))
        client.tell(.away(true))
        #expect(away == [true])
        client.cut()
        world.advance(3000)
        #expect(away == [true, true])
        client.tell(.away(false))
        client.cut()
        world.advance(3000)
        #expect(away == [true, true, false])
    }

    @Test("logging out shows nobody as being there")
    func loggedOut() {
        world.server.states[others[0].id] = .online
        world.server.say("hi", in: room, by: others[0])
        world.settle()
        client.tell(.logOut)
        world.settle()
        #expect(client.views.presence == [:])
    }

    @Test("presence and preferences have their spelling")
    func spelling() {
        let effects: [ClientEffect] = [
            .view(
                .presence(
                    [
                        Presence(user: UserID(rawValue: 1)!, state: .offline, lastSeen: Timestamp(milliseconds: 5)),
                        Presence(user: UserID(rawValue: 2)!, state: .dnd),
                    ], reset: true)),
            .view(.preferences(Preferences(quiet: QuietHours(from: 1, to: 2)))),
        ]
        #expect(
            String(decoding: ClientEffect.encode(effects), as: UTF8.self)
                == #"[{"f":"view","v":"presence","reset":true,"users":[{"id":"0000000000001","state":"offline","last_seen":5},{"id":"0000000000002","state":"dnd"}]},{"f":"view","v":"preferences","preferences":{"quiet":{"from":1,"to":2},"dnd_until":null,"sound":true,"preview":true}}]"#
        )
    }
}
