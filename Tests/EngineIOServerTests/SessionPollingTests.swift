import EngineIOServer
import Testing

@Suite("Long polling")
struct SessionPollingTests {
    @Test("a handshake is answered with the open packet, and the heartbeat begins")
    func handshake() {
        var script = SessionScript()
        #expect(script.state == .opening)
        let open = EngineIOSession.Event.open(.polling, handshake: Array("0{}".utf8), request: 1)
        #expect(script.run(open) == ["1: 0{}", "set heartbeat 300"])
        #expect(script.state == .polling)
        #expect(script.run(open) == [])
    }

    @Test("a poll waits until there is a packet, and takes all packets of that turn")
    func pollWaits() {
        var script = SessionScript.polling()
        #expect(script.run(.poll(2)) == [])
        #expect(script.send("a") == ["end turn"])
        #expect(script.send("b") == [])
        #expect(script.run(.send(.binary([1, 2, 3, 4]))) == [])
        #expect(script.run(.turnEnded) == ["2: 4a\u{1e}4b\u{1e}bAQIDBA==", "drained"])
        #expect(script.session.queuedBytes == 0)
        #expect(script.run(.turnEnded) == [])
    }

    @Test("a poll is answered at once when packets wait")
    func pollFindsPackets() {
        var script = SessionScript.polling()
        #expect(script.send("a") == [])
        #expect(script.run(.send(.preframed(PreframedPacket(text: Array("4shared".utf8))))) == [])
        #expect(script.session.queuedBytes == 9)
        #expect(script.run(.poll(2)) == ["2: 4a\u{1e}4shared", "drained"])
        #expect(script.run(.turnEnded) == [])
    }

    @Test("one answer holds at most sixteen packets, the next poll gets the rest")
    func manyPackets() {
        var script = SessionScript.polling()
        for _ in 0..<18 { _ = script.send("a") }
        let first = Array(repeating: "4a", count: 16).joined(separator: "\u{1e}")
        #expect(script.run(.poll(2)) == ["2: \(first)"])
        #expect(script.session.queuedBytes == 4)
        #expect(script.run(.poll(3)) == ["3: 4a\u{1e}4a", "drained"])
        #expect(script.session.queuedBytes == 0)
    }

    @Test("a second poll while one waits closes the session")
    func overlappingPolls() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        #expect(
            script.run(.poll(3)) == ["2: 1"] + cancelAll + ["closed: transport error", "3: 400 Bad request"])
        #expect(script.run(.poll(4)) == ["4: 400 Session ID unknown"])
    }

    @Test("a poll that is repeated has lost the answer to the first, and closes the session")
    func repeatedPoll() {
        var script = SessionScript.polling()
        _ = script.send("a")
        #expect(script.run(.poll(2, PollMark("N8hyd6w"))) == ["2: 4a", "drained"])
        _ = script.send("b")
        #expect(script.run(.poll(3, PollMark("N8hyd6x"))) == ["3: 4b", "drained"])
        #expect(
            script.run(.poll(4, PollMark("N8hyd6x"))) == cancelAll + ["closed: transport error", "4: 400 Bad request"])
        #expect(script.run(.poll(5, PollMark("N8hyd6y"))) == ["5: 400 Session ID unknown"])
    }

    @Test(
        "polls without a mark, or with one that may be a clock of seconds, are never taken for repeated",
        arguments: [nil, "", "1796029768"])
    func unmarkedPolls(t: String?) {
        var script = SessionScript.polling()
        for request: UInt64 in 2...4 {
            _ = script.send("a")
            #expect(script.run(.poll(request, PollMark(t))) == ["\(request): 4a", "drained"])
        }
    }

    @Test("an aborted poll closes the session, an answered one does not")
    func abortedPoll() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        _ = script.send("a")
        _ = script.run(.turnEnded)
        #expect(script.run(.pollAborted(2)) == [])
        _ = script.run(.poll(3))
        #expect(script.run(.pollAborted(3)) == cancelAll + ["closed: transport error"])
    }

    @Test("more packets than the queue may hold close the session when the turn ends")
    func queueLimit() {
        var script = SessionScript.polling()
        #expect(script.send(String(repeating: "x", count: 49)) == [])
        #expect(script.session.queuedBytes == 50)
        #expect(script.send("y") == ["end turn"])
        #expect(script.send("z") == [])
        #expect(script.run(.turnEnded) == cancelAll + ["closed: transport error"])
    }

    @Test("an unopened session knows no requests")
    func unopened() {
        var script = SessionScript()
        #expect(script.run(.poll(1)) == ["1: 400 Session ID unknown"])
        #expect(script.post(2, "4a") == ["2: 400 Session ID unknown"])
        #expect(script.send("a") == [])
    }
}
