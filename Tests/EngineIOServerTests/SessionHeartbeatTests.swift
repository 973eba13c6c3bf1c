import EngineIOServer
import Testing

@Suite("Heartbeat")
struct SessionHeartbeatTests {
    @Test("the server pings after each interval and waits for the pong")
    func pings() {
        var script = SessionScript.webSocket()
        for _ in 0..<3 {
            #expect(script.run(.fired(.heartbeat)) == ["set heartbeat 200", "write 2"])
            #expect(script.text("3") == ["set heartbeat 300"])
        }
    }

    @Test("a ping travels by poll too")
    func pingByPoll() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        #expect(script.run(.fired(.heartbeat)) == ["set heartbeat 200", "end turn"])
        #expect(script.run(.turnEnded) == ["2: 2", "drained"])
        #expect(script.post(3, "3") == ["set heartbeat 300", "3: ok"])
    }

    @Test("without a pong the session ends")
    func timeout() {
        var script = SessionScript.webSocket()
        _ = script.run(.fired(.heartbeat))
        #expect(script.run(.fired(.heartbeat)) == ["close WebSocket"] + cancelAll + ["closed: ping timeout"])
        #expect(script.run(.fired(.heartbeat)) == [])
        #expect(script.text("4a") == [])
    }

    @Test("a poll that waits when the session times out hears close")
    func timeoutWhilePolling() {
        var script = SessionScript.polling()
        _ = script.run(.fired(.heartbeat))
        _ = script.run(.poll(2))
        _ = script.run(.poll(3))
        var other = SessionScript.polling()
        _ = other.run(.fired(.heartbeat))
        #expect(other.run(.poll(2)) == ["2: 2", "drained"])
        _ = other.run(.poll(3))
        #expect(other.run(.fired(.heartbeat)) == ["3: 1"] + cancelAll + ["closed: ping timeout"])
    }

    @Test("a ping that was answered by the new transport keeps an upgraded session alive")
    func pongAfterUpgrade() {
        var script = SessionScript.upgrading()
        _ = script.run(.fired(.heartbeat))
        #expect(script.text("5") == ["cancel upgrade", "cancel release", "write 2", "drained"])
        #expect(script.text("3") == ["set heartbeat 300"])
        #expect(script.run(.fired(.heartbeat)) == ["set heartbeat 200", "write 2"])
    }

    @Test("a client that pings breaks the protocol", arguments: ["2", "2probe"])
    func clientPings(text: String) {
        var script = SessionScript.webSocket()
        #expect(script.text(text) == ["close WebSocket"] + cancelAll + ["closed: transport error"])
    }
}
