import ByteCoding
import ChatModel
import Testing

@testable import ClientCore

@Suite("The JSON spelling of events and effects")
struct ClientEventTests {
    @Test("a start is read with its stored state")
    func start() throws {
        let text =
            #"{"e":"start","now":5,"entropy":"0123456789abcdef0000000000000001","path":"/","origin":"http://localhost:4000","online":false,"utcOffset":60,"stored":{"snapshot":"s","outbox":null}}"#
        let event = try #require(ClientEvent(json: Array(text.utf8)))
        #expect(event.now == 5)
        #expect(
            event.kind
                == .start(
                    ClientStart(
                        entropy: (0x0123_4567_89ab_cdef, 1), path: "/", origin: "http://localhost:4000", online: false,
                        utcOffset: 60, snapshot: "s")))
    }

    @Test(
        "what is no event is nil",
        arguments: [
            "", "[]", "{}", #"{"e":"start","now":1}"#, #"{"e":"timer","now":1,"id":"no such timer"}"#,
            #"{"e":"room.open","now":1,"room":"x"}"#, #"{"e":"send","now":1,"room":"0000000000001"}"#,
            #"{"e":"group.create","now":1,"name":"a"}"#,
            #"{"e":"group.create","now":1,"name":"a","users":["x"]}"#,
            #"{"e":"direct.open","now":1,"users":[]}"#, #"{"e":"visible","now":"1","value":true}"#,
            #"{"e":"nothing","now":1}"#, #"{"e":"away","now":1}"#, #"{"e":"away","now":1,"value":"yes"}"#,
        ])
    func refused(text: String) {
        #expect(ClientEvent(json: Array(text.utf8)) == nil)
    }

    @Test("what concerns people and their rooms is read")
    func people() {
        let id = UserID(rawValue: 1)!
        let name = id.description
        let read: (String) -> ClientEvent.Kind? = { ClientEvent(json: Array($0.utf8))?.kind }
        #expect(
            read(#"{"e":"group.create","now":1,"name":"a","description":"b","users":["\#(name)"]}"#)
                == .createGroup(name: "a", description: "b", users: [id]))
        for name in ["channel.drop", "group.drop"] {
            #expect(read(#"{"e":"\#(name)","now":1}"#) == .giveUpMaking)
        }
        #expect(read(#"{"e":"direct.open","now":1,"users":["\#(name)"]}"#) == .direct([id]))
        #expect(read(#"{"e":"members.show","now":1,"room":"\#(name)"}"#) == .showMembers(RoomID(rawValue: 1)))
        #expect(read(#"{"e":"members.show","now":1,"room":null}"#) == .showMembers(nil))
        #expect(read(#"{"e":"members.more","now":1}"#) == .moreMembers)
        #expect(read(#"{"e":"presence.watch","now":1,"users":["\#(name)"]}"#) == .watch([id]))
        #expect(read(#"{"e":"presence.watch","now":1,"users":["x"]}"#) == nil)
        #expect(read(#"{"e":"away","now":1,"value":true}"#) == .away(true))
        let room = RoomID(rawValue: 1)!
        #expect(
            read(#"{"e":"draft","now":1,"room":"\#(name)","thread":7,"text":"a"}"#)
                == .draft(room, thread: 7, text: "a"))
        #expect(read(#"{"e":"draft","now":1,"room":"\#(name)","text":""}"#) == .draft(room, thread: nil, text: ""))
    }

    @Test("effects are written as one array")
    func effects() {
        let row = Row(
            key: .pending("a:1"), kind: .message, text: "hi", at: 3, mine: true, state: .sending, nonce: "a:1")
        let effects: [ClientEffect] = [
            .timerSet(.reconnect, after: 1500), .store(.outbox, value: nil), .view(.timelineUpdate(.event(4), row)),
        ]
        #expect(
            String(decoding: ClientEffect.encode(effects), as: UTF8.self)
                == #"[{"f":"timer.set","id":"reconnect","after":1500},{"f":"store","key":"outbox","value":null},{"f":"view","v":"timeline.update","key":"s4","row":{"key":"na:1","kind":"message","text":"hi","at":3,"author":null,"mine":true,"follows":false,"state":"sending","error":null,"nonce":"a:1","gone":false,"markup":[]}}]"#
        )
    }
}
