import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Drafts on a person's devices", .ownThread)
struct DraftTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let room: RoomID
    let other: RoomID
    let desk: SimulatedClient
    let phone: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        room = world.server.addChannel("general", members: [emma, john])
        other = world.server.addChannel("other", members: [emma, john])
        desk = SimulatedClient(world, cookie: emma.id)
        phone = SimulatedClient(world, cookie: emma.id, entropy: 2)
        for client in [desk, phone] {
            client.start()
            world.settle()
            client.tell(.openRoom(room))
        }
    }

    private var told: [String] {
        world.server.received.compactMap {
            if case .state(.keepDraft(_, let text)) = $0.request { text } else { nil }
        }
    }

    private func type(_ text: String, on client: SimulatedClient, in room: RoomID? = nil) {
        client.tell(.draft(room ?? self.room, thread: nil, text: text))
    }

    @Test("what is typed is told two seconds after the last key, and shown on the other device")
    func typing() {
        type("h", on: desk)
        world.advance(1900)
        type("he", on: desk)
        world.advance(1900)
        #expect(told == [])
        world.advance(200)
        #expect(told == ["he"])
        #expect(phone.views.composer?.room == room && phone.views.composer?.draft == "he")
        type("", on: phone)
        world.advance(2000)
        #expect(desk.views.composer?.draft == "")
        #expect(world.server.drafts[emma.id] == [:])
    }

    @Test("a composer that is being written in is left alone, and what it holds stands in the end")
    func written() {
        type("from the phone", on: phone)
        world.advance(1500)
        type("from the desk", on: desk)
        let before = desk.views.composer?.draft
        world.advance(600)
        #expect(told == ["from the phone"])
        #expect(desk.views.composer?.draft == before)
        world.advance(2000)
        #expect(told == ["from the phone", "from the desk"])
        #expect(phone.views.composer?.draft == "from the desk")
        #expect(desk.views.composer?.draft == before)
    }

    @Test("what one's own telling brings back does not disturb what was typed since", arguments: [false, true])
    func echo(_ acknowledgesFirst: Bool) {
        world.server.acknowledgesFirst = acknowledgesFirst
        type("a", on: desk)
        world.now += 2000
        desk.timers[.drafts] = nil
        desk.tell(.timer(.drafts))
        type("ab", on: desk)
        world.settle()
        #expect(desk.core.drafts.text(DraftKey(room: room)) == "ab")
        world.advance(3000)
        #expect(told == ["a", "ab"])
        #expect(desk.core.drafts.text(DraftKey(room: room)) == "ab")
        #expect(phone.views.composer?.draft == "ab")
        #expect(!desk.effects.contains { if case .view(.draft) = $0 { true } else { false } })
    }

    @Test("a message takes its draft with it, everywhere and at once")
    func sent() {
        type("hello", on: desk)
        world.advance(2000)
        #expect(phone.views.composer?.draft == "hello")
        desk.say("hello", in: room)
        world.settle()
        #expect(phone.views.composer?.draft == "")
        #expect(told == ["hello", ""])
        world.advance(5000)
        #expect(told == ["hello", ""])
    }

    @Test("going to another room, or out of sight, tells it at once")
    func leaving() {
        type("half", on: desk)
        desk.tell(.openRoom(other))
        world.settle()
        #expect(told == ["half"])
        type("other half", on: desk, in: other)
        desk.tell(.visible(false))
        world.settle()
        #expect(told == ["half", "other half"])
        phone.tell(.openRoom(other))
        #expect(phone.views.composer?.draft == "other half")
    }

    @Test("after a restart the composer is told once there is a screen that it stands on, with what was kept")
    func restart() {
        type("not yet", on: desk)
        world.advance(5000)
        desk.kill()
        desk.effects = []
        desk.start()
        let told = desk.effects.compactMap { effect -> String? in
            switch effect {
            case .view(.screen(let name)): name.rawValue
            case .view(.composer(_, _, let draft)): draft
            default: nil
            }
        }
        #expect(told == ["chat", "not yet"])
    }

    @Test("offline a draft waits, also over a restart, and is told when the server is there again")
    func offline() {
        desk.goOffline()
        type("later", on: desk)
        world.advance(5000)
        #expect(told == [])
        desk.kill()
        desk.start(online: false)
        #expect(desk.views.composer?.draft == "later")
        desk.goOnline()
        world.advance(3000)
        #expect(told == ["later"])
        #expect(phone.views.composer?.draft == "later")
    }

    @Test("what another device wrote meanwhile is here after a cut, a restart, and a place that is too old")
    func meanwhile() {
        for way in 0..<3 {
            if way == 1 { desk.kill() } else { desk.cut() }
            type("version \(way)", on: phone)
            phone.timers[.drafts] = nil
            phone.tell(.timer(.drafts))
            while phone.deliver() {}
            if way == 2 { world.server.oldestPlace = UInt64(world.server.log.count) + 1 }
            world.server.say("x", in: room, by: john)
            if way == 1 { desk.start() }
            world.advance(5000)
            #expect(desk.views.composer?.draft == "version \(way)", "\(way)")
            world.server.oldestPlace = 0
        }
    }

    @Test("of what was changed on two devices while one was away, the later stands")
    func conflict() {
        for (isDeskLater, text) in [(true, "desk"), (false, "phone")] {
            desk.cut()
            if !isDeskLater { type("desk", on: desk) }
            world.now += 10
            type("phone", on: phone)
            phone.timers[.drafts] = nil
            phone.tell(.timer(.drafts))
            while phone.deliver() {}
            world.now += 10
            if isDeskLater { type("desk", on: desk) }
            world.server.oldestPlace = UInt64(world.server.log.count) + 1
            world.server.say("x", in: room, by: john)
            world.advance(5000)
            #expect(phone.core.drafts.text(DraftKey(room: room)) == text)
            #expect(desk.core.drafts.text(DraftKey(room: room)) == text)
            world.server.oldestPlace = 0
            type("", on: desk)
            world.advance(5000)
        }
    }

    @Test("a draft that the server cannot take now is told again; one that it never will is kept here")
    func refused() {
        world.server.refusals = [(.keepDraft, ChatError(.rateLimited, retryAfter: 3000))]
        type("again", on: desk)
        world.advance(2000)
        #expect(told == ["again"])
        world.advance(3000)
        #expect(told == ["again", "again"])
        world.server.refusals = [(.keepDraft, ChatError(.tooLong))]
        type("too long", on: desk)
        world.advance(20_000)
        #expect(told == ["again", "again", "too long"])
        desk.tell(.openRoom(other))
        desk.tell(.openRoom(room))
        #expect(desk.views.composer?.draft == "too long")
    }

    @Test("a draft in a thread is told with its thread, and shown where another device wrote it")
    func threads() {
        world.server.say("root", in: room, by: john)
        world.settle()
        let root = world.server.lastSeq(room)
        desk.tell(.draft(room, thread: root, text: "in there"))
        world.advance(2000)
        #expect(world.server.drafts[emma.id]?[DraftKey(room: room, thread: root)]?.text == "in there")
        #expect(
            phone.effects.contains(.view(.draft(DraftKey(room: room, thread: root), text: "in there"))))
        #expect(phone.views.composer?.draft == "")
    }

    @Test("a server that keeps no drafts is not told of any; they stay on the device")
    func older() {
        let third = SimulatedClient(world, cookie: john.id, entropy: 3)
        world.server.refusals = [(.drafts, ChatError(.unknownRequest))]
        third.start()
        world.settle()
        third.tell(.openRoom(room))
        type("mine", on: third)
        world.advance(5000)
        #expect(told == [])
        third.kill()
        third.start()
        third.tell(.openRoom(room))
        #expect(third.views.composer?.draft == "mine")
    }
}
