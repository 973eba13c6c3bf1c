import ByteCoding
import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

/// Whatever the server or the page hands in, the core goes on: a trap would end the test's process.
@Suite("Hostile input", .ownThread)
struct HostileInputTests {
    let world = SimulatedWorld()
    let emma: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        room = world.server.addChannel("general", members: [emma])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    /// Some value, often of a shape that nearly fits.
    private func value(_ entropy: inout Entropy, depth: Int = 0) -> JSON {
        let words: [JSON] = [
            .string(room.description), .string(emma.id.description), .string(world.server.safe.description), "message",
            "", "e", "0000000000001", "zzzzzzzzzzzzz", "\u{0}\u{10FFFF}é", .int(.max), .int(.min), .int(0), .int(-1),
            .int(3),
            .double(1e308), .double(-0.5), true, false, nil,
        ]
        switch entropy.next(through: depth > 3 ? 3 : 9) {
        case 0...5: return words[Int(entropy.next(through: Int64(words.count - 1)))]
        case 6: return .array((0..<entropy.next(through: 5)).map { _ in value(&entropy, depth: depth + 1) })
        default:
            var object = JSONObject()
            for _ in 0..<entropy.next(through: 8) {
                let name = names[Int(entropy.next(through: Int64(names.count - 1)))]
                object[name] = value(&entropy, depth: depth + 1)
            }
            return .object(object)
        }
    }

    private let names = [
        "safe", "room", "seq", "kind", "at", "user", "id", "text", "member", "useq", "dseq", "channel", "person",
        "users",
        "count", "since", "server", "setup", "name", "avatar", "picture", "color", "ok", "error", "code", "message",
        "retry", "retry_after", "rooms", "events", "joined", "left", "more", "members", "last_seq", "cursor", "unread",
        "created_by", "channels", "version", "first",
    ]

    private func text(_ json: JSON) -> String { String(decoding: json.encoded(), as: UTF8.self) }

    @Test("frames with any content", arguments: 0..<4)
    func frames(seed: UInt64) {
        var entropy = Entropy(high: seed, low: 99)
        let events = ["event", "ready", "typing", "gap", "ended", "other"]
        for round in 0..<1000 {
            let frame: String
            switch entropy.next(through: 9) {
            case 0...4:
                let name = events[Int(entropy.next(through: Int64(events.count - 1)))]
                frame = "42" + text([.string(name), value(&entropy)])
            case 5...7: frame = "43\(entropy.next(through: 40))" + text([value(&entropy)])
            case 8: frame = "44" + text(value(&entropy))
            default: frame = "0" + text(value(&entropy))
            }
            client.tell(.socketText(frame))
            if round % 7 == 0 { client.tell(.timelineReached(room, .top)) }
            if round % 11 == 0 { client.say("x", in: room) }
            while client.fireDueTimers() {}
            if round % 20 == 0 { world.advance(2500) }
        }
    }

