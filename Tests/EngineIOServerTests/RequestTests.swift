import EngineIOCodec
import EngineIOServer
import HTTPCodec
import NetLoop
import Testing

@Suite("Requests")
struct RequestTests {
    private let id = SessionID(loop: 3, high: 0x00AB_CDEF_0123_4567, low: 0x89AB_CDEF_0123_4567)

    private func read(
        _ method: String, _ query: String, isUpgrade: Bool = false
    ) -> Result<EngineIORequest, EngineIORefusal> {
        Result { () throws(EngineIORefusal) in
            try EngineIORequest.read(method: method, query: query, isUpgrade: isUpgrade)
        }
    }

    @Test("a query says what is wanted")
    func kinds() {
        #expect(read("GET", "EIO=4&transport=polling") == .success(.handshake(.four)))
        #expect(read("GET", "EIO=4&transport=polling&t=abc&sid=") == .success(.handshake(.four)))
        #expect(read("GET", "EIO=4&transport=websocket", isUpgrade: true) == .success(.webSocket(.four)))
        #expect(read("GET", "EIO=4&transport=polling&sid=\(id)") == .success(.poll(id, .four)))
        #expect(
            read("GET", "EIO=4&transport=polling&t=PZbq2x&sid=\(id)") == .success(.poll(id, .four, PollMark("PZbq2x"))))
        #expect(PollMark("PZbq2x") != PollMark("PZbq2y") && PollMark("PZbq2x") != .none)
        #expect(read("POST", "EIO=4&transport=polling&sid=\(id)") == .success(.post(id, .four)))
        #expect(read("GET", "transport=websocket&EIO=4&sid=\(id)", isUpgrade: true) == .success(.upgrade(id, .four)))
        #expect(read("OPTIONS", "") == .success(.preflight))
    }

    @Test("revision 3 is told by EIO, and whether its client takes bytes by b64")
    func revision3() {
        #expect(read("GET", "EIO=3&transport=polling") == .success(.handshake(.three(takesBytes: true))))
        #expect(read("GET", "EIO=3&transport=polling&b64=1") == .success(.handshake(.three(takesBytes: false))))
        #expect(
            read("GET", "EIO=3&transport=websocket&b64=1", isUpgrade: true)
                == .success(.webSocket(.three(takesBytes: false))))
        #expect(read("GET", "EIO=3&transport=polling&b64=1&sid=\(id)") == .success(.poll(id, .three)))
        #expect(read("POST", "EIO=3&transport=polling&sid=\(id)") == .success(.post(id, .three)))
        #expect(
            read("GET", "EIO=3&transport=websocket&sid=\(id)", isUpgrade: true)
                == .success(.upgrade(id, .three(takesBytes: true))))
    }

    @Test(
        "a request that fits nothing is refused with the reference's code",
        arguments: [
            ("GET", "", false, EngineIORefusal.unknownTransport),
            ("GET", "EIO=4", false, .unknownTransport),
            ("GET", "EIO=4&transport=abc", false, .unknownTransport),
            ("POST", "EIO=4&transport=polling", false, .badHandshakeMethod),
            ("PUT", "EIO=4&transport=polling", false, .badHandshakeMethod),
            ("GET", "transport=polling", false, .unsupportedVersion),
            ("GET", "EIO=2&transport=polling", false, .unsupportedVersion),
            ("GET", "EIO=&transport=polling", false, .unsupportedVersion),
            ("GET", "EIO=04&transport=polling", false, .unsupportedVersion),
            ("GET", "EIO=5&EIO=4&transport=polling", false, .unsupportedVersion),
            ("GET", "EIO=4&transport=polling&j=0", false, .badRequest),
            ("GET", "EIO=3&transport=polling&j=1&sid=AAAAAAAAAAAAAAAAAAAAAA", false, .badRequest),
            ("GET", "EIO=abc&transport=websocket", true, .unsupportedVersion),
            ("GET", "EIO=4&transport=websocket", false, .badRequest),
            ("GET", "EIO=4&transport=polling", true, .badRequest),
            ("GET", "EIO=4&transport=polling&sid=nobody", false, .unknownSession),
            ("GET", "EIO=3&transport=polling&sid=nobody", false, .unknownSession),
            ("GET", "transport=polling&sid=nobody", false, .unsupportedVersion),
            ("PUT", "EIO=4&transport=polling&sid=AAAAAAAAAAAAAAAAAAAAAA", false, .badRequest),
            ("GET", "EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAAAA", false, .badRequest),
            ("POST", "EIO=4&transport=websocket&sid=AAAAAAAAAAAAAAAAAAAAAA", true, .badRequest),
        ])
    func refusals(method: String, query: String, isUpgrade: Bool, refusal: EngineIORefusal) {
        #expect(read(method, query, isUpgrade: isUpgrade) == .failure(refusal))
    }

    @Test("a query of endless parameters is refused")
    func endless() {
        let query = String(repeating: "a=b&", count: 300) + "EIO=4&transport=polling"
        #expect(read("GET", query) == .failure(.badRequest))
    }

    @Test("a refusal's body is JSON with code and message")
    func body() {
        #expect(
            String(decoding: EngineIORefusal.unsupportedVersion.json, as: UTF8.self)
                == #"{"code":5,"message":"Unsupported protocol version"}"#)
        #expect(EngineIORefusal.unknownTransport.code == 0)
        #expect(EngineIORefusal.unknownSession.code == 1)
        #expect(EngineIORefusal.badHandshakeMethod.code == 2)
        #expect(EngineIORefusal.badRequest.code == 3)
        #expect(EngineIORefusal.forbidden.status.code == 403)
        #expect(EngineIORefusal.tooManySessions.status.code == 503)
    }

    @Test("a session id is read back, and names its loop")
    func sessionID() throws {
        for loop in [0, 1, 63, 64, 4095] {
            for (high, low) in [(0, 0), (UInt64.max, UInt64.max), (0x0012_3456_789A_BCDE, 0xFEDC_BA98_7654_3210)] {
                let id = SessionID(loop: loop, high: high, low: low)
                #expect(id.description.utf8.count == SessionID.length)
                let read = try #require(SessionID(id.description))
                #expect(read == id)
                #expect(read.loop == loop)
            }
        }
        #expect(SessionID(loop: 0, high: 1, low: 2) != SessionID(loop: 0, high: 2, low: 1))
    }

    @Test(
        "what is no session id is not read",
        arguments: ["", "A", "AAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAAAA", "äAAAAAAAAAAAAAAAAAAAA"])
    func noSessionID(text: String) { #expect(SessionID(text) == nil) }
}
