import Testing

@testable import WebSocketServer

@Suite("Who may open a WebSocket")
struct WebSocketOriginTests {
    @Test("the policy decides by the origin, and two origins are none")
    func policies() {
        let here = WebSocketOriginPolicy.sameOrigin(and: ["https://friend.example"])
        let listed = WebSocketOriginPolicy.listed(["https://friend.example"])
        let custom = WebSocketOriginPolicy.custom { $0 == "app://me" }
        let cases: [(WebSocketOriginPolicy, [String], Bool)] = [
            (.any, [], true), (.any, ["https://evil.example"], true), (.any, ["a", "b"], true),
            (here, [], true), (here, ["https://chat.example:4000"], true), (here, ["http://chat.example:4000"], true),
            (here, ["https://chat.example"], false), (here, ["https://chat.example:4000.evil.example"], false),
            (here, ["https://evil.example"], false), (here, ["null"], false), (here, [""], false),
            (here, ["https://friend.example"], true), (here, ["http://friend.example"], false),
            (here, ["https://chat.example:4000", "https://friend.example"], false),
            (listed, [], true), (listed, ["https://friend.example"], true), (listed, ["https://chat.example"], false),
            (listed, ["https://friend.example", "https://friend.example"], false),
            (custom, [], false), (custom, ["app://me"], true), (custom, ["app://you"], false),
        ]
        for (policy, origins, isAllowed) in cases {
            #expect(policy.allows(origins, authority: "chat.example:4000") == isAllowed, "\(policy) \(origins)")
        }
        #expect(!here.allows(["https://"], authority: ""))
    }
}