    /// Members of a true event or answer replaced by others.
    @Test("true frames with members replaced, cut short or with bytes changed", arguments: 0..<4)
    func mutations(seed: UInt64) {
        var entropy = Entropy(high: seed, low: 7)
        for round in 0..<250 {
            world.server.say("\(round)", in: room, by: emma)
            client.say("mine", in: room)
            guard let connection = client.connection, !connection.outgoing.isEmpty else {
                world.advance(3000)
                continue
            }
            var bytes = Array(connection.outgoing.removeFirst().utf8)
            for _ in 0...entropy.next(through: 2) where !bytes.isEmpty {
                let place = Int(entropy.next(through: Int64(bytes.count - 1)))
                switch entropy.next(through: 3) {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: entropy.next())
                case 1: bytes.removeSubrange(place...)
                case 2: bytes.insert(UInt8(ascii: "9"), at: place)
                default: bytes.remove(at: place)
                }
            }
            client.tell(.socketText(String(decoding: bytes, as: UTF8.self)))
            world.settle()
        }
        world.advance(120_000)
        #expect(client.views.connection == .online)
    }

    @Test("events from the page with any members", arguments: 0..<4)
    func pageEvents(seed: UInt64) {
        var entropy = Entropy(high: seed, low: 3)
        let kinds = [
            "start", "socket.open", "socket.text", "socket.closed", "timer", "online", "visible", "http.answer",
            "stored",
            "setup", "register", "login", "logout", "room.open", "channel.create", "channel.join", "channel.leave",
            "channels.browse", "draft", "send", "retry", "discard", "timeline.reached", "timeline.left",
            "ask", "reset", "form.show", "timeline.newest", "message.show", "message.edits", "edits.close",
        ]
        let members = [
            "now", "entropy", "path", "origin", "online", "stored", "text", "id", "value", "status", "body", "key",
            "ok",
            "email", "password", "name", "picture", "color", "room", "description", "open", "nonce", "edge",
            "utcOffset", "arguments", "form",
        ]
        var core = ClientCore()
        var read = 0
        for round in 0..<3000 {
            var object: JSONObject = [
                "e": .string(kinds[Int(entropy.next(through: Int64(kinds.count - 1)))]), "now": .int(Int64(round)),
                "room": .string(room.description), "value": true, "text": "t", "nonce": "n", "edge": "top",
                "entropy": "0123456789abcdef0123456789abcdef", "path": "/", "origin": "x", "key": "outbox", "ok": true,
                "name": "people.find", "arguments": "{}", "form": "register", "password": "long enough",
                "id": .string(ClientTimer.allCases[round % ClientTimer.allCases.count].rawValue),
            ]
            for _ in 0..<entropy.next(through: 2) {
                object[members[Int(entropy.next(through: Int64(members.count - 1)))]] = value(&entropy)
            }
            guard let event = ClientEvent(json: JSON.object(object).encoded()) else { continue }
            read += 1
            _ = ClientEffect.encode(core.handle(event))
        }
        #expect(read > 1000)
    }

    @Test("intents before the start, before the log-in and about rooms that do not exist do nothing")
    func untimely() {
        var core = ClientCore()
        let intents: [ClientEvent.Kind] = [
            .openRoom(room), .send(room, text: "x"), .draft(room, thread: nil, text: "x"), .logOut, .timer(.heartbeat),
            .browseChannels(true), .socketText("0"), .socketOpened, .socketClosed, .retry(nonce: ""),
            .timelineReached(room, .top), .httpAnswer(id: 1, status: 200, body: "{}"), .stored(.outbox, ok: false),
        ]
        for intent in intents { #expect(core.handle(ClientEvent(now: 1, intent)).isEmpty) }
        let unknown = RoomID(rawValue: 77)!
        for kind in [
            ClientEvent.Kind.draft(unknown, thread: nil, text: "x"), .timelineReached(unknown, .bottom),
            .timelineLeft(unknown), .goToNewest(unknown), .closeEdits, .discard(nonce: "none"), .retry(nonce: "none"),
        ] {
            #expect(client.core.handle(ClientEvent(now: world.now, kind)).isEmpty)
        }
    }

    @Test("clocks at their ends and going back")
    func clocks() {
        for now in [Int64.max, .min, 0, 1, Int64.max] {
            world.now = now
            client.tell(.visible(true))
            client.tell(.draft(room, thread: nil, text: "\(now)"))
            client.say("x", in: room)
            world.settle()
            for timer in ClientTimer.allCases { client.tell(.timer(timer)) }
            world.settle()
        }
    }

    @Test("stored state with any content", arguments: 0..<4)
    func storedState(seed: UInt64) {
        world.server.say("x", in: room, by: emma)
        world.advance(3000)
        let snapshot = Array(client.stored[.snapshot, default: ""].utf8)
        #expect(!snapshot.isEmpty)
        var entropy = Entropy(high: seed, low: 12)
        for _ in 0..<400 {
            var bytes = snapshot
            for _ in 0...entropy.next(through: 3) {
                let place = Int(entropy.next(through: Int64(bytes.count - 1)))
                bytes[place] = [0x22, 0x30, 0x39, 0x7b, 0x5d, 0x2c, 0x2d][Int(entropy.next(through: 6))]
            }
            client.stored = [.snapshot: String(decoding: bytes, as: UTF8.self)]
            client.start()
            world.settle()
        }
    }
}
