import ByteCoding
import ChatModel
import ChatWire
import Testing

@testable import ClientCore

/// Emma has read the room `other` up to 2; what John says there follows while nobody of hers is connected.
@Suite("Where unread begins, above what is held")
struct UnreadSearchTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let general: RoomID
    let other: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        general = world.server.addChannel("general", members: [emma, john])
        other = world.server.addChannel("other", members: [emma, john])
        client = SimulatedClient(world, cookie: emma.id)
    }

    private func say(_ count: Int, by user: User) {
        for number in 0..<count { world.server.say("\(user.name) \(number)", in: other, by: user) }
    }

    private func open() {
        client.start()
        world.settle()
        client.tell(.openRoom(other))
        world.settle()
    }

    private func asked(_ name: RequestName) -> Int {
        world.server.received.filter { $0.request.name == name }.count
    }

    @Test("it is told with the count and the time, and loaded and shown on request", arguments: [51, 250, 900])
    func search(count: Int) {
        say(count, by: john)
        open()
        #expect(client.views.unreadAbove?.seq == 3 && client.views.unreadAbove?.count == "\(count)")
        #expect(client.views.unreadAbove?.at == world.now)
        #expect(client.views.firstUnread == nil)
        #expect(client.views.texts.count == 50)
        let resets = client.views.resets
        client.tell(.goToFirstUnread(other))
        world.settle()
        #expect(client.views.unreadAbove == nil)
        #expect(client.views.firstUnread == .event(3) && client.views.shownRow == .event(3))
        #expect(client.views.texts == world.server.texts(other).suffix(client.views.texts.count))
        #expect(client.views.resets == resets)
        #expect(asked(.history) <= 2 + (count + 149) / 200)
        #expect(world.server.unread(emma.id, other) == count, "going there reads nothing")
        client.tell(.timelineReached(other, .bottom))
        world.settle()
        #expect(world.server.unread(emma.id, other) == 0)
        #expect(client.views.firstUnread == .event(3), "the line stays until the room is left")
    }

    @Test("where what is held tells, the server is not asked", arguments: [0, 1, 48])
    func held(count: Int) {
        say(count, by: john)
        open()
        #expect(asked(.why) == 0 && client.views.unreadAbove == nil)
        #expect(client.views.firstUnread == (count == 0 ? nil : .event(3)))
    }

    @Test("own messages before it are not unread: the line stands where the first page has it")
    func ownBefore() {
        say(100, by: emma)
        say(20, by: john)
        open()
        #expect(asked(.why) == 1)
        #expect(client.views.unreadAbove == nil && client.views.firstUnread == .event(103))
    }

    @Test("nothing counts as read before the answer has come, and then everything in sight does")
    func readingWaits() {
        say(100, by: john)
        client.start()
        world.settle()
        world.server.silent = [.why]
        client.tell(.openRoom(other))
        world.settle()
        client.tell(.timelineReached(other, .bottom))
        world.settle()
        #expect(world.server.unread(emma.id, other) == 100)
        // What is never answered ends with its time.
        world.advance(30_000)
        #expect(world.server.unread(emma.id, other) == 0)
        #expect(client.views.unreadAbove == nil)
    }

    @Test("a cut in the middle leaves the offer, and what was under way is asked again on request")
    func cut() {
        say(500, by: john)
        open()
        world.server.silent = [.history]
        client.tell(.goToFirstUnread(other))
        world.settle()
        #expect(client.views.unreadAbove == nil && client.views.loadingOlder)
        client.cut()
        #expect(client.views.unreadAbove?.seq == 3 && !client.views.loadingOlder)
        client.tell(.goToFirstUnread(other))
        #expect(client.views.notices.last == ClientCore.offline)
        world.server.silent = []
        world.advance(5000)
        client.tell(.goToFirstUnread(other))
        world.settle()
        #expect(client.views.shownRow == .event(3) && client.views.unreadAbove == nil)
    }

    @Test("asked and cut, it is asked again")
    func cutWhileAsked() {
        say(500, by: john)
        client.start()
        world.settle()
        world.server.silent = [.why]
        client.tell(.openRoom(other))
        world.settle()
        world.server.silent = []
        client.cut()
        world.advance(5000)
        #expect(client.views.unreadAbove?.seq == 3)
    }

    @Test("a refused page ends the way there with a word, and the offer stays")
    func refused() {
        say(500, by: john)
        open()
        world.server.refusals = [(.history, ChatError(.busy, "Too busy."))]
        client.tell(.goToFirstUnread(other))
        world.settle()
        #expect(client.views.notices.last == "Too busy.")
        #expect(client.views.unreadAbove?.seq == 3 && !client.views.loadingOlder)
    }

    @Test("another room's answer, or one from before, is not this room's")
    func otherRoom() {
        say(500, by: john)
        client.start()
        world.settle()
        client.tell(.openRoom(other))
        while asked(.why) == 0, client.deliver() {}
        client.tell(.openRoom(general))
        world.settle()
        #expect(client.views.unreadAbove == nil)
        client.tell(.goToFirstUnread(general))
        client.tell(.goToFirstUnread(other))
        world.settle()
        #expect(client.views.shownRow == nil)
    }

    @Test("what is further away than can be held is gone to past what lies between")
    func tooMany() {
        say(TimelineWindow.readingLimit + 300, by: john)
        open()
        #expect(client.views.unreadAbove?.count == "999+")
        client.tell(.goToFirstUnread(other))
        world.settle()
        #expect(client.views.unreadAbove == nil)
        #expect(client.views.shownRow == .event(3) && client.views.firstUnread == .event(3))
        #expect(client.views.detached == "999+" && asked(.history) <= 3)
    }

    @Test("of an answer only what makes sense is taken")
    func answers() throws {
        func why(_ text: String) throws -> Bool { AnswerContent.why(try JSON.parse(Array(text.utf8))) != nil }
        #expect(try why(#"{"unread":3,"first":{"seq":4,"at":5}}"#))
        for text in [
            "{}", "[]", #"{"unread":0,"first":null}"#, #"{"unread":3,"first":null}"#, #"{"unread":3}"#,
            #"{"unread":0,"first":{"seq":4,"at":5}}"#, #"{"unread":3,"first":{"seq":0,"at":5}}"#,
            #"{"unread":3,"first":{"seq":4}}"#, #"{"unread":"3","first":{"seq":4,"at":5}}"#,
        ] {
            #expect(try !why(text), "\(text)")
        }
        let most = try #require(
            AnswerContent.why(try JSON.parse(Array(#"{"unread":9223372036854775807,"first":{"seq":4,"at":5}}"#.utf8))))
        #expect(most.unread == 1000)
    }

    @Test("the event and the changes have a spelling")
    func spelling() throws {
        let text = #"{"e":"timeline.unread","now":1,"room":"\#(other)"}"#
        #expect(ClientEvent(json: Array(text.utf8))?.kind == .goToFirstUnread(other))
        #expect(ClientEvent(json: Array(#"{"e":"timeline.unread","now":1}"#.utf8)) == nil)
        let effects: [ClientEffect] = [
            .view(.timelineUnread(FirstUnread(seq: 4, at: 5, count: "999+"))), .view(.timelineUnread(nil)),
            .view(.timelineShow(.event(4))),
        ]
        #expect(
            String(decoding: ClientEffect.encode(effects), as: UTF8.self)
                == #"[{"f":"view","v":"timeline.unread","first":{"key":"s4","at":5,"count":"999+"}},{"f":"view","v":"timeline.unread","first":null},{"f":"view","v":"timeline.show","key":"s4"}]"#
        )
    }
}
