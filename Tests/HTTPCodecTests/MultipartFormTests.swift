import HTTPCodec
import SeededRandom
import TestThreads
import Testing

@Suite("Multipart forms", .ownThread)
struct MultipartFormTests {
    private struct Part: Hashable {
        var head: MultipartPart
        var content: [UInt8] = []
        var isWhole = false
    }

    private struct Outcome: Hashable {
        var parts: [Part] = []
        var hasEnded = false
        var error: MultipartError?
    }

    private func parse(
        _ body: [UInt8], cuts: [Int] = [], boundary: String = "XX", limits: MultipartLimits = MultipartLimits()
    ) throws -> Outcome {
        var parser = try MultipartFormParser(boundary: boundary, limits: limits)
        var outcome = Outcome()
        var start = 0
        do throws(MultipartError) {
            for end in cuts + [body.count] {
                parser.feed(Array(body[start..<end]))
                start = end
                while let event = try parser.next() {
                    switch event {
                    case .part(let head): outcome.parts.append(Part(head: head))
                    case .content(let piece): outcome.parts[outcome.parts.count - 1].content += piece
                    case .partEnd: outcome.parts[outcome.parts.count - 1].isWhole = true
                    case .end: outcome.hasEnded = true
                    }
                }
            }
            try parser.finish()
        } catch {
            outcome.error = error
        }
        return outcome
    }

