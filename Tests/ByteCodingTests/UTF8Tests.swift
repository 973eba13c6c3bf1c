import ByteCoding
import SeededRandom
import Testing

@Suite("UTF-8 validation")
struct UTF8Tests {
    static let valid: [[UInt8]] = [
        [], [0x00], Array("plain".utf8), [0x7f], [0xc2, 0x80], [0xdf, 0xbf], [0xe0, 0xa0, 0x80], [0xed, 0x9f, 0xbf],
        [0xee, 0x80, 0x80], [0xef, 0xbf, 0xbf], [0xf0, 0x90, 0x80, 0x80], [0xf4, 0x8f, 0xbf, 0xbf],
        Array("sixteen letters and then é, 漢字 and 🐦 at the end".utf8),
    ]

    /// Each with the number of bytes after which it cannot become valid any more.
    static let invalid: [([UInt8], Int)] = [
        ([0x80], 1), ([0xbf, 0x41], 1), ([0xc0, 0xaf], 1), ([0xc1, 0xbf], 1), ([0xc2, 0x41], 2), ([0xc2, 0xc2], 2),
        ([0xe0, 0x9f, 0xbf], 2), ([0xed, 0xa0, 0x80], 2), ([0xed, 0xbf, 0xbf], 2), ([0xe1, 0x80, 0x41], 3),
        ([0xf0, 0x8f, 0xbf, 0xbf], 2), ([0xf4, 0x90, 0x80, 0x80], 2), ([0xf1, 0x80, 0x80, 0xc0], 4), ([0xf5, 0x80], 1),
        ([0xff], 1), ([0xfe], 1), (Array("sixteen letters!".utf8) + [0x80], 17),
    ]

    @Test("valid text is accepted whole and byte by byte", arguments: valid)
    func accepts(bytes: [UInt8]) {
        let (valid, text) = (isValidUTF8(bytes.span), String(validating: bytes.span))
        #expect(valid)
        #expect(text.map { Array($0.utf8) } == bytes)
        var validator = UTF8Validator()
        for byte in bytes {
            let accepted = validator.consume([byte].span)
            #expect(accepted)
        }
        #expect(validator.isComplete)
    }

    @Test("invalid text is refused at the first impossible byte", arguments: invalid)
    func refuses(bytes: [UInt8], fatal: Int) {
        let (valid, text) = (isValidUTF8(bytes.span), String(validating: bytes.span))
        #expect(!valid)
        #expect(text == nil)
        var validator = UTF8Validator()
        for (index, byte) in bytes.enumerated() {
            let accepted = validator.consume([byte].span)
            #expect(accepted == (index + 1 < fatal))
        }
        let recovered = validator.consume([0x41].span)
        #expect(!recovered, "a failure is final")
        #expect(!validator.isComplete)
    }

    @Test("a text cut inside a character is no error yet, and not complete either")
    func cut() {
        for cut in 1...3 {
            let bytes = Array("🐦".utf8.prefix(cut))
            var validator = UTF8Validator()
            let (accepted, valid) = (validator.consume(bytes.span), isValidUTF8(bytes.span))
            #expect(accepted)
            #expect(!validator.isComplete)
            #expect(!valid)
        }
    }

    @Test("random bytes in random pieces get the verdict of the standard library")
    func agreesWithTheStandardLibrary() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<4000 {
            var bytes = Array("añ漢🐦 and some plain letters".utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let expected = String(validating: bytes, as: UTF8.self) != nil
            let valid = isValidUTF8(bytes.span)
            #expect(valid == expected)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            var validator = UTF8Validator()
            let first = validator.consume(bytes.span.extracting(0..<cut))
            let second = validator.consume(bytes.span.extracting(cut..<bytes.count))
            #expect((first && second && validator.isComplete) == expected)
        }
    }
}
