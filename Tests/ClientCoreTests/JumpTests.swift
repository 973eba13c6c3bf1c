import ByteCoding
import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

/// Emma looks at `general`, in which John has said a thousand things; message N has the number N + 2.
@Suite("Jumping to a message and back to the newest", .ownThread)
struct JumpTests {
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
        world.server.setCursor(emma.id, general, world.server.lastSeq(general))
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
        client.tell(.openRoom(general))
        world.settle()
        client.tell(.timelineReached(general, .bottom))
        world.settle()
    }

    private func show(_ seq: Int64) {
        client.tell(.message(general, seq: seq, .show))
        world.settle()
    }

    private func reach(_ edge: ClientEdge) {
        client.tell(.timelineReached(general, edge))
        world.settle()
    }

    private func asked(_ name: RequestName) -> Int { world.server.received.filter { $0.request.name == name }.count }
    private var texts: [String] { client.views.texts }
    private var isContiguous: Bool {
        let seqs = client.views.rows.compactMap { row in if case .event(let seq) = row.key { seq } else { nil } }
        return zip(seqs, seqs.dropFirst()).allSatisfy { $1 == $0 + 1 }
    }

    // MARK: There

    @Test("a message far back is loaded with what stands around it, by one request, and shown")
    func far() {
        let before = asked(.history)
        show(102)
        #expect(asked(.history) == before + 1)
        #expect(client.views.shownRow == .event(102) && client.views.detached == "")
        #expect(texts.count == 100 && texts.contains("m100") && !texts.contains("m1000") && isContiguous)
        #expect(!client.views.loadingOlder && client.views.headerState == .ready)
    }

    @Test("a message a page before what is held is reached without a gap, and one that is held without a request")
    func near() {
        show(900)
        #expect(client.views.shownRow == .event(900) && client.views.detached == nil)
        #expect(texts.last == "m1000" && isContiguous)
        let before = asked(.history)
        show(950)
        #expect(asked(.history) == before && client.views.shownRow == .event(950))
    }

    @Test("whoever reads on gets the pages before and after, and with the last one the newest again")
    func readOn() {
        show(502)
        let resets = client.views.resets
        reach(.top)
        #expect(texts.count == 150 && client.views.detached != nil)
        for _ in 0..<20 where client.views.detached != nil { reach(.bottom) }
        #expect(client.views.detached == nil)
        #expect(texts == world.server.texts(general).suffix(texts.count) && texts.count > 500)
        #expect(isContiguous && client.views.resets == resets && !client.views.loadingNewer)
        world.server.say("and now", in: general, by: john)
        world.settle()
        #expect(texts.last == "and now")
        reach(.top)
        #expect(texts == world.server.texts(general).suffix(texts.count))
    }

    @Test("replies and what changes others are no part of it, however many lie between")
    func sparse() {
        let root = world.server.say("root", in: general, by: john)
        for number in 0..<400 { world.server.say("reply \(number)", in: general, by: john, thread: root) }
        for number in 0..<60 { world.server.say("after \(number)", in: general, by: john) }
        world.settle()
        show(502)
        for _ in 0..<40 where client.views.detached != nil { reach(.bottom) }
        #expect(client.views.detached == nil)
        #expect(texts.suffix(61).first == "root" && texts.last == "after 59" && !texts.contains("reply 3"))
        #expect(texts.filter { $0.hasPrefix("m") }.count >= 498)
    }

    @Test("asked twice it is loaded once, and of two wishes the last is carried out")
    func twice() {
        let before = asked(.history)
        client.tell(.message(general, seq: 102, .show))
        client.tell(.message(general, seq: 102, .show))
        world.settle()
        #expect(asked(.history) == before + 1 && client.views.shownRow == .event(102))
        client.tell(.message(general, seq: 402, .show))
        client.tell(.message(general, seq: 602, .show))
        world.settle()
        #expect(client.views.shownRow == .event(602) && texts.contains("m600") && !texts.contains("m400"))
        #expect(isContiguous)
        show(602)
        #expect(client.views.shownRow == .event(602))
    }

    @Test("from the past one jumps on, and to what is held of the newest")
    func onward() {
        show(102)
        show(702)
        #expect(client.views.shownRow == .event(702) && texts.contains("m700") && isContiguous)
        show(1000)
        #expect(client.views.shownRow == .event(1000) && client.views.detached == nil && texts.last == "m1000")
    }

    @Test("a message that was deleted is shown as such; one that never was is told calmly and nothing moves")
    func missing() {
        world.server.delete(102, in: general, by: john.id)
        world.settle()
        show(102)
        #expect(client.views.shownRow == .event(102))
        #expect(client.views.rows.first { $0.key == .event(102) }?.isGone == true)
        client.tell(.goToNewest(general))
        world.settle()
        let rows = client.views.rows
        let resets = client.views.resets
        for seq: Int64 in [5000, .max] {
            show(seq)
            #expect(client.views.notices.last == "This message is not here, or not any more.")
            #expect(client.views.rows == rows && client.views.resets == resets && client.views.detached == nil)
            #expect(!client.views.loadingOlder)
        }
    }

    @Test("a link to a reply opens its thread at the reply")
    func reply() {
        let root = world.server.say("root", in: general, by: john)
        let reply = world.server.say("reply", in: general, by: john, thread: root)
        for number in 0..<300 { world.server.say("later \(number)", in: general, by: john) }
        world.settle()
        client.tell(.openRoom(other))
        client.tell(.openRoom(general))
        world.settle()
        show(reply)
        #expect(client.views.openThread?.root == root && client.views.threadShownRow == .event(reply))
        #expect(client.views.detached == nil && client.views.notices.isEmpty)
    }

    @Test("a refused page ends the way there with a word, where one was")
    func refused() {
        world.server.refusals = [(.history, ChatError(.busy, "Too busy."))]
        show(102)
        #expect(client.views.notices.last == "Too busy." && client.views.detached == nil && texts.last == "m1000")
        #expect(!client.views.loadingOlder)
        show(102)
        #expect(client.views.shownRow == .event(102))
        world.server.refusals = [(.history, ChatError(.busy, "Too busy."))]
        reach(.bottom)
        #expect(!client.views.loadingNewer && texts.count == 100)
        reach(.bottom)
        #expect(texts.count == 150)
    }

    // MARK: While it is shown

    @Test("what comes live is counted and not shown, and nothing counts as read")
    func live() {
        show(102)
        let rows = client.views.rows
        for number in 1...3 { world.server.say("new \(number)", in: general, by: john) }
        world.settle()
        reach(.bottom)
        client.tell(.visible(false))
        client.tell(.visible(true))
        world.settle()
        #expect(client.views.detached == "3" && client.views.room(general)?.unread == "3")
        #expect(world.server.unread(emma.id, general) == 3)
        #expect(Array(client.views.rows.prefix(rows.count)) == rows && !texts.contains("new 1"))
        client.tell(.goToNewest(general))
        world.settle()
        #expect(client.views.detached == nil && texts.suffix(3) == ["new 1", "new 2", "new 3"])
        #expect(world.server.unread(emma.id, general) == 3, "nothing is read before the views say that it is in sight")
        reach(.bottom)
        #expect(world.server.unread(emma.id, general) == 0 && client.views.room(general)?.unread == "")
    }

    @Test("edits, deletions, reactions, pins and replies show at once, also those that come while a page is on its way")
    func changes() {
        show(102)
        func change(_ seq: Int64) {
            _ = world.server.edit(seq, to: "edited", in: general, by: john.id)
            world.server.delete(seq + 1, in: general, by: john.id)
            world.server.append(.reaction(target: seq + 2, emoji: "🦊", isOn: true), to: general, by: john.id)
            world.server.append(.messagePinned(target: seq + 2, isPinned: true), to: general, by: john.id)
            world.server.say("reply", in: general, by: john, thread: seq + 2)
        }
        func check(_ seq: Int64) {
            func row(_ seq: Int64) -> Row? { client.views.rows.first { $0.key == .event(seq) } }
            #expect(row(seq)?.text == "edited" && row(seq)?.editedAt != nil && row(seq + 1)?.isGone == true)
            #expect(row(seq + 2)?.reactions.map { $0.count } == [1] && row(seq + 2)?.isPinned == true)
            #expect(row(seq + 2)?.thread?.count == 1)
        }
        change(102)
        world.settle()
        check(102)
        // The page is read before, and comes after what happened to it.
        client.tell(.timelineReached(general, .bottom))
        let page = client.connection?.outgoing.removeLast()
        change(160)
        if let page { client.connection?.outgoing.append(page) }
        world.settle()
        check(160)
        client.tell(.message(general, seq: 602, .show))
        let around = client.connection?.outgoing.removeLast()
        change(600)
        if let around { client.connection?.outgoing.append(around) }
        world.settle()
        check(600)
    }

    @Test("what expires loses its text there too")
    func expired() {
        show(102)
        world.server.append(.messagesExpired(through: 100), to: general, by: john.id)
        world.settle()
        #expect(client.views.rows.first { $0.key == .event(100) }?.isGone == true)
        #expect(client.views.rows.first { $0.key == .event(101) }?.isGone == false)
        #expect(client.views.detached == "")
    }

    @Test("a message marked as unread there is so, with all after it")
    func markUnread() {
        show(102)
        client.tell(.markUnread(general, seq: 102))
        world.settle()
        #expect(world.server.unread(emma.id, general) == 901)
        #expect(client.views.detached == "901" && client.views.firstUnread == .event(102))
    }

    @Test("whoever sends sees it below the newest; a reply in a thread moves nothing")
    func send() {
        show(102)
        client.tell(.send(general, text: "in the thread", thread: 102))
        #expect(client.views.detached == "")
        client.say("here", in: general)
        #expect(client.views.detached == nil && texts.last == "here" && texts.contains("m1000"))
        world.settle()
        #expect(texts.last == "here" && client.views.states.last == .sent)
    }

    // MARK: Back

    @Test("back to the newest is at once, without a request, and again changes nothing")
    func newest() {
        show(102)
        let before = world.server.received.count
        client.tell(.goToNewest(general))
        #expect(texts.last == "m1000" && client.views.detached == nil && isContiguous)
        let resets = client.views.resets
        client.tell(.goToNewest(general))
        client.tell(.goToNewest(other))
        #expect(client.views.resets == resets)
        #expect(world.server.received.count == before)
    }

    @Test("whoever wants the newest while a message is looked for stays there")
    func called() {
        client.tell(.message(general, seq: 102, .show))
        #expect(client.views.loadingOlder)
        client.tell(.goToNewest(general))
        world.settle()
        #expect(client.views.detached == nil && client.views.shownRow == nil && !client.views.loadingOlder)
        #expect(texts.last == "m1000")
    }

    @Test("another room shows its newest, and so does the room when it is opened again")
    func otherRoom() {
        show(102)
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.detached == nil)
        client.tell(.openRoom(general))
        world.settle()
        #expect(client.views.detached == nil && texts.last == "m1000")
        client.tell(.message(general, seq: 102, .show))
        client.tell(.openRoom(other))
        world.settle()
        #expect(client.views.header?.id == other && client.views.detached == nil)
    }

    @Test("a room that one is no longer in takes it along")
    func left() {
        show(102)
        world.server.remove(emma.id, from: general, by: john)
        world.settle()
        #expect(client.views.detached == nil && client.views.room(general) == nil)
    }

    // MARK: The connection

    @Test("a cut leaves what is shown, and what happened meanwhile is in it afterwards")
    func cut() {
        show(102)
        let rows = client.views.rows
        client.tell(.timelineReached(general, .bottom))
        client.cut()
        #expect(client.views.rows == rows && !client.views.loadingNewer && client.views.detached == "")
        _ = world.server.edit(102, to: "edited", in: general, by: john.id)
        world.server.say("new", in: general, by: john)
        world.advance(5000)
        #expect(client.views.detached == "1" && client.views.rows.count == rows.count)
        #expect(client.views.rows.first { $0.key == .event(102) }?.text == "edited")
        reach(.bottom)
        #expect(texts.count == 150 && isContiguous)
    }

    @Test("a cut on the way there is made good when the connection is back; offline it is refused with a word")
    func cutOnTheWay() {
        client.tell(.message(general, seq: 102, .show))
        client.cut()
        #expect(!client.views.loadingOlder)
        world.advance(5000)
        #expect(client.views.shownRow == .event(102) && client.views.detached == "")
        client.goOffline()
        client.tell(.message(general, seq: 602, .show))
        #expect(client.views.notices.last == ClientCore.offline)
        client.goOnline()
        world.advance(5000)
        #expect(client.views.shownRow == .event(102), "whoever is back later does not want it any more")
    }

    @Test("loaded afresh, the message is gone to once more")
    func resync() {
        show(102)
        client.cut()
        world.server.delete(103, in: general, by: john.id)
        world.server.oldestPlace = UInt64(world.server.log.count)
        world.advance(5000)
        #expect(client.views.shownRow == .event(102) && client.views.detached == "")
        #expect(client.views.rows.first { $0.key == .event(103) }?.isGone == true)
    }

    @Test("the first unread message above what is shown of the past is gone to in the same way")
    func firstUnread() {
        // Marked on another device.
        world.server.setCursor(emma.id, general, 50)
        world.settle()
        #expect(client.views.unreadAbove?.seq == 51)
        show(602)
        #expect(client.views.unreadAbove?.seq == 51)
        client.tell(.goToFirstUnread(general))
        world.settle()
        #expect(client.views.shownRow == .event(51) && client.views.firstUnread == .event(51))
        #expect(isContiguous && world.server.unread(emma.id, general) == 952)
    }

    @Test("the event and the change have a spelling")
    func spelling() {
        let text = #"{"e":"timeline.newest","now":1,"room":"\#(general)"}"#
        #expect(ClientEvent(json: Array(text.utf8))?.kind == .goToNewest(general))
        #expect(ClientEvent(json: Array(#"{"e":"timeline.newest","now":1}"#.utf8)) == nil)
        let effects: [ClientEffect] = [.view(.timelineDetached(true, unread: "3"))]
        #expect(
            String(decoding: ClientEffect.encode(effects), as: UTF8.self)
                == #"[{"f":"view","v":"timeline.detached","on":true,"unread":"3"}]"#)
    }
}
