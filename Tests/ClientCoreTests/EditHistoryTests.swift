import ByteCoding
import ChatModel
import ChatWire
import TestThreads
import Testing

@testable import ClientCore

@Suite("What a message said before", .ownThread)
struct EditHistoryTests {
    let world = SimulatedWorld()
    let emma: User
    let john: User
    let general: RoomID
    let client: SimulatedClient
    let seq: Int64

    init() {
        emma = world.server.addUser("Emma")
        john = world.server.addUser("John")
        general = world.server.addPrivate(.group, "general", members: [emma, john])
        seq = world.server.say("now", in: general, by: john)
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
        client.tell(.openRoom(general))
        world.settle()
    }

    private func answer(_ texts: [String], more: Bool = false) {
        world.server.namedAnswers["edits"] = Answer.edits(
            texts.enumerated().map { MessageVersion(text: $1, at: Timestamp(milliseconds: Int64($0))) }, more: more)
    }

    private func open() {
        client.tell(.message(general, seq: seq, .showEdits))
        world.settle()
    }

    private var texts: [String] { client.views.edits.versions.map { $0.text } }

    @Test("the earlier texts come with their times, the oldest first, with names for ids")
    func shown() {
        answer(["ask <@\(emma.id)>", "**ask** her"])
        client.tell(.message(general, seq: seq, .showEdits))
        #expect(client.views.edits.room == general && client.views.edits.loading)
        world.settle()
        #expect(texts == ["ask @emma", "**ask** her"] && !client.views.edits.loading)
        #expect(client.views.edits.versions.map { $0.at } == [0, 1])
        #expect(client.views.edits.versions[1].markup == #"[["p",["b","ask"]," her"]]"#)
        #expect(client.views.edits.error == nil && client.views.edits.seq == seq)
        client.tell(.closeEdits)
        #expect(client.views.edits.room == nil)
    }

    @Test("what does not fit an answer is asked for after what is here; a page that brings nothing ends it")
    func pages() {
        answer(["one", "two"], more: true)
        client.tell(.message(general, seq: seq, .showEdits))
        while world.server.named.count < 2, client.deliver() {}
        #expect(world.server.named.last?.arguments?["after"]?.intValue == 2)
        answer([], more: true)
        world.settle()
        #expect(texts.prefix(2) == ["one", "two"] && !client.views.edits.loading)
        #expect(world.server.named.count < 5)
    }

    @Test("a refusal, and no connection, are said in its place")
    func refused() {
        world.server.namedAnswers["edits"] = Answer.error(ChatError(.forbidden, "Not yours to see."))
        open()
        #expect(client.views.edits.error == "Not yours to see." && !client.views.edits.loading)
        client.goOffline()
        client.tell(.message(general, seq: seq, .showEdits))
        #expect(client.views.edits.error == ClientCore.offline)
        client.goOnline()
        answer(["one"])
        world.advance(5000)
        open()
        #expect(texts == ["one"] && client.views.edits.error == nil)
        // Cut while it is asked for.
        client.tell(.message(general, seq: seq, .showEdits))
        client.cut()
        #expect(client.views.edits.error == ClientCore.offline && texts.isEmpty)
    }

    @Test("edited again, there is one text more; deleted or expired, there is none any more")
    func followed() {
        answer(["one"])
        open()
        answer(["one", "now"])
        _ = world.server.edit(seq, to: "later", in: general, by: john.id)
        world.settle()
        #expect(texts == ["one", "now"])
        world.server.delete(seq, in: general, by: john.id)
        world.settle()
        #expect(texts.isEmpty && client.views.edits.error == "This message was deleted.")
        open()
        world.server.append(.messagesExpired(through: seq), to: general, by: john.id)
        world.settle()
        #expect(texts.isEmpty && client.views.edits.error == "This message was deleted.")
        world.server.remove(emma.id, from: general, by: john)
        world.settle()
        #expect(client.views.edits.room == nil)
    }

    @Test("an answer for another message, or after it was closed, is not shown")
    func late() {
        answer(["one"])
        client.tell(.message(general, seq: seq, .showEdits))
        client.tell(.closeEdits)
        world.settle()
        #expect(client.views.edits.room == nil && texts.isEmpty)
    }

    @Test("who wrote it may look, and who keeps order, but in a direct room nobody else", arguments: Room.Kind.allCases)
    func rights(kind: Room.Kind) {
        var room = Room(
            id: general, kind: kind, name: "", description: "", createdBy: emma.id,
            createdAt: Timestamp(milliseconds: 0))
        room.isArchived = true
        func sees(_ mine: Bool, _ part: RoomRole, _ role: Role = .member) -> Bool {
            MessageRights(mine: mine, in: room, part: part, role: role).seesEdits
        }
        #expect(sees(true, .member) && !sees(false, .member))
        #expect(sees(false, .moderator) == (kind != .direct) && sees(false, .owner) == (kind != .direct))
        #expect(sees(false, .member, .admin) == (kind != .direct))
    }

    @Test("the events and the change have a spelling")
    func spelling() {
        func read(_ text: String) -> ClientEvent.Kind? { ClientEvent(json: Array(text.utf8))?.kind }
        let text = #"{"e":"message.edits","now":1,"room":"\#(general)","seq":4}"#
        #expect(read(text) == .message(general, seq: 4, .showEdits))
        #expect(read(#"{"e":"message.edits","now":1,"room":"\#(general)"}"#) == nil)
        #expect(read(#"{"e":"edits.close","now":1}"#) == .closeEdits)
        let version = EditsShown.Version(text: "a", markup: #"[["p","a"]]"#, at: 5)
        let effects: [ClientEffect] = [
            .view(.edits(EditsShown(room: general, seq: 4, loading: true, error: "No.", versions: [version]))),
            .view(.edits(EditsShown())),
        ]
        #expect(
            String(decoding: ClientEffect.encode(effects), as: UTF8.self)
                == #"[{"f":"view","v":"edits","room":"\#(general)","seq":4,"loading":true,"error":"No.","versions":[{"at":5,"text":"a","markup":[["p","a"]]}]},{"f":"view","v":"edits","room":null,"seq":0,"loading":false,"versions":[]}]"#
        )
    }
}
