import Testing

@testable import ChatModel

@Suite("Nonces")
struct NonceTests {
    @Test("instance:counter is recognised")
    func counted() {
        #expect(Nonce("k3:7") == .counted(instance: "k3", counter: 7))
        #expect(Nonce("a:b:0") == .counted(instance: "a:b", counter: 0))
        #expect(Nonce("x:999999999999999999") == .counted(instance: "x", counter: 999_999_999_999_999_999))
    }

    @Test(
        "what is not exactly that is kept as text",
        arguments: [
            "7", ":7", "k:", "k:07", "k:+7", "k:-7", "k:7 ", "k:1000000000000000000", "k:٣", "é:7", "e\u{301}:7", "🦊",
        ])
    func text(nonce: String) {
        #expect(Nonce(nonce) == .text(nonce))
    }

    @Test("1 to 64 bytes are allowed")
    func length() {
        #expect(Nonce("") == nil)
        #expect(Nonce(String(repeating: "a", count: 64)) != nil)
        #expect(Nonce(String(repeating: "a", count: 65)) == nil)
        #expect(Nonce(String(repeating: "é", count: 33)) == nil)
    }
}