    /// What a body means, checked to be the same wherever it is cut.
    private func outcome(_ text: String, limits: MultipartLimits = MultipartLimits()) throws -> Outcome {
        let bytes = Array(text.utf8)
        let whole = try parse(bytes, limits: limits)
        let single = try parse(bytes, cuts: bytes.isEmpty ? [] : Array(1..<bytes.count), limits: limits)
        #expect(single.error == whole.error && single.parts.map(\.head) == whole.parts.map(\.head))
        if whole.error == nil { #expect(single == whole) }
        for cut in bytes.indices {
            let halves = try parse(bytes, cuts: [cut], limits: limits)
            #expect(halves.error == whole.error)
            if whole.error == nil { #expect(halves == whole) }
        }
        return whole
    }

    private func disposition(_ parameters: String) -> String { "Content-Disposition: form-data; \(parameters)\r\n" }
    private func form(_ headers: String, _ content: String = "x") -> String {
        "--XX\r\n\(headers)\r\n\(content)\r\n--XX--"
    }

    @Test("fields and files come in their order, wherever the bytes are cut")
    func form() throws {
        let body =
            "preamble\r\n--XX\r\n\(disposition("name=\"a\""))\r\n1\r\n--XX \t\r\n"
            + "content-type: image/png\r\n\(disposition("name=f; filename=\"q\\\"uo;te\\\\d.png\""))X-Other: y\r\n\r\n"
            + "\r\n-\r\n--X\r\n--XY\r\r\n\n--XX\r\n--XX\r\n\(disposition("name=\"empty\"; filename=\"\""))\r\n\r\n--XX--\r\nepilogue"
        let outcome = try outcome(body)
        #expect(outcome.error == nil && outcome.hasEnded)
        #expect(
            outcome.parts == [
                Part(head: MultipartPart(name: "a"), content: Array("1".utf8), isWhole: true),
                Part(
                    head: MultipartPart(name: "f", filename: "q\"uo;te\\d.png", contentType: "image/png"),
                    content: Array("\r\n-\r\n--X\r\n--XY\r\r\n\n--XX".utf8), isWhole: true),
                Part(head: MultipartPart(name: "empty", filename: ""), content: [], isWhole: true),
            ])
    }

    @Test("a form may be empty, begin at once, and carry any bytes")
    func bytes() throws {
        #expect(try outcome("--XX--").hasEnded)
        let content = (0...255).map { UInt8($0) } + Array("\r\n--X".utf8) + [13, 13, 10, 45]
        let body = Array("--XX\r\n\(disposition("name=b"))\r\n".utf8) + content + Array("\r\n--XX--\r\n".utf8)
        for size in 1...7 {
            let outcome = try parse(body, cuts: Array(stride(from: size, to: body.count, by: size)))
            #expect(outcome.parts.first?.content == content && outcome.error == nil)
        }
    }

    @Test("names are as they were sent: UTF-8, percent signs, old browsers' backslashes")
    func names() throws {
        let outcome = try outcome(form(disposition("name=\"é%22\"; filename=\"C:\\dir\\a.txt\"; filename*=UTF-8''x")))
        #expect(outcome.parts.first?.head == MultipartPart(name: "é%22", filename: "C:\\dir\\a.txt"))
    }

    @Test("what breaks the grammar is refused by its name")
    func refusals() throws {
        let rows: [(String, MultipartError)] = [
            ("", .truncated), ("--XX", .truncated), ("--XX\r\n", .truncated),
            (form(disposition("name=a")).dropLast(2) + "", .truncated),
            ("--XXY\r\n", .malformedBoundary), ("--XX-\r\n", .malformedBoundary), ("--XX\n", .malformedBoundary),
            ("--XX \rX", .malformedBoundary), ("--XX" + String(repeating: " ", count: 17), .malformedBoundary),
            ("--XX\r\n\(disposition("name=a"))\r\nx\r\n--XXX", .malformedBoundary),
            (form(""), .malformedHeader), (form("X: y\r\n"), .malformedHeader), (form("X y\r\n"), .malformedHeader),
            (form("X : y\r\n"), .malformedHeader), (form(": y\r\n"), .malformedHeader),
            (form("X: \u{1}\r\n"), .malformedHeader),
            (form("X: y\n"), .malformedHeader), (form(disposition("name=a") + " folded\r\n"), .malformedHeader),
            (form("Content-Disposition: attachment; name=a\r\n"), .malformedHeader),
            (form(disposition("name=a; name=b")), .malformedHeader), (form(disposition("name=\"a")), .malformedHeader),
            (form(disposition("name=")), .malformedHeader), (form(disposition("name=a b")), .malformedHeader),
            (form(disposition("name=a") + disposition("name=a")), .malformedHeader),
            (form(disposition("name=a") + "Content-Type: a/b\r\nContent-Type: a/b\r\n"), .malformedHeader),
            (form(disposition("filename=a")), .missingName), (form("Content-Disposition: form-data\r\n"), .missingName),
            (String(repeating: "p", count: 1025), .missingBoundary),
        ]
        for (body, error) in rows { #expect(try outcome(body).error == error, "\(body.debugDescription)") }
        let invalid = Array("--XX\r\nContent-Disposition: form-data; name=\"".utf8) + [0xFF] + Array("\"\r\n\r\n".utf8)
        #expect(try parse(invalid).error == .malformedHeader)
    }

    @Test("each bound is met at its end and refused past it")
    func limits() throws {
        let part = "--XX\r\n\(disposition("name=abcd; filename=\"efgh\""))\r\n12345\r\n"
        let body = "pre\r\n" + part + part + "--XX--"
        let headerBytes = disposition("name=abcd; filename=\"efgh\"").utf8.count + 2
        let exact = MultipartLimits(parts: 2, headerBytes: headerBytes, partSize: 5, nameLength: 4, preamble: 3)
        #expect(try outcome(body, limits: exact).error == nil)
        func error(_ adjust: (inout MultipartLimits) -> Void) throws -> MultipartError? {
            var limits = exact
            adjust(&limits)
            return try outcome(body, limits: limits).error
        }
        #expect(try error { $0.parts = 1 } == .tooManyParts)
        #expect(try error { $0.headerBytes -= 1 } == .headersTooLarge)
        #expect(try error { $0.partSize = 4 } == .partTooLarge)
        #expect(try error { $0.nameLength = 3 } == .nameTooLong)
        #expect(try error { $0.preamble = 2 } == .missingBoundary)
        #expect(try outcome("--XX\r\nX: \(String(repeating: "a", count: 9000))").error == .headersTooLarge)
        #expect(MultipartError.tooManyParts.status.code == 413 && MultipartError.truncated.status.code == 400)
    }

    @Test("the boundary comes from the content type, quoted or not, and must be one")
    func contentTypes() throws {
        for type in ["multipart/form-data; boundary=XX", "Multipart/Form-Data;charset=utf-8; BOUNDARY=\"XX\""] {
            var parser = try MultipartFormParser(contentType: type)
            parser.feed(Array("--XX--".utf8))
            #expect(try parser.next() == .end)
            try parser.finish()
        }
        for type in [
            "", "text/plain; boundary=XX", "multipart/mixed; boundary=XX", "multipart/form-data; boundary=\"XX",
        ] {
            #expect(throws: MultipartError.notFormData) { try MultipartFormParser(contentType: type) }
        }
        for type in [
            "multipart/form-data", "multipart/form-data; boundary=\"\"", "multipart/form-data; boundary=\"a \"",
            "multipart/form-data; boundary=\"a@b\"",
            "multipart/form-data; boundary=\(String(repeating: "a", count: 71))",
        ] {
            #expect(throws: MultipartError.invalidBoundary) { try MultipartFormParser(contentType: type) }
        }
        #expect(MultipartError.notFormData.status.code == 415)
    }

    @Test("after an error or the end nothing more is told")
    func afterwards() throws {
        var failed = try MultipartFormParser(boundary: "XX")
        failed.feed(Array("--XXY".utf8))
        #expect(throws: MultipartError.malformedBoundary) { try failed.next() }
        failed.feed(Array("--XX--".utf8))
        #expect(throws: MultipartError.malformedBoundary) { try failed.next() }
        #expect(throws: MultipartError.malformedBoundary) { try failed.finish() }
        var ended = try MultipartFormParser(boundary: "XX")
        ended.feed(Array("--XX--\r\n--XX\r\n".utf8))
        #expect(try ended.next() == .end)
        #expect(try ended.next() == nil)
    }

    @Test("mutated forms never trap, and mean the same whole and cut at random")
    func mutations() throws {
        var random = SeededGenerator(seed: 7)
        let seed = Array(
            ("--XX\r\n" + disposition("name=\"a\"; filename=\"b\"") + "\r\ncontent\r\n--XX\r\n" + disposition("name=c")
                + "\r\n\r\n--XX--").utf8)
        let interesting: [UInt8] = [0, 10, 13, 32, 34, 45, 58, 59, 61, 88, 92, 255]
        var (taken, refused) = (0, 0)
        for _ in 0..<3000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = interesting[Int.random(in: 0..<interesting.count, using: &random)]
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
                }
            }
            let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let whole = try parse(bytes)
            #expect(try parse(bytes, cuts: cuts) == whole, "\(bytes)")
            if whole.error == nil { taken += 1 } else { refused += 1 }
        }
        #expect(taken > 300 && refused > 300)
    }
}
