import ByteCoding
import SeededRandom
import TestThreads
import Testing

@Suite("Reading JSON", .ownThread)
struct JSONReaderTests {
    static func parse(_ text: String) throws(JSONError) -> JSON { try JSON.parse(Array(text.utf8)) }

    static func reason(_ bytes: [UInt8], limits: JSONLimits = .standard) -> JSONError.Reason? {
        do throws(JSONError) {
            _ = try JSON.parse(bytes, limits: limits)
            return nil
        } catch { return error.reason }
    }

    static let valid: [(String, JSON)] = [
        ("null", .null), (" true\n", true), ("\t\r\nfalse", false), ("0", 0), ("-0", 0), ("-1", -1), ("42", 42),
        ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
        ("9223372036854775808", .double(0x1p63)),
        ("-9223372036854775809", .double(-0x1p63)),
        ("123456789012345678901234567890", 1.2345678901234568e29), ("1.0", .double(1)),
        ("0.1", 0.1), ("-2.5e-3", -0.0025), ("1E+2", .double(100)), ("0e0", .double(0)), ("1e-999", .double(0)),
        ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)), ("5e-324", .double(.leastNonzeroMagnitude)),
        ("\"\"", ""), ("\"plain\"", "plain"), ("\"é漢🐦\u{2028}\u{7f}\"", "é漢🐦\u{2028}\u{7f}"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u6F22\ud83d\uDC26\u0000""#, "Aé漢🐦\0"),
        (#""before\nbetween\u00e9after""#, "before\nbetweenéafter"),
        (#""\ud7ff\ue000\uffff""#, "\u{d7ff}\u{e000}\u{ffff}"),
        ("[]", []), ("[ ]", []), ("{}", [:]), ("{ }", [:]), ("[1, [2], {}]", [1, [2], [:]]),
        (#" { "a" : 1 , "b" : [ null , "x" ] } "#, ["a": 1, "b": [nil, "x"]]),
        (#"{"_placeholder":true,"num":0}"#, ["_placeholder": true, "num": 0]), (#"{"":{"":1}}"#, ["": ["": 1]]),
    ]

    @Test("each kind of value is read", arguments: valid)
    func reads(text: String, expected: JSON) throws {
        #expect(try Self.parse(text) == expected)
        let padded = Array("xx\(text)yy".utf8)
        #expect(try JSON.parse(padded[2..<(padded.count - 2)]) == expected)
    }

    @Test("every proper beginning of a container or string is truncated", arguments: valid)
    func truncation(text: String, expected: JSON) {
        let bytes = Array(text.utf8)
        guard let last = bytes.last(where: { $0 > 0x20 }), [0x22, 0x5d, 0x7d].contains(last),
            let end = bytes.lastIndex(of: last)
        else { return }
        for cut in 0..<end { #expect(Self.reason(Array(bytes[..<cut])) == .truncated) }
    }

    static let invalid: [(String, JSONError.Reason)] = [
        ("", .truncated), (" ", .truncated), ("nul", .truncated), ("nulL", .unexpectedByte), ("True", .unexpectedByte),
        ("null1", .trailingBytes), ("1 2", .trailingBytes), ("[]]", .trailingBytes), ("{}{}", .trailingBytes),
        ("[1,]", .unexpectedByte), ("[,1]", .unexpectedByte), ("[1 2]", .unexpectedByte), ("[1}", .unexpectedByte),
        (#"{"a":1,}"#, .unexpectedByte), (#"{"a" 1}"#, .unexpectedByte), ("{a:1}", .unexpectedByte),
        ("{1:2}", .unexpectedByte), (#"{"a":}"#, .unexpectedByte), (#"{"a":1]"#, .unexpectedByte),
        ("'a'", .unexpectedByte), ("// a\n1", .unexpectedByte), ("\u{feff}1", .unexpectedByte),
        ("\u{a0}1", .unexpectedByte), ("\u{0b}1", .unexpectedByte), ("NaN", .unexpectedByte),
        ("Infinity", .unexpectedByte), ("-Infinity", .invalidNumber), ("+1", .unexpectedByte), (".5", .unexpectedByte),
        ("01", .invalidNumber), ("-01", .invalidNumber), ("00", .invalidNumber), ("-", .truncated),
        ("--1", .invalidNumber),
        ("1.", .truncated), ("1.e1", .invalidNumber), ("[1.]", .invalidNumber), ("1e", .truncated), ("1e+", .truncated),
        ("1ee1", .invalidNumber), ("1.2.3", .trailingBytes), ("0x10", .trailingBytes), ("1_000", .trailingBytes),
        ("1e309", .numberOutOfRange), ("-1e999999999999", .numberOutOfRange), ("\"\n\"", .controlCharacter),
        ("\"\u{0}\"", .controlCharacter), ("\"\u{1f}\"", .controlCharacter), (#""\a""#, .invalidEscape),
        (#""\U0041""#, .invalidEscape), (#""\u00g0""#, .invalidEscape), (#""\u+041""#, .invalidEscape),
        (#""\u12""#, .invalidEscape), (#""\ud800""#, .loneSurrogate), (#""\udc00""#, .loneSurrogate),
        (#""\ud800\ud800""#, .loneSurrogate), (#""\ud800\n""#, .loneSurrogate), (#""\ud83dx""#, .loneSurrogate),
        (#""\udc26\ud83d""#, .loneSurrogate), (#"{"a":1,"a":1}"#, .duplicateKey),
        (#"{"a":1,"\u0061":2}"#, .duplicateKey), (#"[{"x":{"b":1,"c":2,"b":3}}]"#, .duplicateKey),
    ]

    @Test("whatever the grammar does not allow is refused", arguments: invalid)
    func refuses(text: String, expected: JSONError.Reason) {
        #expect(Self.reason(Array(text.utf8)) == expected)
    }

    @Test("an error tells where it is")
    func offset() {
        #expect(throws: JSONError(reason: .unexpectedByte, offset: 4)) { try Self.parse("[1, x]") }
        #expect(throws: JSONError(reason: .loneSurrogate, offset: 4)) { try Self.parse(#"["\ud800"]"#) }
        #expect(throws: JSONError(reason: .duplicateKey, offset: 7)) { try Self.parse(#"{"a":1,"a":2}"#) }
    }

    @Test("invalid UTF-8 is refused in plain and in escaped strings, also where an escape follows a cut character")
    func invalidUTF8() {
        let quote = UInt8(ascii: "\"")
        for broken: [UInt8] in [[0xff], [0xc3], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0x80]] {
            #expect(Self.reason([quote] + broken + [quote]) == .invalidUTF8)
            #expect(Self.reason([quote] + broken + Array(#"\u00a9"#.utf8) + [quote]) == .invalidUTF8)
            #expect(Self.reason([quote] + Array(#"\u00a9"#.utf8) + broken + [quote]) == .invalidUTF8)
        }
        #expect(Self.reason([0xff]) == .unexpectedByte)
    }

    @Test("64 levels are read, 65 and 100,000 are refused")
    func depth() {
        func nested(_ open: String, _ close: String, _ count: Int) -> [UInt8] {
            Array((String(repeating: open, count: count) + "1" + String(repeating: close, count: count)).utf8)
        }
        #expect(Self.reason(nested("[", "]", 64)) == nil)
        #expect(Self.reason(nested("[", "]", 65)) == .tooDeep)
        #expect(Self.reason(nested(#"{"a":"#, "}", 64)) == nil)
        #expect(Self.reason(nested(#"{"a":"#, "}", 65)) == .tooDeep)
        #expect(Self.reason(nested("[", "]", 100_000)) == .tooDeep)
        #expect(Self.reason([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) == .tooDeep)
        #expect(Self.reason(nested(#"[{"a":"#, "}]", 100_000)) == .tooDeep)
        #expect(Self.reason(nested("[", "]", 2000), limits: JSONLimits(maxDepth: .max)) == .tooDeep)
        #expect(Self.reason(Array("[]".utf8), limits: JSONLimits(maxDepth: 0)) == .tooDeep)
        #expect(Self.reason(Array("1".utf8), limits: JSONLimits(maxDepth: -1)) == nil)
    }

    @Test("the number of elements is bounded, containers and members counted")
    func elements() {
        let limits = JSONLimits(maxElements: 4)
        #expect(Self.reason(Array("[1,2,3]".utf8), limits: limits) == nil)
        #expect(Self.reason(Array("[1,2,3,4]".utf8), limits: limits) == .tooManyElements)
        #expect(Self.reason(Array("[[],[],[],[]]".utf8), limits: limits) == .tooManyElements)
        #expect(Self.reason(Array(#"{"a":1,"b":2,"c":3,"d":4}"#.utf8), limits: limits) == .tooManyElements)
    }

    @Test("a number's text is bounded")
    func numberLength() {
        let exact = "0." + String(repeating: "1", count: JSONLimits.maxNumberLength - 2)
        #expect(Self.reason(Array(exact.utf8)) == nil)
        #expect(Self.reason(Array((exact + "1").utf8)) == .numberOutOfRange)
        #expect(Self.reason([UInt8](repeating: UInt8(ascii: "9"), count: 100_000)) == .numberOutOfRange)
    }

    @Test("a duplicate is found in a large object too, and distinct names are not taken for one")
    func largeObject() {
        let members = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        #expect(Self.reason(Array("{\(members)}".utf8)) == nil)
        for name in ["k0", "k15", "k16", "k17", "k4999"] {
            #expect(Self.reason(Array("{\(members),\"\(name)\":1}".utf8)) == .duplicateKey)
        }
        #expect(Self.reason(Array("{\"\u{e9}\":1,\"e\u{301}\":2}".utf8)) == nil)
    }

    @Test("random and mutated bytes are read or refused, and what is read is written and read back the same")
    func fuzz() throws {
        var random = SeededGenerator(seed: 3)
        let letters = Array(#"[]{}:,"\u0d8e1-+.Etrfalsn "#.utf8) + [0xc3, 0xa9, 0xff, 0x00]
        let seed = Array(#"{"a":[1,-2.5e3,"x\u00e9\n",true,null],"b":{"c":"漢"},"d":[[],{}]}"#.utf8)
        for round in 0..<6000 {
            var bytes = random.bytes(upTo: 24)
            if round % 3 == 1 { bytes = bytes.map { letters[Int($0) % letters.count] } }
            if round % 3 == 2 {
                bytes = seed
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    bytes[place] = letters.randomElement(using: &random) ?? 0
                }
            }
            guard let value = try? JSON.parse(bytes) else { continue }
            #expect(try JSON.parse(value.encoded()) == value)
        }
    }
}
