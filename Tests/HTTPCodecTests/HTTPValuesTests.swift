import HTTPCodec
import Testing

@Suite("Dates, paths, queries, forms and cookies")
struct HTTPValuesTests {
    @Test(
        "dates are written as IMF-fixdate",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (Int64.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
            (Int64.min, "Sat, 01 Jan 0000 00:00:00 GMT"),
        ] as [(Int64, String)])
    func dates(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.string(unixSeconds: seconds) == text)
    }

    @Test(
        "a path is decoded once",
        arguments: [
            ("/", "/"), ("/a%20b", "/a b"), ("/%2541", "/%41"), ("/...", "/..."), ("/.a/..b", "/.a/..b"), ("//", "//"),
            ("/a+b", "/a+b"),
        ])
    func decoded(_ raw: String, _ path: String) {
        #expect(HTTPPath.decode(raw) == path)
    }

    @Test(
        "a path that two readers could take for different things is refused",
        arguments: [
            "", "a", "/%", "/%4", "/%4g", "/%00", "/%0a", "/%7F", "/%2F", "/%2e", "/..", "/a/../b", "/%2e./x", "/a/.",
            "/%c0%af", "/%ed%a0%80", "/%ff",
        ])
    func refused(_ raw: String) {
        #expect(HTTPPath.decode(raw) == nil)
    }

    @Test("a query gives its names and values in order, decoded")
    func query() throws {
        let query = try HTTPQuery("EIO=4&transport=websocket&a=1+2&a=%26%3D&&b&=c&d=e=f&g=%zz%4&h=%ff")
        #expect(query["EIO"] == "4")
        #expect(query["transport"] == "websocket")
        #expect(query.all("a") == ["1 2", "&="])
        #expect(query["b"] == "")
        #expect(query[""] == "c")
        #expect(query["d"] == "e=f")
        #expect(query["g"] == "%zz%4")
        #expect(query["h"] == "\u{FFFD}")
        #expect(query["x"] == nil)
        #expect(query.pairs.count == 9)
        #expect(try HTTPQuery("").pairs.isEmpty)
    }

    @Test("a form past its limits is refused whole")
    func formLimits() throws {
        let limits = FormLimits(length: 7, pairs: 2)
        #expect(try FormURLEncoded.parse("a=1&b=2", limits: limits).count == 2)
        #expect(throws: FormError.tooLong) { try FormURLEncoded.parse("a=1&b=22", limits: limits) }
        #expect(throws: FormError.tooManyPairs) { try FormURLEncoded.parse("a&b&c", limits: limits) }
        #expect(throws: FormError.tooManyPairs) { try HTTPQuery(String(repeating: "a&", count: 201)) }
    }

    @Test("cookies are read from every Cookie field, the first of a name first")
    func cookies() {
        var headers: HTTPHeaders = ["Cookie": "SID=31d4d96e407aad42; lang=en-US;; =x; bare ;a=\"q\"; SID=2"]
        headers.add("cookie", " b = c=d ")
        let cookies = HTTPCookies(headers)
        #expect(cookies["SID"] == "31d4d96e407aad42")
        #expect(cookies["sid"] == nil)
        #expect(cookies["lang"] == "en-US")
        #expect(cookies["a"] == "\"q\"")
        #expect(cookies["b"] == "c=d")
        #expect(cookies["bare"] == nil)
        #expect(cookies.pairs.count == 5)
        #expect(HTTPCookies("a=1; b=2; c=3", limit: 2).pairs.count == 2)
    }
}
