import EngineIOCodec
import EngineIOServer
import Testing

private let bytes = EngineIOFormat.three(takesBytes: true)
private let base64 = EngineIOFormat.three(takesBytes: false)

@Suite("Revision 3")
struct SessionRevision3Tests {
    @Test("a handshake is a payload, and the client has interval and time-out together to ping")
    func handshake() {
        var script = SessionScript(bytes)
        #expect(
            script.run(.open(.polling, handshake: Array("0{}".utf8), request: 1)) == ["1: 3:0{}", "set heartbeat 500"])
        var socket = SessionScript(bytes)
        #expect(
            socket.run(.open(.websocket, handshake: Array("0{}".utf8), request: nil)) == [
                "write 0{}", "set heartbeat 500",
            ])
    }

    @Test("the client pings and gets a pong with the same data", arguments: [bytes, base64])
    func pings(format: EngineIOFormat) {
        var script = SessionScript.webSocket(format)
        #expect(script.text("2") == ["set heartbeat 500", "write 3"])
        #expect(script.text("2abc") == ["set heartbeat 500", "write 3abc"])
        var polling = SessionScript.polling(format)
        #expect(polling.post(2, "1:2") == ["set heartbeat 500", "2: ok"])
        #expect(polling.run(.poll(3)) == ["3: 1:3", "drained"])
    }

    @Test("without a ping the session ends")
    func timeout() {
        var script = SessionScript.webSocket(bytes)
        #expect(script.run(.fired(.heartbeat)) == ["close WebSocket"] + cancelAll + ["closed: ping timeout"])
        var polling = SessionScript.polling(bytes)
        _ = polling.run(.poll(2))
        #expect(polling.run(.fired(.heartbeat)) == ["2: 1:1"] + cancelAll + ["closed: ping timeout"])
    }

    @Test("a client that answers a ping that nobody sent breaks the protocol")
    func pong() {
        var script = SessionScript.webSocket(bytes)
        #expect(script.text("3") == ["close WebSocket"] + cancelAll + ["closed: transport error"])
    }

    @Test("text packets go behind their lengths, bytes as bytes or Base64 as the client takes them")
    func payloads() {
        var script = SessionScript.polling(base64)
        _ = script.send("a€")
        _ = script.run(.send(.preframed(PreframedPacket(text: Array("4bc".utf8)))))
        _ = script.run(.send(.binary([1, 2, 3, 4])))
        #expect(script.run(.poll(2)) == ["2: 3:4a€3:4bc10:b4AQIDBA==", "drained"])
        #expect(script.session.queuedBytes == 0)
        var taking = SessionScript.polling(bytes)
        _ = taking.send("a")
        #expect(taking.run(.poll(2)) == ["2: 2:4a", "drained"])
        _ = taking.send("a")
        _ = taking.run(.send(.preframed(PreframedPacket(text: Array("4b".utf8)))))
        _ = taking.run(.send(.binary([9])))
        #expect(taking.run(.poll(3)) == ["3: [0, 2, 255, 52, 97, 0, 2, 255, 52, 98, 1, 2, 255, 4, 9]", "drained"])
    }

    @Test("where characters take two UTF-16 units, lengths are counted in bytes if the client takes them")
    func pairs() {
        var script = SessionScript.polling(bytes)
        _ = script.send("🐦")
        #expect(script.run(.poll(2)) == ["2: [0, 5, 255, 52, 240, 159, 144, 166]", "drained"])
        _ = script.run(.send(.preframed(PreframedPacket(text: Array("4🐦".utf8)))))
        #expect(script.run(.poll(3)) == ["3: [0, 5, 255, 52, 240, 159, 144, 166]", "drained"])
        var text = SessionScript.polling(base64)
        _ = text.send("🐦")
        #expect(text.run(.poll(2)) == ["2: 3:4🐦", "drained"])
    }

    @Test("one answer holds at most sixteen packets, attachments of a shared packet among them")
    func manyPackets() {
        var script = SessionScript.polling(base64) { $0.queueLimit = 1000 }
        for _ in 0..<15 { _ = script.send("a") }
        _ = script.run(.send(.preframed(PreframedPacket(text: Array("4b".utf8), attachments: [[1], [2]]))))
        #expect(script.session.queuedBytes == 34)
        let first = String(repeating: "2:4a", count: 15)
        #expect(script.run(.poll(2)) == ["2: \(first)2:4b"])
        #expect(script.run(.poll(3)) == ["3: 6:b4AQ==6:b4Ag==", "drained"])
        #expect(script.session.queuedBytes == 0)
    }

    @Test("a POST brings text or bytes by its Content-Type")
    func post() {
        var script = SessionScript.polling(bytes)
        #expect(
            script.post(2, "6:4hello10:b4AQIDBA==2:4€") == [
                "deliver hello", "deliver [1, 2, 3, 4]", "deliver €", "2: ok",
            ])
        #expect(
            script.post(3, [0, 2, 255, 0x34, 0x61, 1, 3, 255, 4, 8, 9], isBinary: true) == [
                "deliver a", "deliver [8, 9]", "3: ok",
            ])
    }

    @Test(
        "a POST that is not packets closes the session, and none of it is delivered", arguments: ["abc", "", "2:4a9:4"])
    func brokenPost(body: String) {
        for isBinary in [false, true] {
            var script = SessionScript.polling(bytes)
            _ = script.run(.poll(2))
            #expect(
                script.post(3, Array(body.utf8), isBinary: isBinary)
                    == ["2: 1:1"] + cancelAll + ["closed: parse error", "3: 400 Bad request"])
        }
    }

    @Test("a WebSocket's bytes begin with their type")
    func webSocketBytes() {
        var script = SessionScript.webSocket(bytes)
        #expect(script.run(.webSocketBinary([4, 1, 2, 3])) == ["deliver [1, 2, 3]"])
        #expect(script.text("b4AQIDBA==") == ["deliver [1, 2, 3, 4]"])
        #expect(
            script.run(.webSocketBinary([1, 2])) == ["close WebSocket"] + cancelAll + ["closed: parse error"])
    }

    @Test("a WebSocket that says no packet ends its session", arguments: ["abc", "", "7", "1x", "bAQIDBA=="])
    func brokenText(text: String) {
        var script = SessionScript.webSocket(bytes)
        #expect(script.text(text) == ["close WebSocket"] + cancelAll + ["closed: parse error"])
    }

    @Test("a client's close packet ends the session, and its waiting poll is answered noop")
    func clientCloses() {
        var script = SessionScript.polling(bytes)
        _ = script.run(.poll(2))
        #expect(script.post(3, "1:1") == ["2: 1:6"] + cancelAll + ["closed: transport close", "3: ok"])
    }

    @Test("the server's close reaches the waiting poll with what is queued")
    func serverCloses() {
        var script = SessionScript.polling(bytes)
        _ = script.send("a")
        _ = script.run(.close(discarding: false))
        #expect(script.run(.poll(2)) == ["2: 2:4a1:1"] + cancelAll + ["closed: forced close"])
    }

    @Test("a second poll while one waits closes the session")
    func overlappingPolls() {
        var script = SessionScript.polling(bytes)
        _ = script.run(.poll(2))
        #expect(
            script.run(.poll(3)) == ["2: 1:1"] + cancelAll + ["closed: transport error", "3: 400 Bad request"])
    }

    @Test("probe, answer, noop for the poll, upgrade; a ping that crosses it is answered on the new transport")
    func upgrade() {
        var script = SessionScript.polling(base64)
        _ = script.run(.poll(2))
        _ = script.run(.upgradeArrived(format: bytes))
        #expect(script.text("2probe") == ["write 3probe", "2: 1:6"])
        #expect(script.run(.poll(3)) == ["set release 100"])
        #expect(script.run(.fired(.release)) == ["3: 1:6"])
        #expect(script.post(4, "1:2") == ["set heartbeat 500", "4: ok"])
        #expect(script.text("5") == ["cancel upgrade", "cancel release", "write 3", "drained"])
        #expect(script.session.format == bytes)
        #expect(script.text("2") == ["set heartbeat 500", "write 3"])
        #expect(script.run(.poll(6)) == ["6: 400 Bad request"])
    }

    @Test("a failed upgrade leaves the session's own way of spelling")
    func failedUpgrade() {
        var script = SessionScript.polling(base64)
        _ = script.run(.upgradeArrived(format: bytes))
        _ = script.text("2probe")
        _ = script.run(.webSocketClosed)
        #expect(script.session.format == base64)
    }
}
