import HTTPCodec
import Testing

@Suite("Entity tags")
struct HTTPEntityTagTests {
    @Test("tags are read whole and written as they were")
    func parsing() {
        for text in ["\"\"", "\"a\"", "W/\"a,b\"", "\"\u{e9}!#~\""] {
            #expect(HTTPEntityTag(parsing: text)?.text == text)
        }
        for text in ["", "a", "\"a", "a\"", "w/\"a\"", "W\"a\"", "W/a", "\"a\"b", "\"a b\"", "\"a\u{7f}\"", "*"] {
            #expect(HTTPEntityTag(parsing: text) == nil, "\(text)")
        }
        #expect(HTTPEntityTag("a\"b") == nil)
    }

    @Test("the comparisons are those of the table in RFC 9110 section 8.8.3.2")
    func comparisons() throws {
        let rows: [(String, String, Bool, Bool)] = [
            ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
            ("W/\"1\"", "\"1\"", false, true), ("\"1\"", "\"1\"", true, true),
        ]
        for (one, other, strong, weak) in rows {
            let (one, other) = (try #require(HTTPEntityTag(parsing: one)), try #require(HTTPEntityTag(parsing: other)))
            #expect(one.stronglyMatches(other) == strong && other.stronglyMatches(one) == strong)
            #expect(one.weaklyMatches(other) == weak && other.weaklyMatches(one) == weak)
        }
    }

    @Test("lists run over several fields, forgive empty members, and end at the first broken one")
    func lists() {
        func list(_ values: String...) -> HTTPEntityTags? {
            var headers = HTTPHeaders()
            for value in values { headers.add("If-Match", value) }
            return HTTPEntityTags(headers, "if-match")
        }
        func tags(_ texts: String...) -> HTTPEntityTags { .tags(texts.compactMap { HTTPEntityTag(parsing: $0) }) }
        #expect(list() == nil)
        #expect(list("*") == .any)
        #expect(list("\"a\", W/\"b,c\" ,\"d\"") == tags("\"a\"", "W/\"b,c\"", "\"d\""))
        #expect(list("\"a\"", ", ,\"b\",") == tags("\"a\"", "\"b\""))
        #expect(list("\"a\", b, \"c\"") == tags("\"a\""))
        #expect(list("\"a\" \"b\"") == .tags([]))
        #expect(list("*, \"a\"") == .tags([]))
        #expect(list("") == .tags([]))
    }
}
