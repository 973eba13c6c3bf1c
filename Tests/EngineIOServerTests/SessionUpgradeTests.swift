import EngineIOCodec
import EngineIOServer
import Testing

@Suite("Upgrade")
struct SessionUpgradeTests {
    @Test("probe, answer, upgrade; then packets travel by the WebSocket")
    func upgrade() {
        var script = SessionScript.polling()
        #expect(script.run(.upgradeArrived(format: .four)) == ["set upgrade 1000"])
        #expect(script.state == .probing)
        #expect(script.text("2probe") == ["write 3probe"])
        #expect(script.state == .upgrading)
        #expect(script.text("5") == ["cancel upgrade", "cancel release"])
        #expect(script.state == .websocket)
        #expect(script.send("a") == ["write 4a"])
        #expect(script.text("4b") == ["deliver b"])
    }

    @Test("the probe releases the waiting poll with noop")
    func releasesPoll() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        _ = script.run(.upgradeArrived(format: .four))
        #expect(script.text("2probe") == ["write 3probe", "2: 6"])
    }

    @Test("the probe releases the waiting poll with what is queued")
    func releasesPollWithPackets() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        _ = script.run(.upgradeArrived(format: .four))
        _ = script.send("a")
        #expect(script.text("2probe") == ["write 3probe", "2: 4a", "drained"])
        #expect(script.run(.turnEnded) == [])
    }

    @Test("a poll that comes during the upgrade is released with noop after a moment")
    func latePoll() {
        var script = SessionScript.upgrading()
        #expect(script.run(.poll(2)) == ["set release 100"])
        #expect(script.run(.fired(.release)) == ["2: 6"])
        #expect(script.run(.fired(.release)) == [])
    }

    @Test("a poll that is open at the end of the upgrade is answered noop, and packets go by the WebSocket")
    func openPoll() {
        var script = SessionScript.upgrading()
        _ = script.run(.poll(2))
        #expect(script.send("a") == [])
        #expect(script.text("5") == ["cancel upgrade", "cancel release", "2: 6", "write 4a", "drained"])
    }

    @Test("packets sent during the upgrade keep their order")
    func order() {
        var script = SessionScript.upgrading()
        _ = script.send("a")
        _ = script.run(.send(.binary([9])))
        _ = script.run(.send(.preframed(PreframedPacket(text: Array("4c".utf8)))))
        #expect(
            script.text("5") == [
                "cancel upgrade", "cancel release", "write 4a", "write [9]", "write frame 4c", "drained",
            ])
        #expect(script.send("d") == ["write 4d"])
    }

    @Test("a POST during the upgrade is still taken")
    func postDuringUpgrade() {
        var script = SessionScript.upgrading()
        #expect(script.post(2, "4a") == ["deliver a", "2: ok"])
    }

    @Test("after the upgrade polls and posts are refused, and the session goes on")
    func requestsAfterUpgrade() {
        var script = SessionScript.upgrading()
        _ = script.text("5")
        #expect(script.run(.poll(2)) == ["2: 400 Bad request"])
        #expect(script.post(3, "4a") == ["3: 400 Bad request"])
        #expect(script.text("4a") == ["deliver a"])
    }

    @Test("a second WebSocket is refused", arguments: ["", "2probe", "2probe5"])
    func secondWebSocket(said: String) {
        var script = SessionScript.polling()
        _ = script.run(.upgradeArrived(format: .four))
        if said.hasPrefix("2probe") { _ = script.text("2probe") }
        if said.hasSuffix("5") { _ = script.text("5") }
        #expect(script.run(.upgradeArrived(format: .four)) == ["refuse upgrade"])
        #expect(script.session.isOpen)
    }

    @Test(
        "a WebSocket that says anything else is closed, and polling goes on", arguments: ["4a", "3probe", "2", "", "x"])
    func strangeWebSocket(text: String) {
        var script = SessionScript.polling()
        _ = script.run(.upgradeArrived(format: .four))
        #expect(script.text(text) == ["cancel upgrade", "cancel release", "close WebSocket"])
        #expect(script.state == .polling)
        #expect(script.run(.upgradeArrived(format: .four)) == ["set upgrade 1000"])
        #expect(script.run(.webSocketBinary([1])) == ["cancel upgrade", "cancel release", "close WebSocket"])
    }

    @Test("when the WebSocket fails, what was queued goes by the waiting poll")
    func failedUpgrade() {
        var script = SessionScript.upgrading()
        _ = script.run(.poll(2))
        _ = script.send("a")
        #expect(
            script.run(.webSocketClosed) == ["cancel upgrade", "cancel release", "close WebSocket", "2: 4a", "drained"])
        #expect(script.state == .polling)
    }

    @Test("an upgrade that takes too long is given up")
    func timeout() {
        var script = SessionScript.upgrading()
        #expect(script.run(.fired(.upgrade)) == ["cancel upgrade", "cancel release", "close WebSocket"])
        #expect(script.state == .polling)
        #expect(script.run(.fired(.upgrade)) == [])
    }

    @Test("an upgrade packet without a probe is taken, as the reference implementation does")
    func withoutProbe() {
        var script = SessionScript.polling()
        _ = script.run(.upgradeArrived(format: .four))
        #expect(script.text("5") == ["cancel upgrade", "cancel release"])
        #expect(script.state == .websocket)
    }
}
