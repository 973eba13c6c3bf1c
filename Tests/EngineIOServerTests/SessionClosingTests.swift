import EngineIOCodec
import EngineIOServer
import Testing

@Suite("Closing")
struct SessionClosingTests {
    @Test("a client's close packet ends the session, and its waiting poll is answered noop")
    func clientCloses() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        #expect(script.post(3, "1") == ["2: 6"] + cancelAll + ["closed: transport close", "3: ok"])
        #expect(script.run(.poll(4)) == ["4: 400 Session ID unknown"])
    }

    @Test("what follows a close packet is not delivered")
    func packetsAfterClose() {
        var script = SessionScript.polling()
        #expect(
            script.post(2, "4a\u{1e}1\u{1e}4b") == ["deliver a"] + cancelAll + ["closed: transport close", "2: ok"])
    }

    @Test("a close packet by WebSocket closes it")
    func clientClosesWebSocket() {
        var script = SessionScript.webSocket()
        #expect(script.text("1") == ["close WebSocket"] + cancelAll + ["closed: transport close"])
    }

    @Test("a WebSocket that goes away ends its session")
    func webSocketGone() {
        var script = SessionScript.webSocket()
        #expect(script.run(.webSocketClosed) == cancelAll + ["closed: transport close"])
        #expect(script.run(.webSocketClosed) == [])
        #expect(script.send("a") == [])
    }

    @Test("a WebSocket that says no packet ends its session", arguments: ["abc", "", "7", "1x", "b&"])
    func brokenText(text: String) {
        var script = SessionScript.webSocket()
        #expect(script.text(text) == ["close WebSocket"] + cancelAll + ["closed: parse error"])
    }

    @Test("packets without a meaning for a server are ignored", arguments: ["0{}", "5", "6"])
    func ignored(text: String) {
        var script = SessionScript.webSocket()
        #expect(script.text(text) == [])
        #expect(script.state == .websocket)
    }

    @Test("the server's close reaches the waiting poll with what is queued")
    func serverCloses() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        _ = script.send("a")
        #expect(
            script.run(.close(discarding: false)) == ["cancel heartbeat", "2: 4a\u{1e}1"] + cancelAll + [
                "closed: forced close"
            ])
    }

    @Test("the server's close waits for a poll")
    func serverClosesLater() {
        var script = SessionScript.polling()
        _ = script.send("a")
        #expect(script.run(.close(discarding: false)) == ["cancel heartbeat", "set closing 3000"])
        #expect(script.state == .closing)
        #expect(script.send("b") == [])
        #expect(script.post(2, "4c") == ["2: ok"])
        #expect(script.run(.upgradeArrived(format: .four)) == ["refuse upgrade"])
        #expect(script.run(.fired(.heartbeat)) == [])
        #expect(script.run(.close(discarding: false)) == [])
        #expect(script.run(.poll(3)) == ["3: 4a\u{1e}1"] + cancelAll + ["closed: forced close"])
    }

    @Test("a closing session with many packets takes several polls")
    func closesWithManyPackets() {
        var script = SessionScript.polling()
        for _ in 0..<20 { _ = script.send("a") }
        _ = script.run(.close(discarding: false))
        let first = Array(repeating: "4a", count: 16).joined(separator: "\u{1e}")
        #expect(script.run(.poll(2)) == ["2: \(first)"])
        #expect(script.state == .closing)
        #expect(
            script.run(.poll(3)) == ["3: 4a\u{1e}4a\u{1e}4a\u{1e}4a\u{1e}1"] + cancelAll + ["closed: forced close"])
    }

    @Test("a closing session that nobody polls is given up")
    func closingTimeout() {
        var script = SessionScript.polling()
        _ = script.run(.close(discarding: false))
        #expect(script.run(.fired(.closing)) == cancelAll + ["closed: forced close"])
    }

    @Test("a discarding close does not wait")
    func discard() {
        var script = SessionScript.polling()
        #expect(
            script.run(.close(discarding: true)) == ["cancel heartbeat"] + cancelAll + ["closed: forced close"])
        var closing = SessionScript.polling()
        _ = closing.run(.close(discarding: false))
        #expect(closing.run(.close(discarding: true)) == cancelAll + ["closed: forced close"])
    }

    @Test("the server's close closes a WebSocket")
    func serverClosesWebSocket() {
        var script = SessionScript.webSocket()
        #expect(
            script.run(.close(discarding: false)) == ["close WebSocket"] + cancelAll + ["closed: forced close"])
        #expect(script.run(.close(discarding: true)) == [])
    }

    @Test("the server's close during an upgrade drops the WebSocket and waits for a poll")
    func serverClosesDuringUpgrade() {
        var script = SessionScript.upgrading()
        #expect(
            script.run(.close(discarding: false)) == [
                "cancel upgrade", "cancel release", "close WebSocket", "cancel heartbeat", "set closing 3000",
            ])
    }

    @Test("a session that fails during an upgrade closes the WebSocket too")
    func failureDuringUpgrade() {
        var script = SessionScript.upgrading()
        #expect(
            script.post(2, "x") == ["close WebSocket"] + cancelAll + ["closed: parse error", "2: 400 Bad request"])
    }

    @Test("a WebSocket whose client reads too slowly ends with the turn")
    func overflow() {
        var script = SessionScript.webSocket()
        #expect(script.run(.overflowed) == ["end turn"])
        #expect(script.run(.overflowed) == [])
        #expect(script.run(.turnEnded) == ["close WebSocket"] + cancelAll + ["closed: transport error"])
    }
}
