import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Notifications", .ownThread)
struct NotifyingTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    /// Shown; one hears of mentions.
    let open: RoomID
    /// A channel beside it: one hears of mentions.
    let channel: RoomID
    /// One hears of everything.
    let group: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        open = world.server.addChannel("open", members: [emma, john])
        channel = world.server.addChannel("general", members: [emma, john])
        group = world.server.addPrivate(.group, "us", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
        client.tell(.openRoom(open))
        world.settle()
    }

    private var naming: String { "look <@\(emma.id)>" }
    private func say(_ text: String, in room: RoomID, thread: Int64? = nil) -> Int64 {
        let seq = world.server.say(text, in: room, by: john, thread: thread)
        world.settle()
        return seq
    }

    @Test("a group tells of each message, a channel of those that name one: who wrote what, and where it leads")
    func levels() {
        let first = say("**hello** there", in: group)
        #expect(
            client.notified == [
                NotificationShown(
                    tag: group.description, title: "John in us", body: "hello there",
                    path: "/room/\(group)/\(first)", isSilent: false)
            ])
        _ = say("hello", in: channel)
        #expect(client.notified.count == 1)
        _ = say(naming, in: channel)
        #expect(client.notified.last?.title == "John in #general")
        #expect(client.notified.last?.body == "look @Emma")
        world.server.setLevel(.all, of: emma.id, in: channel)
        _ = say("anything", in: channel)
        #expect(client.notified.last?.body == "anything")
        world.server.setLevel(.mentions, of: emma.id, in: group)
        _ = say("not of this", in: group)
        #expect(client.notified.last?.body == "anything")
        world.server.setLevel(.nothing, of: emma.id, in: channel)
        _ = say(naming, in: channel)
        #expect(client.notified.count == 3)
    }

    @Test("one's own messages, those of who is blocked, and what is said before one's eyes, are not told")
    func silent() {
        world.server.say("mine", in: group, by: emma)
        world.settle()
        _ = say(naming, in: open)
        #expect(client.notified.isEmpty)
        client.tell(.visible(false))
        _ = say(naming, in: open)
        #expect(client.notified.count == 1)
        world.server.block(john.id, true, by: emma.id)
        world.settle()
        _ = say("again", in: group)
        #expect(client.notified.count == 1)
    }

    @Test("a direct room is called by who wrote; its first message is told too")
    func direct() {
        let room = world.server.addPrivate(.direct, "", members: [john])
        world.server.join(emma.id, room, by: john.id)
        _ = say("psst", in: room)
        #expect(client.notified.map(\.body) == ["psst"])
        #expect(client.notified.map(\.title) == ["John"])
    }

    @Test("within the quiet hours of this device's clock, and while one is not to be disturbed, nothing is told")
    func quiet() {
        let minute = world.now / 60_000 % 1440
        world.server.set(Preferences(quiet: QuietHours(from: minute, to: (minute + 2) % 1440)), of: emma.id)
        _ = say("one", in: group)
        #expect(client.notified.isEmpty)
        world.advance(120_000)
        _ = say("two", in: group)
        #expect(client.notified.map(\.body) == ["two"])
        world.server.set(Preferences(dndUntil: Timestamp(milliseconds: world.now + 60_000)), of: emma.id)
        _ = say("three", in: group)
        #expect(client.notified.count == 1)
        world.advance(61_000)
        _ = say("four", in: group)
        #expect(client.notified.map(\.body) == ["two", "four"])
    }

    @Test("without sound it is silent, without preview it does not say what was said")
    func discreet() {
        world.server.set(Preferences(sound: false, preview: false), of: emma.id)
        _ = say("secret", in: group)
        #expect(client.notified.map(\.body) == ["A new message"])
        #expect(client.notified.map(\.isSilent) == [true])
    }

    @Test("what is read on another device, deleted, muted, or of a room that one left, is taken back")
    func takenBack() {
        let seq = say("one", in: group)
        #expect(client.notifications.count == 1)
        _ = world.server.read(emma.id, group, seq)
        world.settle()
        #expect(client.notifications.isEmpty)
        let gone = say("two", in: group)
        #expect(client.notifications.count == 1)
        world.server.delete(gone, in: group, by: john.id)
        world.settle()
        #expect(client.notifications.isEmpty)
        _ = say("three", in: group)
        world.server.setLevel(.nothing, of: emma.id, in: group)
        world.settle()
        #expect(client.notifications.isEmpty)
        world.server.setLevel(.all, of: emma.id, in: group)
        _ = say("four", in: group)
        #expect(client.notifications.count == 1)
        world.server.remove(emma.id, from: group, by: john)
        world.settle()
        #expect(client.notifications.isEmpty)
    }

    @Test("a reply that names one is told, and taken back when the thread is read anywhere")
    func thread() {
        let root = say("root", in: channel)
        _ = say("no", in: channel, thread: root)
        #expect(client.notified.isEmpty)
        let reply = say(naming, in: channel, thread: root)
        #expect(client.notifications.keys.sorted() == ["\(channel)/\(root)"])
        _ = world.server.read(emma.id, channel, reply)
        world.settle()
        #expect(client.notifications.count == 1)
        world.server.tellOwn(.threadRead(room: channel, thread: root, seq: reply), to: emma.id)
        world.settle()
        #expect(client.notifications.isEmpty)
    }

    @Test(
        "a reply in a thread that one follows is told as a mention is, by whoever wrote it and that it is in a thread")
    func followed() {
        let root = world.server.say("mine", in: channel, by: emma)
        let first = say("the first reply makes one follow", in: channel, thread: root)
        #expect(
            client.notified == [
                NotificationShown(
                    tag: "\(channel)/\(root)", title: "John in a thread in #general",
                    body: "the first reply makes one follow", path: "/room/\(channel)/\(first)", isSilent: false)
            ])
        _ = say("the next", in: channel, thread: root)
        #expect(client.notified.last?.body == "the next")
        world.server.setLevel(.nothing, of: emma.id, in: channel)
        world.settle()
        #expect(client.notifications.isEmpty)
        _ = say("nobody hears", in: channel, thread: root)
        _ = say("nobody hears <@\(emma.id)>", in: channel, thread: root)
        #expect(client.notified.count == 2)
    }

    @Test("in a thread one's own replies, those within quiet hours, and those in the open thread are not told")
    func followedInSilence() {
        let root = world.server.say("mine", in: open, by: emma)
        world.server.say("my reply", in: open, by: emma, thread: root)
        world.settle()
        #expect(client.notified.isEmpty)
        client.tell(.openThread(open, root: root))
        world.settle()
        _ = say("before her eyes", in: open, thread: root)
        #expect(client.notified.isEmpty)
        client.tell(.visible(false))
        _ = say("she looks elsewhere", in: open, thread: root)
        #expect(client.notified.map(\.body) == ["she looks elsewhere"])
        client.tell(.visible(true))
        client.tell(.timelineReached(open, .bottom, thread: root))
        world.settle()
        #expect(client.notifications.isEmpty, "it is before her eyes now")
        client.tell(.closeThread)
        _ = say("the room is open, the thread is not", in: open, thread: root)
        #expect(client.notifications.count == 1)
        world.server.set(Preferences(dndUntil: Timestamp(milliseconds: world.now + 60_000)), of: emma.id)
        _ = say("in peace", in: open, thread: root)
        #expect(client.notified.last?.body == "the room is open, the thread is not")
    }

    @Test("a reply is not told to who stopped following or never did; what is told is taken back when they stop")
    func notFollowed() {
        let other = say("not hers", in: channel)
        _ = say("one", in: channel, thread: other)
        #expect(client.notified.isEmpty)
        client.tell(.followThread(channel, root: other, true))
        world.settle()
        #expect(client.notified.isEmpty, "what was said before is read")
        _ = say("two", in: channel, thread: other)
        #expect(client.notifications.count == 1)
        client.tell(.followThread(channel, root: other, false))
        world.settle()
        #expect(client.notifications.isEmpty)
        _ = say("three", in: channel, thread: other)
        #expect(client.notified.count == 1)
    }

    @Test("reading a thread on one device takes its notification back on the other, and so does its deletion")
    func readElsewhere() {
        let root = world.server.say("mine", in: channel, by: emma)
        let reply = say("a reply", in: channel, thread: root)
        #expect(client.notifications.count == 1)
        let other = SimulatedClient(world, cookie: emma.id, entropy: 2)
        other.start()
        world.settle()
        other.tell(.openThread(channel, root: root))
        world.settle()
        other.tell(.timelineReached(channel, .bottom, thread: root))
        world.settle()
        #expect(world.server.state(channel, root, emma.id).cursor == reply)
        #expect(client.notifications.isEmpty)
        other.kill()
        let gone = say("a mistake", in: channel, thread: root)
        #expect(client.notifications.count == 1)
        world.server.delete(gone, in: channel, by: john.id)
        world.settle()
        #expect(client.notifications.isEmpty)
    }

    @Test("the notification of a reply leads into its thread")
    func leadsIntoTheThread() {
        let root = world.server.say("mine", in: channel, by: emma)
        let reply = say("a reply", in: channel, thread: root)
        client.tell(.message(channel, seq: reply, .show))
        world.settle()
        #expect(client.views.openThread?.root == root)
        client.tell(.timelineReached(channel, .bottom, thread: root))
        #expect(client.notifications.isEmpty)
    }

    @Test("what was said before the client was opened is not told; of what was said during a cut, the newest is")
    func cuts() {
        client.kill()
        _ = say("at night", in: group)
        client.start()
        world.settle()
        #expect(client.notified.isEmpty)
        client.cut()
        _ = say("one", in: group)
        _ = say("two", in: group)
        world.advance(3000)
        #expect(client.notified.map(\.body) == ["two"])
        client.cut()
        let seq = say("read elsewhere", in: group)
        _ = world.server.read(emma.id, group, seq)
        world.advance(3000)
        #expect(client.notified.map(\.body) == ["two"])
        #expect(client.notifications.isEmpty)
    }

    @Test("a mention that was said during a cut is told, whatever followed it in its room")
    func mentionInACut() {
        client.cut()
        _ = say(naming, in: channel)
        _ = say("and more", in: channel)
        world.advance(3000)
        #expect(client.notified.map(\.body) == ["look @Emma"])
    }

    @Test("whoever logs out is told nothing any more")
    func loggedOut() {
        _ = say("one", in: group)
        client.tell(.logOut)
        world.settle()
        #expect(client.notifications.isEmpty)
    }

    @Test("an author who cannot be looked up is somebody: nobody waits for their name")
    func nameless() {
        let mia = world.server.addUser("Mia")
        world.settle()
        client.kill()
        client.stored = [:]
        client.start()
        world.settle()
        client.tell(.openRoom(open))
        world.settle()
        world.server.join(mia.id, group)
        world.settle()
        for (round, refuses) in [true, false].enumerated() {
            let stranger = User(
                id: UserID(rawValue: UInt64(90 + round))!, email: "", handle: "", name: "", avatar: mia.avatar,
                role: .member,
                createdAt: mia.createdAt)
            if refuses { world.server.refusals = [(.users, ChatError(.busy, "Too busy."))] }
            world.server.say("hello \(round)", in: group, by: stranger)
            world.settle()
            #expect(client.notified.last?.title == "Somebody in us" && client.notified.last?.body == "hello \(round)")
            #expect(client.notified.count == round + 1)
        }
        world.server.say("and I", in: group, by: mia)
        world.settle()
        #expect(client.notified.last?.title == "Mia in us")
    }
}
