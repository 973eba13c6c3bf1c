import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Levels and preferences", .ownThread)
struct LevelTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let room: RoomID
    let other: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        room = world.server.addChannel("general", members: [emma, john])
        other = world.server.addChannel("other", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    private func asked(_ name: RequestName) -> Int { world.server.received.filter { $0.request.name == name }.count }

    @Test("a room's level is shown as the server tells it, live, over cuts and restarts")
    func levels() {
        #expect(client.views.room(room)?.level == .mentions)
        let us = world.server.addPrivate(.group, "us", members: [john, emma])
        world.settle()
        #expect(client.views.room(us)?.level == .all)
        world.server.setLevel(.nothing, of: emma.id, in: us)
        world.settle()
        #expect(client.views.room(us)?.level == .nothing)
        client.cut()
        world.server.setLevel(.mentions, of: emma.id, in: us)
        world.advance(3000)
        #expect(client.views.room(us)?.level == .mentions)
        client.kill()
        client.start()
        #expect(client.views.room(us)?.level == .mentions)
        world.settle()
        #expect(client.views.room(us)?.level == .mentions)
        world.server.setLevel(.all, of: emma.id, in: us)
        world.settle()
        #expect(client.views.room(us)?.level == .all)
        let second = SimulatedClient(world, cookie: emma.id, entropy: 2)
        second.start()
        world.settle()
        #expect(second.views.room(us)?.level == .all)
    }

    @Test("a silent room keeps its count, is not marked and does not count in the title")
    func silent() {
        client.tell(.openRoom(room))
        world.server.say("hi", in: other, by: john)
        world.settle()
        #expect(client.views.room(other)?.marked == true)
        #expect(client.views.title == "1")
        world.server.setLevel(.nothing, of: emma.id, in: other)
        world.settle()
        #expect(client.views.room(other)?.unread == "1")
        #expect(client.views.room(other)?.marked == false)
        #expect(client.views.title == "")
    }

    @Test("what is unread in a silent room's threads stands at them and not in the total of all threads")
    func silentThreads() {
        client.tell(.openRoom(room))
        world.settle()
        let root = world.server.say("mine", in: room, by: emma)
        let another = world.server.say("mine too", in: other, by: emma)
        world.server.say("a reply", in: room, by: john, thread: root)
        world.server.say("a reply", in: other, by: john, thread: another)
        world.settle()
        #expect(client.views.lists?.threads == "2")
        world.server.setLevel(.nothing, of: emma.id, in: room)
        world.settle()
        #expect(client.views.lists?.threads == "1")
        #expect(client.views.rows.first { $0.key == .event(root) }?.thread?.unread == "1")
        world.server.say("another", in: room, by: john, thread: root)
        world.settle()
        #expect(client.views.lists?.threads == "1")
        world.server.setLevel(.mentions, of: emma.id, in: room)
        world.settle()
        #expect(client.views.lists?.threads == "3")
    }

    @Test("an answer that is older than a change of the level does not undo it")
    func overtaken() {
        var state = RoomState(world.server.summary(room, for: emma.id)!)
        let old = world.server.summary(room, for: emma.id)!
        state.levelChanged(to: .nothing)
        state.merge(old, reader: emma.id)
        #expect(state.level == .nothing)
        state.levelChanged(to: .mentions)
        #expect(state.level == nil)
    }

    @Test("a room that is left and entered again has the usual level")
    func again() {
        world.server.setLevel(.nothing, of: emma.id, in: other)
        world.server.leave(emma.id, other)
        world.server.levels[emma.id] = [:]
        world.server.join(emma.id, other)
        world.settle()
        #expect(client.views.room(other)?.level == .mentions)
    }

    @Test("preferences are asked for once and then heard of, over cuts and restarts")
    func preferences() {
        #expect(asked(.preferences) == 1)
        #expect(client.views.preferences == Preferences())
        let night = Preferences(quiet: QuietHours(from: 1320, to: 420), sound: false)
        world.server.set(night, of: emma.id)
        world.settle()
        #expect(client.views.preferences == night)
        client.cut()
        world.server.set(Preferences(preview: false), of: emma.id)
        world.advance(3000)
        #expect(client.views.preferences == Preferences(preview: false))
        world.advance(3000)
        client.kill()
        client.start()
        #expect(client.views.preferences == Preferences(preview: false))
        world.settle()
        #expect(asked(.preferences) == 1)
        client.tell(.ask(id: 1, name: "preferences.update", arguments: #"{"preview":true}"#))
        world.settle()
        #expect(client.views.preferences == Preferences())
    }

    @Test("after a place that is too old they are asked for again; a server that knows none is not")
    func resync() {
        client.cut()
        world.server.preferences[emma.id] = Preferences(sound: false)
        world.server.oldestPlace = UInt64(world.server.log.count) + 1
        world.server.say("again", in: room, by: john)
        world.advance(3000)
        #expect(client.views.preferences == Preferences(sound: false))
        #expect(asked(.preferences) == 2)
        let second = SimulatedClient(world, cookie: john.id, entropy: 2)
        world.server.refusals = [(.preferences, ChatError(.unknownRequest))]
        second.start()
        world.settle()
        second.cut()
        world.advance(3000)
        #expect(asked(.preferences) == 3)
        #expect(second.views.preferences == Preferences())
    }

    @Test("an answer that was overtaken by a change does not undo it")
    func overtakenPreferences() {
        var own = OwnPreferences()
        own.asking()
        own.changed(Preferences(sound: false))
        own.take(Preferences())
        #expect(own.value == Preferences(sound: false) && own.state == .known)
    }
}
