import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

/// John has said a thousand things in `general`; message N has the number N + 2. Nobody has said anything in `other`.
@Suite("Addresses of messages", .ownThread)
struct MessageAddressTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let general: RoomID
    let other: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        general = world.server.addPrivate(.group, "general", members: [emma, john])
        other = world.server.addChannel("other", members: [emma, john])
        for number in 1...1000 { world.server.say("m\(number)", in: general, by: john) }
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    @Test("an address leads to its message at the start, with a snapshot and without, and after a log-in")
    func address() {
        client.start(path: "/room/\(general)/102")
        world.settle()
        #expect(client.views.shownRow == .event(102) && client.views.detached != nil)
        client.stored = [:]
        client.start(path: "/room/\(general)/102")
        world.settle()
        #expect(client.views.shownRow == .event(102) && client.views.detached != nil)
        let fresh = SimulatedClient(world, entropy: 9)
        fresh.start(path: "/room/\(general)/102")
        world.settle()
        #expect(fresh.views.screen == .login)
        fresh.tell(.logIn(email: "emma@example.org", password: "secret password"))
        world.settle()
        #expect(fresh.views.screen == .chat && fresh.views.shownRow == .event(102))
    }

    @Test("an address of no message shows the room and says so; one of no room shows what there is")
    func wrongAddress() {
        for seq in ["x", "", "0", "-1", "99999", "99999999999999999999", "1/2", "٣"] {
            client.start(path: "/room/\(general)/\(seq)")
            world.settle()
            #expect(client.views.header?.id == general && client.views.texts.last == "m1000", "\(seq)")
            #expect(client.views.notices == ["This message is not here, or not any more."], "\(seq)")
        }
        client.start(path: "/room/\(RoomID(rawValue: 7)!)/102")
        world.settle()
        #expect(client.views.notices == ["You are not in this channel. Join it first."])
        #expect(client.views.header != nil && client.views.headerState == .empty)
        client.start(path: "/room/???/102")
        world.settle()
        #expect(client.views.header != nil && client.views.notices.isEmpty)
    }
}
