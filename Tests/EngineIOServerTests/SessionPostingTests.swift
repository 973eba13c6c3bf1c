import EngineIOServer
import Testing

@Suite("POSTs of a polling session")
struct SessionPostingTests {
    @Test("a POST delivers its packets in order and is answered ok")
    func post() {
        var script = SessionScript.polling()
        #expect(script.post(2, "4hello") == ["deliver hello", "2: ok"])
        #expect(
            script.post(3, "4a\u{1e}bAQIDBA==\u{1e}4\u{1e}4b") == [
                "deliver a", "deliver [1, 2, 3, 4]", "deliver ", "deliver b", "3: ok",
            ])
    }

    @Test(
        "a POST that is not packets closes the session, and none of it is delivered",
        arguments: ["abc", "", "4a\u{1e}", "4a\u{1e}x", "b&", "4a\u{1e}b=", "9"])
    func brokenPost(body: String) {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        #expect(script.post(3, body) == ["2: 1"] + cancelAll + ["closed: parse error", "3: 400 Bad request"])
    }

    @Test("a POST that is not UTF-8 closes the session")
    func postNotUTF8() {
        var script = SessionScript.polling()
        #expect(
            script.post(2, [0x34, 0xFF])
                == cancelAll + ["closed: parse error", "2: 400 Bad request"])
    }

    @Test("a POST of bytes closes the session before its body has come: version 4 sends them as base64")
    func binaryPost() {
        var script = SessionScript.polling()
        #expect(
            script.run(.postBegan(2, isBinary: true)) == cancelAll + ["closed: transport error", "2: 400 Bad request"])
        #expect(script.run(.post(2, body: [0x34])) == [])
    }

    @Test("a POST longer than maxPayload is refused and leaves the session open")
    func longPost() {
        var script = SessionScript.polling()
        #expect(script.run(.postBegan(2, isBinary: false)) == [])
        #expect(script.run(.postTooLarge(2)) == ["2: 413 Payload too large"])
        #expect(script.run(.postAborted(2)) == [])
        #expect(script.post(3, "4" + String(repeating: "x", count: 99)).last == "3: ok")
    }

    @Test("a second POST while the first one's body is still coming closes the session; both and the poll are answered")
    func overlapping() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        #expect(script.run(.postBegan(3, isBinary: false)) == [])
        #expect(
            script.run(.postBegan(4, isBinary: false))
                == ["2: 1", "3: 400 Session ID unknown"] + cancelAll + [
                    "closed: transport error", "4: 400 Bad request",
                ])
        #expect(script.run(.post(3, body: [0x34])) == [])
        #expect(script.run(.post(4, body: [0x34])) == [])
        #expect(script.run(.postAborted(3)) == [])
    }

    @Test("a POST follows one that was answered, whatever its answer was")
    func following() {
        var script = SessionScript.polling()
        #expect(script.post(2, "4a") == ["deliver a", "2: ok"])
        #expect(script.post(3, "4b") == ["deliver b", "3: ok"])
        _ = script.run(.postBegan(4, isBinary: false))
        _ = script.run(.postTooLarge(4))
        #expect(script.post(5, "4c") == ["deliver c", "5: ok"])
    }

    @Test("polls are answered while a POST is under way")
    func pollDuringPost() {
        var script = SessionScript.polling()
        _ = script.run(.postBegan(2, isBinary: false))
        _ = script.send("a")
        #expect(script.run(.poll(3)) == ["3: 4a", "drained"])
        #expect(script.run(.post(2, body: [0x34])) == ["deliver ", "2: ok"])
    }

    @Test("a client that goes in the middle of a POST has lost packets, so its session ends")
    func aborted() {
        var script = SessionScript.polling()
        _ = script.run(.poll(2))
        _ = script.run(.postBegan(3, isBinary: false))
        #expect(script.run(.postAborted(3)) == ["2: 1"] + cancelAll + ["closed: transport error"])
        #expect(script.post(4, "4a") == ["4: 400 Session ID unknown"])
    }

    @Test("a session that ends for another reason answers the POST that is under way", arguments: [false, true])
    func endsMeanwhile(closing: Bool) {
        var script = SessionScript.polling()
        if closing { _ = script.run(.close(discarding: false)) }
        _ = script.run(.postBegan(2, isBinary: false))
        #expect(script.run(.close(discarding: true)).contains("2: 400 Session ID unknown"))
        #expect(script.run(.post(2, body: [0x34])) == [])
    }

    @Test("a session that is being closed takes a POST in and delivers nothing; an aborted one does not end it")
    func closing() {
        var script = SessionScript.polling()
        _ = script.run(.close(discarding: false))
        #expect(script.post(2, "4a") == ["2: ok"])
        _ = script.run(.postBegan(3, isBinary: false))
        #expect(script.run(.postAborted(3)) == [])
        _ = script.run(.postBegan(4, isBinary: false))
        #expect(
            script.run(.postBegan(5, isBinary: false))
                == ["4: 400 Session ID unknown"] + cancelAll + ["closed: forced close", "5: 400 Bad request"])
    }

    @Test("an upgrade that overtakes a POST refuses it, and the session goes on")
    func upgraded() {
        var script = SessionScript.upgrading()
        _ = script.run(.postBegan(2, isBinary: false))
        #expect(script.text("5") == ["cancel upgrade", "cancel release", "2: 400 Bad request"])
        #expect(script.run(.postAborted(2)) == [])
        #expect(script.state == .websocket)
        #expect(script.run(.postBegan(3, isBinary: false)) == ["3: 400 Bad request"])
    }
}
