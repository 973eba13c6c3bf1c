import Testing
import WebSocketCodec

@Suite("The opening handshake")
struct WebSocketHandshakeTests {
    /// The request of RFC 6455 section 1.3.
    static let sample: [String: [String]] = [
        "upgrade": ["websocket"], "connection": ["Upgrade"], "sec-websocket-version": ["13"],
        "sec-websocket-key": ["dGhlIHNhbXBsZSBub25jZQ=="], "sec-websocket-protocol": ["chat, superchat"],
    ]

    static func open(
        _ fields: [String: [String]] = sample, method: String = "GET", isHTTP11: Bool = true
    ) throws(WebSocketHandshake.Failure) -> WebSocketHandshake {
        try WebSocketHandshake(method: method, isHTTP11: isHTTP11) { fields[$0.lowercased()] ?? [] }
    }

    static func sample(_ name: String, _ values: [String]) -> [String: [String]] {
        var fields = sample
        fields[name] = values
        return fields
    }

    @Test("the example of RFC 6455 section 1.3 is answered as there")
    func example() throws {
        let handshake = try Self.open()
        #expect(handshake.protocols == ["chat", "superchat"])
        #expect(handshake.extensions.isEmpty)
        let selected = handshake.selectProtocol(from: ["superchat", "chat"])
        #expect(selected == "chat")
        var hashed: [UInt8] = []
        let answer = handshake.answer(protocol: selected) { bytes in
            hashed = bytes
            return [
                0xb3, 0x7a, 0x4f, 0x2c, 0xc0, 0x62, 0x4f, 0x16, 0x90, 0xf6, 0x46, 0x06, 0xcf, 0x38, 0x59, 0x45, 0xb2,
                0xbe, 0xc4, 0xea,
            ]
        }
        #expect(hashed == Array("dGhlIHNhbXBsZSBub25jZQ==258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
        #expect(
            answer.map { "\($0.name): \($0.value)" } == [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
                "Sec-WebSocket-Protocol: chat",
            ])
    }

    @Test("tokens are found in any case, in lists and over several fields")
    func tokens() throws {
        var fields = Self.sample("connection", ["keep-alive", "foo , UPGRADE"])
        fields["upgrade"] = ["h2c, WebSocket"]
        #expect(try Self.open(fields).key == "dGhlIHNhbXBsZSBub25jZQ==")
    }

    @Test("no subprotocol is chosen when none is offered or none fits")
    func noProtocol() throws {
        #expect(try Self.open().selectProtocol(from: ["mqtt", "Chat"]) == nil)
        #expect(try Self.open(Self.sample("sec-websocket-protocol", [])).selectProtocol(from: ["chat"]) == nil)
    }

    static let refusals: [(String, [String], WebSocketHandshake.Failure, UInt16)] = [
        ("upgrade", [], .notAnUpgrade, 426), ("upgrade", ["h2c"], .notAnUpgrade, 426),
        ("upgrade", ["websocket/13"], .notAnUpgrade, 426), ("upgrade", ["xwebsocket"], .notAnUpgrade, 426),
        ("connection", [], .notForThisConnection, 400), ("connection", ["keep-alive"], .notForThisConnection, 400),
        ("sec-websocket-version", [], .unsupportedVersion, 426),
        ("sec-websocket-version", ["8"], .unsupportedVersion, 426),
        ("sec-websocket-version", ["13", "13"], .unsupportedVersion, 426),
        ("sec-websocket-version", ["13, 8"], .unsupportedVersion, 426),
        ("sec-websocket-key", [], .invalidKey, 400), ("sec-websocket-key", [""], .invalidKey, 400),
        ("sec-websocket-key", ["dGhlIHNhbXBsZSBub25jZQ"], .invalidKey, 400),
        ("sec-websocket-key", ["dGhlIHNhbXBsZSBub25j"], .invalidKey, 400),
        ("sec-websocket-key", ["dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ=="], .invalidKey, 400),
        ("sec-websocket-key", ["dGhlIHNhbXBsZSBub25jZR=="], .invalidKey, 400),
        ("sec-websocket-key", ["dGhlIHNhbXBsZSBub25jZ!=="], .invalidKey, 400),
        ("sec-websocket-protocol", ["a b"], .invalidProtocols, 400),
        ("sec-websocket-protocol", ["a, a"], .invalidProtocols, 400),
        ("sec-websocket-protocol", ["a", "a"], .invalidProtocols, 400),
        ("sec-websocket-protocol", ["a\r\nX: y"], .invalidProtocols, 400),
        ("sec-websocket-extensions", ["a; b=\"c d\""], .invalidExtensions, 400),
    ]

    @Test("a request that breaks a rule is refused with that rule's status", arguments: refusals)
    func refused(_ name: String, _ values: [String], _ failure: WebSocketHandshake.Failure, _ status: UInt16) {
        #expect(throws: failure) { try Self.open(Self.sample(name, values)) }
        #expect(failure.status == status)
    }

    @Test("another method or HTTP/1.0 is refused, and 426 and 405 say what would do")
    func method() {
        #expect(throws: WebSocketHandshake.Failure.methodNotGET) { try Self.open(method: "POST") }
        #expect(throws: WebSocketHandshake.Failure.versionTooOld) { try Self.open(isHTTP11: false) }
        let headers = WebSocketHandshake.Failure.unsupportedVersion.headers
        #expect(headers.contains { $0.name == "Sec-WebSocket-Version" && $0.value == "13" })
        #expect(WebSocketHandshake.Failure.methodNotGET.headers.map(\.value) == ["GET"])
        #expect(WebSocketHandshake.Failure.methodNotGET.status == 405)
    }
}
