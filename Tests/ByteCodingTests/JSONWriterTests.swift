import ByteCoding
import SeededRandom
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    static func text(_ value: JSON) -> String { String(decoding: value.encoded(), as: UTF8.self) }

    @Test(
        "each kind of value has one spelling",
        arguments: [
            (nil, "null"), (true, "true"), (false, "false"), (0, "0"), (-1, "-1"), (.int(.max), "9223372036854775807"),
            (.int(.min), "-9223372036854775808"), (0.1, "0.1"), (.double(1), "1.0"), (.double(1e21), "1e+21"),
            (.double(.leastNonzeroMagnitude), "5e-324"), (.double(.nan), "null"), (.double(.infinity), "null"),
            (.double(-.infinity), "null"), ("", "\"\""), ("a/é漢🐦\u{2028}\u{7f}", "\"a/é漢🐦\u{2028}\u{7f}\""),
            ("\"\\\u{8}\t\n\u{c}\r", #""\"\\\b\t\n\f\r""#), ("\u{0}\u{1}\u{0b}\u{1f}", #""\u0000\u0001\u000b\u001f""#),
            ([], "[]"), ([:], "{}"), ([1, [], "x", [:]], #"[1,[],"x",{}]"#),
            (["b": 1, "a": [nil, true], "c": ["d": "e"]], #"{"b":1,"a":[null,true],"c":{"d":"e"}}"#),
        ] as [(JSON, String)])
    func spelling(value: JSON, expected: String) {
        #expect(Self.text(value) == expected)
    }

    @Test("commas come by themselves, at every level")
    func commas() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("list")
        writer.beginArray()
        writer.int(1 as UInt8)
        writer.int(UInt64.max)
        writer.string("[")
        writer.string(",")
        writer.beginArray()
        writer.endArray()
        writer.beginObject()
        writer.endObject()
        writer.null()
        writer.endArray()
        writer.key("raw")
        writer.raw(Array("[1,2]".utf8))
        writer.key("span")
        writer.raw(Array("{}".utf8).span)
        writer.key("value")
        writer.value(["a": -5])
        writer.key("double")
        writer.double(-0.5)
        writer.key("bool")
        writer.bool(false)
        writer.endObject()
        let expected =
            #"{"list":[1,18446744073709551615,"[",",",[],{},null],"raw":[1,2],"span":{},"value":{"a":-5},"#
            + #""double":-0.5,"bool":false}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test("bytes that were there before stay, and get no comma after them")
    func appending() {
        for header in ["42", "42/chat,", ""] {
            var bytes = Array(header.utf8)
            JSONWriter.append(to: &bytes) { writer in
                writer.beginArray()
                writer.string("a")
                writer.int(-7 as Int8)
                writer.endArray()
            }
            #expect(String(decoding: bytes, as: UTF8.self) == header + #"["a",-7]"#)
        }
    }

    @Test("random values come back as they were")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<2000 {
            let value = Self.randomValue(depth: 0, &random)
            #expect(try JSON.parse(value.encoded()) == value)
        }
    }

    @Test("random finite doubles come back bit by bit")
    func doubles() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let back = try JSON.parse(JSON.double(value).encoded()).doubleValue
            #expect(back?.bitPattern == value.bitPattern)
        }
    }

    static func randomValue(depth: Int, _ random: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0..<(depth < 4 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .int(Int64(bitPattern: random.next()))
        case 3: return .double(Double.random(in: -1e6...1e6, using: &random))
        case 4: return .string(randomText(&random))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(depth: depth + 1, &random) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                object[randomText(&random)] = randomValue(depth: depth + 1, &random)
            }
            return .object(object)
        }
    }

    static func randomText(_ random: inout SeededGenerator) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            if let scalar = Unicode.Scalar(
                UInt32.random(in: 0...0x1ffff, using: &random) >> UInt32.random(in: 0...12, using: &random))
            {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
