import Testing
import WebSocketCodec

@Suite("Negotiating permessage-deflate")
struct PerMessageDeflateTests {
    static let open = PerMessageDeflate.Policy(serverNoContextTakeover: false, clientNoContextTakeover: false)

    static func answer(_ offer: String, _ policy: PerMessageDeflate.Policy = open) throws -> String? {
        let offers = try #require(WebSocketExtensionOffer.parse([offer]))
        return PerMessageDeflate.negotiate(offers, policy: policy)?.responseValue
    }

    @Test(
        "an offer is met with what both sides can do",
        arguments: [
            ("permessage-deflate", "permessage-deflate"),
            ("Permessage-Deflate", "permessage-deflate"),
            ("permessage-deflate; client_max_window_bits", "permessage-deflate"),
            ("permessage-deflate; client_max_window_bits=10", "permessage-deflate; client_max_window_bits=10"),
            ("permessage-deflate; client_max_window_bits=\"8\"", "permessage-deflate; client_max_window_bits=8"),
            ("permessage-deflate; server_max_window_bits=10", "permessage-deflate; server_max_window_bits=10"),
            ("permessage-deflate; server_max_window_bits=15", "permessage-deflate; server_max_window_bits=15"),
            ("permessage-deflate;server_no_context_takeover", "permessage-deflate; server_no_context_takeover"),
            ("permessage-deflate ; client_no_context_takeover", "permessage-deflate; client_no_context_takeover"),
            ("foo, permessage-deflate; x, permessage-deflate", "permessage-deflate"),
            ("permessage-deflate; server_max_window_bits=8", "permessage-deflate; server_max_window_bits=8"),
            ("permessage-deflate; server_max_window_bits=7, permessage-deflate", "permessage-deflate"),
        ])
    func met(_ offer: String, _ expected: String) throws {
        #expect(try Self.answer(offer) == expected)
    }

    @Test(
        "an offer with a parameter that is unknown, repeated or out of range is declined",
        arguments: [
            "x-webkit-deflate-frame", "permessage-deflate; foo", "permessage-deflate; server_no_context_takeover=1",
            "permessage-deflate; client_no_context_takeover=x",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate; client_no_context_takeover; client_no_context_takeover",
            "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=09",
            "permessage-deflate; server_max_window_bits=10; server_max_window_bits=10",
            "permessage-deflate; client_max_window_bits=16", "permessage-deflate; client_max_window_bits=x",
            "permessage-deflate; client_max_window_bits; client_max_window_bits",
            "permessage-deflate; Server_no_context_takeover",
        ])
    func declined(_ offer: String) throws {
        #expect(try Self.answer(offer) == nil)
    }

    @Test("the server's policy narrows what the client offers")
    func policy() throws {
        let fresh = PerMessageDeflate.Policy()
        #expect(
            try Self.answer("permessage-deflate", fresh)
                == "permessage-deflate; server_no_context_takeover; client_no_context_takeover")
        let small = PerMessageDeflate.Policy(
            serverNoContextTakeover: false, clientNoContextTakeover: false, serverMaxWindowBits: 11,
            clientMaxWindowBits: 12)
        #expect(try Self.answer("permessage-deflate", small) == nil)
        #expect(
            try Self.answer("permessage-deflate; client_max_window_bits; server_max_window_bits=13", small)
                == "permessage-deflate; server_max_window_bits=11; client_max_window_bits=12")
    }

    @Test("the first of several offers that can be met is taken, in one field or in many")
    func several() throws {
        let fields = [
            "x-other, permessage-deflate; server_max_window_bits=99",
            "permessage-deflate; server_no_context_takeover; client_max_window_bits=12", "permessage-deflate",
        ]
        let expected = "permessage-deflate; server_no_context_takeover; client_max_window_bits=12"
        for offered in [fields, [fields.joined(separator: ", ")]] {
            let offers = try #require(WebSocketExtensionOffer.parse(offered))
            #expect(PerMessageDeflate.negotiate(offers, policy: Self.open)?.responseValue == expected)
        }
    }

    @Test("a window smaller than the server's smallest is declined, and every size from 8 to 15 is met as named")
    func windows() throws {
        for bits in 8...15 {
            let name = "permessage-deflate; server_max_window_bits=\(bits)"
            #expect(try Self.answer(name) == name)
        }
        let nine = PerMessageDeflate.Policy(serverNoContextTakeover: false, serverMinWindowBits: 9)
        #expect(try Self.answer("permessage-deflate; server_max_window_bits=8", nine) == nil)
    }

    @Test(
        "offers that break the grammar are refused",
        arguments: [
            "a b", "a;", "a; =1", "a; b=", "a; b=\"\"", "a; b=\"c", "a; b=\"c d\"", "a; b=c d", "@", "a; b=\"\\", "a=b",
        ])
    func grammar(_ field: String) {
        #expect(WebSocketExtensionOffer.parse([field]) == nil)
    }

    @Test("offers are read in order over several fields, quotes and escapes taken off, empty members passed over")
    func parsed() throws {
        let offers = try #require(WebSocketExtensionOffer.parse(["a;b;c=\"d\\e\" , ,b", "", "c"]))
        #expect(offers.map(\.name) == ["a", "b", "c"])
        #expect(offers[0].parameters.map(\.name) == ["b", "c"])
        #expect(offers[0].parameters.map(\.value) == [nil, "de"])
    }

    @Test("more offers than any honest client makes are refused")
    func tooMany() {
        #expect(WebSocketExtensionOffer.parse([String(repeating: "a,", count: 32)])?.count == 32)
        #expect(WebSocketExtensionOffer.parse([String(repeating: "a,", count: 33)]) == nil)
    }
}
