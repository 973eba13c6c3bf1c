import ByteCoding
import SeededRandom
import Testing

@Suite("Base64")
struct Base64Tests {
    /// RFC 4648 section 10.
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("the RFC's vectors encode and decode", arguments: vectors)
    func vector(plain: String, text: String) {
        #expect(Base64.encode(Array(plain.utf8)) == Array(text.utf8))
        #expect(Base64.decode(Array(text.utf8)) == Array(plain.utf8))
        let unpadded = Array(text.utf8.filter { $0 != UInt8(ascii: "=") })
        #expect(Base64URL.encode(Array(plain.utf8)) == unpadded)
        #expect(Base64URL.decode(unpadded) == Array(plain.utf8))
    }

    @Test("the two alphabets differ in the last two letters and refuse each other's")
    func alphabets() {
        let bytes: [UInt8] = [0xfb, 0xff, 0xbf]
        #expect(Base64.encode(bytes) == Array("+/+/".utf8))
        #expect(Base64URL.encode(bytes) == Array("-_-_".utf8))
        #expect(Base64.decode(Array("-_-_".utf8)) == nil)
        #expect(Base64URL.decode(Array("+/+/".utf8)) == nil)
    }

    @Test(
        "wrong padding, foreign letters, white space and stray bits are refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "Zm8", "Zm9v====", "=", "==", "===", "====", "Z===", "Zh==", "Zm9=", "Zg==Zg==",
            "Zm9v\n", "Zm 9", "Zm9v Zm9v", "Z=g=", "Zm9\u{e9}", "Zg=a",
        ])
    func refuses(text: String) {
        #expect(Base64.decode(Array(text.utf8)) == nil)
    }

    @Test(
        "the URL form refuses padding, stray bits and impossible lengths",
        arguments: ["Zg==", "Zm8=", "Zh", "Z", "Zm9vZ"])
    func urlRefuses(text: String) {
        #expect(Base64URL.decode(Array(text.utf8)) == nil)
    }

    @Test("any bytes come back, and any text that decodes is what encoding writes")
    func roundTrip() {
        var random = SeededGenerator(seed: 2)
        let letters = Array("ABCDwxyz0189+/-_=".utf8)
        for _ in 0..<3000 {
            let bytes = random.bytes(upTo: 40)
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            let text = bytes.map { letters[Int($0) % letters.count] }
            if let decoded = Base64.decode(text) { #expect(Base64.encode(decoded) == text) }
            if let decoded = Base64URL.decode(text) { #expect(Base64URL.encode(decoded) == text) }
        }
    }

    @Test("encoding appends to what is there")
    func appends() {
        var text: [UInt8] = [0x62]
        let bytes: [UInt8] = [1, 2, 3, 4]
        Base64.encode(bytes.span, into: &text)
        #expect(text == Array("bAQIDBA==".utf8))
    }
}
