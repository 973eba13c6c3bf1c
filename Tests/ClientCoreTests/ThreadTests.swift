import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("Threads", .ownThread)
struct ThreadTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let general: RoomID
    let client: SimulatedClient
    let root: Int64

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        general = world.server.addPrivate(.group, "general", members: [emma, john])
        root = world.server.say("lunch?", in: general, by: emma)
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
        client.tell(.openRoom(general))
        world.settle()
    }

    private var rootRow: Row? { client.views.rows.first { $0.key == .event(root) } }
    private var texts: [String] { client.views.threadRows.filter { $0.kind == .message }.map { $0.text } }
    private var key: ThreadStanding.Key { ThreadStanding.Key(room: general, root: root) }

    @discardableResult
    private func reply(_ text: String, by user: User? = nil) -> Int64 {
        let seq = world.server.say(text, in: general, by: user ?? john, thread: root)
        world.settle()
        return seq
    }

    private func open() {
        client.tell(.openThread(general, root: root))
        world.settle()
    }

    private func asked(_ name: RequestName) -> Int { world.server.received.filter { $0.request.name == name }.count }

    // MARK: What is unread

    @Test("replies stand at their root with who wrote them, and count to the thread, not to the room")
    func atRoot() {
        reply("yes")
        #expect(rootRow?.thread?.count == 1)
        #expect(rootRow?.thread?.faces.map { $0.name } == ["John"])
        #expect(rootRow?.thread?.unread == "1")
        #expect(rootRow?.thread?.isFollowing == true, "whose message it is follows it")
        #expect(client.views.texts == ["lunch?"])
        #expect(client.views.room(general)?.unread == "")
        #expect(client.views.lists?.threads == "1")
        let before = asked(.thread)
        reply("for @emma <@\(emma.id.description)>")
        #expect(rootRow?.thread?.mentions == "1")
        #expect(client.views.lists?.threads == "2")
        #expect(asked(.thread) == before, "what is heard is counted on")
    }

    @Test("what is deleted, edited or too old counts no more; one's own never did")
    func gone() {
        let first = reply("one")
        reply("two")
        reply("mine", by: emma)
        #expect(client.views.lists?.threads == "2")
        world.server.delete(first, in: general, by: john.id)
        world.settle()
        #expect(client.views.lists?.threads == "1")
        #expect(rootRow?.thread?.count == 2)
        world.server.expire(through: world.server.lastSeq(general), in: general)
        world.settle()
        #expect(client.views.lists?.threads == "")
    }

    @Test("a thread that is not followed counts for nothing, and nobody is asked about it")
    func others() {
        let other = world.server.say("mine", in: general, by: john)
        world.server.say("a", in: general, by: john, thread: other)
        world.settle()
        let before = asked(.thread)
        world.server.say("b", in: general, by: john, thread: other)
        world.settle()
        #expect(client.views.lists?.threads == "")
        #expect(asked(.thread) == before)
        client.tell(.followThread(general, root: other, true))
        world.settle()
        world.server.say("c", in: general, by: john, thread: other)
        world.settle()
        #expect(client.views.lists?.threads == "1")
        client.tell(.followThread(general, root: other, false))
        world.settle()
        #expect(client.views.lists?.threads == "")
    }

    @Test("a followed thread whose first reply comes after a fresh start counts all the same")
    func firstReply() {
        let quiet = world.server.say("quiet", in: general, by: john)
        client.tell(.followThread(general, root: quiet, true))
        world.settle()
        client.stored = [:]
        client.kill()
        client.start()
        world.settle()
        world.server.say("at last", in: general, by: john, thread: quiet)
        world.settle()
        #expect(client.views.lists?.threads == "1")
    }

    @Test("replies that came while the line was down count once, and what was read elsewhere does not")
    func afterCut() {
        reply("one")
        client.cut()
        reply("two")
        reply("three")
        world.advance(3000)
        #expect(client.views.lists?.threads == "3")
        client.cut()
        _ = world.server.perform(
            .readThread(room: general, thread: root, seq: world.server.lastSeq(general)), by: emma.id)
        reply("four")
        world.advance(3000)
        #expect(client.views.lists?.threads == "1")
        world.server.oldestPlace = UInt64(world.server.log.count) + 1
        client.cut()
        reply("five")
        world.advance(3000)
        #expect(client.views.lists?.threads == "2", "also after loading afresh")
    }

    // MARK: The thread beside the room

    @Test("a thread opens with its root first, the replies after it, and where unread begins")
    func opens() {
        reply("one", by: emma)
        let first = reply("two")
        open()
        #expect(texts == ["lunch?", "one", "two"])
        #expect(client.views.threadFirstUnread == .event(first))
        #expect(client.views.openThread?.isFollowing == true)
        #expect(client.views.lists?.threads == "1", "what is not in sight is not read")
        client.tell(.timelineReached(general, .bottom, thread: root))
        world.settle()
        #expect(client.views.lists?.threads == "")
        #expect(world.server.state(general, root, emma.id).unread == 0)
        reply("three")
        #expect(texts.last == "three")
        #expect(client.views.lists?.threads == "", "what comes into sight is read")
        client.tell(.timelineLeft(general, thread: root))
        reply("four")
        #expect(client.views.lists?.threads == "1")
    }

    @Test("what is said in a thread goes into it, shows there at once, and once")
    func sends() {
        open()
        client.holdsStores = true
        client.tell(.send(general, text: "one of mine", thread: root))
        #expect(texts == ["lunch?", "one of mine"])
        #expect(client.views.texts == ["lunch?"])
        client.releaseStores()
        world.settle()
        #expect(texts == ["lunch?", "one of mine"])
        #expect(rootRow?.thread?.count == 1)
        #expect(client.views.lists?.threads == "")
        client.tell(.editLast(general, thread: root))
        #expect(client.views.editing?.text == "one of mine")
    }

    @Test("what is done with replies shows in the thread: edits, reactions, deletion that can be taken back")
    func deeds() {
        let seq = reply("mine", by: emma)
        open()
        client.tell(.message(general, seq: seq, .edit(text: "mine, better")))
        client.tell(.message(general, seq: seq, .react(emoji: "🦊", isOn: true)))
        world.settle()
        #expect(texts.last == "mine, better")
        #expect(client.views.threadRows.last?.reactions.first?.count == 1)
        client.tell(.message(general, seq: seq, .delete))
        #expect(client.views.threadRows.last?.canUndo == true)
        world.advance(9000)
        #expect(client.views.threadRows.last?.isGone == true)
        #expect(client.views.threadRows.last?.canUndo == false)
        #expect(rootRow?.thread == nil)
    }

    @Test("older replies come when the top is reached; the root stays above them")
    func older() {
        for number in 1...70 { world.server.say("r\(number)", in: general, by: john, thread: root) }
        world.settle()
        open()
        #expect(texts.count == 51)
        #expect(texts[1] == "r21")
        client.tell(.timelineReached(general, .top, thread: root))
        world.settle()
        #expect(texts.count == 71)
        #expect(texts[0] == "lunch?" && texts[1] == "r1")
    }

    @Test("a thread closes with its room, and by itself; what was typed in it is kept")
    func closes() {
        open()
        client.tell(.draft(general, thread: root, text: "half a"))
        client.tell(.closeThread)
        #expect(client.views.openThread == nil)
        open()
        #expect(client.views.threadComposer?.draft == "half a")
        let other = world.server.addPrivate(.group, "other", members: [emma])
        world.settle()
        client.tell(.openRoom(other))
        #expect(client.views.openThread == nil)
        client.tell(.openThread(general, root: root))
        #expect(client.views.header?.id == general, "its room opens with it")
        world.server.remove(emma.id, from: general, by: john)
        world.settle()
        #expect(client.views.openThread == nil)
        #expect(client.views.lists?.threads == "")
    }

    @Test("an open thread goes on over a cut, and is read anew where events may be missing")
    func overCuts() {
        open()
        client.cut()
        reply("while away")
        world.advance(3000)
        #expect(texts == ["lunch?", "while away"])
        client.cut()
        world.server.oldestPlace = UInt64(world.server.log.count) + 1
        reply("afresh")
        world.advance(3000)
        #expect(texts == ["lunch?", "while away", "afresh"])
    }

    @Test("what was read while the server could not be told is told later, also after a restart")
    func wishes() {
        reply("one")
        open()
        client.goOffline()
        client.tell(.timelineReached(general, .bottom, thread: root))
        #expect(client.views.lists?.threads == "")
        world.advance(3000)
        client.kill()
        client.start()
        world.advance(3000)
        #expect(world.server.state(general, root, emma.id).unread == 0)
        #expect(client.views.lists?.threads == "")
    }

    // MARK: The list

    @Test("the list has the threads that one follows, the newest reply first, and leads to them")
    func list() {
        let second = world.server.say("and dinner?", in: general, by: emma)
        reply("yes")
        world.server.say("no", in: general, by: john, thread: second)
        world.settle()
        client.tell(.openList(.threads, nil))
        world.settle()
        #expect(client.views.list?.items.map { $0.seq } == [second, root])
        #expect(client.views.list?.items.first?.row.thread?.unread == "1")
        reply("or rather not")
        #expect(client.views.list?.items.map { $0.seq } == [root, second])
        #expect(client.views.list?.items.first?.row.thread?.unread == "2")
    }
}
