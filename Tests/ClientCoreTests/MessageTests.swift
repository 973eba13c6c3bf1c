import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("What is done with messages", .ownThread)
struct MessageTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let general: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        general = world.server.addPrivate(.group, "general", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
        client.tell(.openRoom(general))
        world.settle()
    }

    private var last: Row? { client.views.rows.last { $0.kind == .message } }
    private var lastSeq: Int64 { world.server.lastSeq(general) }

    private func act(_ deed: MessageDeed, on seq: Int64) {
        client.tell(.message(general, seq: seq, deed))
        world.settle()
    }

    // MARK: What a message says

    @Test("a row has its text as a tree and as it is typed, with what people and rooms are called now")
    func names() {
        world.server.say("**hi** <@\(emma.id.description)> in <#\(general.description)>", in: general, by: john)
        world.settle()
        let id = emma.id.description
        #expect(
            last?.markup
                == #"[["p",["b","hi"]," ",["m",""# + id + #"","Emma",true]," in ",["r",""# + general.description
                + #"","general"]]]"#)
        #expect(last?.text == "**hi** @emma in <#\(general.description)>", "a group has no name that is its own")
        #expect(last?.isNamed == true)
        var renamed = emma
        renamed.name = "Emma P."
        world.server.update(renamed)
        world.settle()
        #expect(last?.markup.contains("Emma P.") == true)
    }

    @Test("what is typed is sent with ids, and shows with names while it is on its way")
    func typed() {
        world.server.say("hello", in: general, by: john)
        world.settle()
        client.holdsStores = true
        client.say("hello @john and @nobody", in: general)
        #expect(last?.text == "hello @john and @nobody")
        #expect(last?.state == .sending)
        client.releaseStores()
        world.settle()
        #expect(world.server.texts(general).last == "hello <@\(john.id.description)> and @nobody")
        #expect(last?.state == .sent)
        #expect(last?.text == "hello @john and @nobody")
    }

    @Test("a channel that one is not in is asked for by its id and shown by its name")
    func channels() {
        let other = world.server.addChannel("Birds", members: [john])
        let fresh = SimulatedClient(world, cookie: emma.id, entropy: 9)
        world.server.say("see <#\(other.description)>", in: general, by: john)
        fresh.start()
        world.settle()
        fresh.tell(.openRoom(general))
        world.settle()
        #expect(fresh.views.rows.last?.markup.contains(#","Birds"]"#) == true)
        #expect(fresh.views.rows.last?.text == "see #Birds")
    }

    // MARK: Edits

    @Test("an edited text shows and is marked, on every device")
    func edits() {
        client.say("frist", in: general)
        world.settle()
        act(.edit(text: "first @john"), on: lastSeq)
        #expect(last?.text == "first @john")
        #expect(last?.editedAt != nil)
        #expect(world.server.texts(general).last == "first <@\(john.id.description)>")
    }

    @Test("of two edits at one time the later one shows")
    func editsAtOnce() {
        client.say("first", in: general)
        world.settle()
        let seq = lastSeq
        for text in ["second", "third"] { act(.edit(text: text), on: seq) }
        #expect(last?.text == "third" && last?.markup.contains("third") == true)
    }

    @Test("an edit that is refused comes back to the composer as it was typed")
    func refusedEdit() {
        client.say("mine", in: general)
        world.settle()
        world.server.refusals.append((.edit, ChatError(.muted)))
        act(.edit(text: "other @john"), on: lastSeq)
        #expect(last?.text == "mine")
        #expect(client.views.notices.last == ErrorCode.muted.defaultMessage)
        #expect(client.views.editing?.text == "other @john")
        client.goOffline()
        act(.edit(text: "again"), on: lastSeq)
        #expect(client.views.editing?.text == "again")
        #expect(client.views.notices.last == ClientCore.offline)
    }

    @Test("the last message of one's own is edited as it is typed, not what is others' or gone")
    func editLast() {
        client.say("for @john", in: general)
        world.settle()
        let seq = lastSeq
        world.server.say("thanks", in: general, by: john)
        client.tell(.editLast(general, thread: nil))
        #expect(client.views.editing?.seq == seq)
        #expect(client.views.editing?.text == "for @john")
        client.views.editing = nil
        act(.delete, on: seq)
        client.tell(.editLast(general, thread: nil))
        #expect(client.views.editing == nil)
    }

    // MARK: Reactions and pins

    @Test("a reaction of one's own shows at once, once, and is taken back when it is refused")
    func reactions() {
        let seq = world.server.say("news", in: general, by: john)
        world.settle()
        world.server.silent = [.react]
        client.tell(.message(general, seq: seq, .react(emoji: "🦊", isOn: true)))
        #expect(last?.reactions == [ReactionShown(emoji: "🦊", count: 1, mine: true, names: "You")])
        world.settle()
        #expect(last?.reactions.first?.count == 1, "the event that tells of it is the same reaction")
        world.server.silent = []
        world.server.append(.reaction(target: seq, emoji: "🦊", isOn: true), to: general, by: john.id)
        world.settle()
        #expect(last?.reactions.first?.names == "You and John")
        world.server.refusals.append((.react, ChatError(.forbidden, "Too many.")))
        client.tell(.message(general, seq: seq, .react(emoji: "🦊", isOn: false)))
        #expect(last?.reactions.first?.names == "John")
        world.settle()
        #expect(last?.reactions.first?.names == "You and John")
        #expect(client.views.notices.last == "Too many.")
    }

    @Test("reactions that a page tells and those that are heard make one count, whoever hears them when")
    func reactionPages() {
        let seq = world.server.say("news", in: general, by: john)
        world.server.append(.reaction(target: seq, emoji: "🦊", isOn: true), to: general, by: john.id)
        let fresh = SimulatedClient(world, cookie: emma.id, entropy: 5)
        fresh.start()
        world.settle()
        fresh.tell(.openRoom(general))
        // Heard while the page is on its way, which may know of it already.
        world.server.append(.reaction(target: seq, emoji: "🐦", isOn: true), to: general, by: john.id)
        world.settle()
        for one in [client, fresh] {
            #expect(one.views.rows.last?.reactions.map { "\($0.emoji)\($0.count)" } == ["🦊1", "🐦1"])
        }
        world.server.append(.reaction(target: seq, emoji: "🦊", isOn: false), to: general, by: john.id)
        world.settle()
        for one in [client, fresh] { #expect(one.views.rows.last?.reactions.map { $0.emoji } == ["🐦"]) }
    }

    @Test("a pin is shown when it is told, and who may not is not offered it")
    func pins() {
        let seq = world.server.say("news", in: general, by: john)
        world.settle()
        #expect(last?.can?.pins == true)
        act(.pin(true), on: seq)
        #expect(last?.isPinned == true)
        act(.pin(false), on: seq)
        #expect(last?.isPinned == false)
        let channel = world.server.addChannel("open", members: [john, emma])
        world.server.say("hi", in: channel, by: john)
        world.settle()
        client.tell(.openRoom(channel))
        world.settle()
        #expect(last?.can?.pins == false)
        #expect(last?.can?.edits == false)
        #expect(last?.can?.reports == true)
    }

    // MARK: Answers

    @Test("an answer shows what it answers, also where that is far above, and that it is gone")
    func quotes() {
        let old = world.server.say("an **old** word", in: general, by: john)
        for number in 1...60 { world.server.say("\(number)", in: general, by: john) }
        world.settle()
        let fresh = SimulatedClient(world, cookie: emma.id, entropy: 5)
        fresh.start()
        world.settle()
        fresh.tell(.openRoom(general))
        world.settle()
        fresh.tell(.send(general, text: "indeed", reply: old))
        world.settle()
        for one in [client, fresh] {
            #expect(one.views.rows.last?.reply == QuoteShown(seq: old, author: "John", text: "an old word"))
        }
        world.server.delete(old, in: general, by: john.id)
        world.settle()
        for one in [client, fresh] { #expect(one.views.rows.last?.reply?.isGone == true) }
    }

    // MARK: Deleting

    @Test("a deletion waits for 8 seconds, in which undo keeps the message")
    func undo() {
        client.say("mine", in: general)
        world.settle()
        let seq = lastSeq
        act(.delete, on: seq)
        #expect(last?.canUndo == true)
        #expect(last?.text == "")
        act(.keep, on: seq)
        #expect(last?.canUndo == false)
        #expect(last?.text == "mine")
        world.advance(20_000)
        #expect(world.server.texts(general).last == "mine")
        act(.delete, on: seq)
        world.advance(7_900)
        #expect(world.server.texts(general).last == "mine")
        world.advance(200)
        #expect(world.server.texts(general).isEmpty)
        #expect(last?.isGone == true)
        #expect(last?.canUndo == false)
        act(.keep, on: seq)
        #expect(last?.isGone == true)
    }

    @Test("a deletion survives the client's end and a connection that is away")
    func deletionLasts() {
        client.say("mine", in: general)
        world.settle()
        act(.delete, on: lastSeq)
        client.kill()
        world.advance(60_000)
        #expect(world.server.texts(general) == ["mine"])
        client.start()
        world.settle()
        #expect(world.server.texts(general).isEmpty)
        client.say("another", in: general)
        world.settle()
        act(.delete, on: lastSeq)
        client.goOffline()
        world.advance(60_000)
        #expect(world.server.texts(general) == ["another"])
        client.goOnline()
        world.settle()
        #expect(world.server.texts(general).isEmpty)
        #expect(client.stored[.outbox] == nil, "nothing is left to be done")
    }

    @Test("a deletion that is refused brings the message back and says why")
    func refusedDeletion() {
        client.say("mine", in: general)
        world.settle()
        world.server.refusals.append((.delete, ChatError(.forbidden)))
        act(.delete, on: lastSeq)
        world.advance(9_000)
        #expect(last?.text == "mine")
        #expect(client.views.notices.last == ErrorCode.forbidden.defaultMessage)
    }

    // MARK: Completing

    @Test("a name is completed from the room's members first; everyone only where one may call everyone")
    func completing() {
        let joan = world.server.addUser("Joan")
        client.tell(.complete(general, .person, text: "jo"))
        world.settle()
        #expect(client.views.completions?.items.map { $0.insert } == ["@john", "@joan"])
        client.tell(.complete(general, .person, text: "ro"))
        #expect(client.views.completions?.items.map { $0.insert } == ["@room"])
        let channel = world.server.addChannel("Two words", members: [john, emma, joan])
        world.settle()
        client.tell(.complete(channel, .person, text: "ro"))
        world.settle()
        #expect(client.views.completions?.items.isEmpty == true)
        client.tell(.complete(general, .room, text: "wo"))
        world.settle()
        #expect(client.views.completions?.items.map { $0.insert } == ["#[Two words]"])
    }

    // MARK: Mentions

    @Test("a room tells how many of its unread messages name one, by edits and deletions too")
    func mentions() {
        let other = world.server.addPrivate(.group, "other", members: [emma, john])
        world.settle()
        let seq = world.server.say("hi <@\(emma.id.description)>", in: other, by: john)
        world.server.say("<@room>", in: other, by: john)
        world.server.say("plain", in: other, by: john)
        world.settle()
        #expect(client.views.room(other)?.unread == "3")
        #expect(client.views.room(other)?.mentions == "2")
        #expect(client.views.lists?.mentions == "2")
        _ = world.server.edit(seq, to: "hi", in: other, by: john.id)
        world.settle()
        #expect(client.views.room(other)?.mentions == "1")
        world.server.delete(seq + 1, in: other, by: john.id)
        world.settle()
        #expect(client.views.room(other)?.mentions == "")
        #expect(client.views.lists?.mentions == "")
    }
}
