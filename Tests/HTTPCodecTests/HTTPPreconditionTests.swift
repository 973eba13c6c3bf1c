import HTTPCodec
import Testing

@Suite("Conditional requests")
struct HTTPPreconditionTests {
    private static let then = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    private static let modified: Int64 = 784_111_777

    private func outcome(
        _ headers: HTTPHeaders, method: HTTPMethod = .get, tag: String? = "\"v1\"", modified: Int64? = modified
    ) -> HTTPPreconditions.Outcome {
        HTTPPreconditions.evaluate(
            method: method, headers: headers, entityTag: tag.flatMap { HTTPEntityTag(parsing: $0) },
            lastModified: modified)
    }

    @Test("If-Match compares strongly and fails with 412")
    func ifMatch() {
        #expect(outcome(["If-Match": "\"v1\""]) == .perform)
        #expect(outcome(["If-Match": "\"v0\", \"v1\""]) == .perform)
        #expect(outcome(["If-Match": "*"]) == .perform)
        #expect(outcome(["If-Match": "\"v2\""]) == .failed)
        #expect(outcome(["If-Match": "W/\"v1\""]) == .failed)
        #expect(outcome(["If-Match": "W/\"v1\""], tag: "W/\"v1\"") == .failed)
        #expect(outcome(["If-Match": "\"v1\""], tag: nil) == .failed)
        #expect(outcome(["If-Match": "v1"]) == .failed)
    }

    @Test("If-None-Match compares weakly: 304 to readers, 412 to others")
    func ifNoneMatch() {
        for value in ["\"v1\"", "W/\"v1\"", "*", "\"v0\",\"v1\""] {
            #expect(outcome(["If-None-Match": value]) == .notModified)
            #expect(outcome(["If-None-Match": value], method: .head) == .notModified)
            #expect(outcome(["If-None-Match": value], method: .put) == .failed)
        }
        #expect(outcome(["If-None-Match": "\"v2\""]) == .perform)
        #expect(outcome(["If-None-Match": "v1"]) == .perform)
        #expect(outcome(["If-None-Match": "\"v1\""], tag: nil) == .perform)
    }

    @Test("dates decide to the second, and only where both sides have one")
    func dates() {
        #expect(outcome(["If-Modified-Since": Self.then]) == .notModified)
        #expect(outcome(["If-Modified-Since": Self.before]) == .perform)
        #expect(outcome(["If-Modified-Since": Self.then], method: .post) == .perform)
        #expect(outcome(["If-Modified-Since": Self.then], modified: nil) == .perform)
        #expect(outcome(["If-Modified-Since": "yesterday"]) == .perform)
        #expect(outcome(["If-Unmodified-Since": Self.then]) == .perform)
        #expect(outcome(["If-Unmodified-Since": Self.before]) == .failed)
        #expect(outcome(["If-Unmodified-Since": Self.before], method: .put) == .failed)
        #expect(outcome(["If-Unmodified-Since": "yesterday"]) == .perform)
        #expect(outcome(["If-Unmodified-Since": Self.before], modified: nil) == .perform)
        var twice: HTTPHeaders = ["If-Modified-Since": Self.then]
        twice.add("If-Modified-Since", Self.then)
        #expect(outcome(twice) == .perform)
    }

    @Test("the order is that of RFC 9110 section 13.2.2: a tag counts more than a date, and a failure before a 304")
    func precedence() {
        #expect(outcome(["If-Match": "\"v1\"", "If-Unmodified-Since": Self.before]) == .perform)
        #expect(outcome(["If-None-Match": "\"v2\"", "If-Modified-Since": Self.then]) == .perform)
        #expect(outcome(["If-None-Match": "\"v1\"", "If-Modified-Since": Self.before]) == .notModified)
        #expect(outcome(["If-Match": "\"v2\"", "If-None-Match": "\"v1\""]) == .failed)
        #expect(outcome(["If-Match": "\"v1\"", "If-None-Match": "\"v1\""]) == .notModified)
        #expect(outcome(["If-Unmodified-Since": Self.then, "If-None-Match": "\"v1\""]) == .notModified)
        #expect(outcome([:]) == .perform)
    }

    @Test("If-Range lets a range count only for exactly the version it names, by a strong validator")
    func ifRange() {
        func permits(_ value: String?, tag: String? = "\"v1\"", now: Int64 = Self.modified + 1) -> Bool {
            var headers = HTTPHeaders()
            if let value { headers.add("If-Range", value) }
            return HTTPPreconditions.permitsRange(
                headers: headers, entityTag: tag.flatMap { HTTPEntityTag(parsing: $0) }, lastModified: Self.modified,
                now: now)
        }
        #expect(permits(nil) && permits("\"v1\"") && permits(Self.then))
        #expect(!permits("\"v2\"") && !permits("W/\"v1\"") && !permits("W/\"v1\"", tag: "W/\"v1\""))
        #expect(!permits("\"v1\"", tag: nil) && !permits("v1"))
        #expect(!permits(Self.before) && !permits("Sun, 06 Nov 1994 08:49:38 GMT"))
        #expect(!permits(Self.then, now: Self.modified))
    }
}

@Suite("Byte ranges")
struct HTTPByteRangeTests {
    private func ranges(_ value: String?, size: Int = 100) -> HTTPByteRanges {
        var headers = HTTPHeaders()
        if let value { headers.add("Range", value) }
        return HTTPByteRanges(headers, size: size)
    }

    @Test("first and last, open ends and suffixes are cut to what is there")
    func single() {
        #expect(ranges("bytes=0-0") == .parts([0..<1]))
        #expect(ranges("bytes=10-19") == .parts([10..<20]))
        #expect(ranges("bytes=90-") == .parts([90..<100]))
        #expect(ranges("bytes=90-1000") == .parts([90..<100]))
        #expect(ranges("bytes=0-99999999999999999999999") == .parts([0..<100]))
        #expect(ranges("bytes=-1") == .parts([99..<100]))
        #expect(ranges("bytes=-1000") == .parts([0..<100]))
        #expect(ranges("BYTES=0-1") == .parts([0..<2]))
    }

    @Test("several come in their order, what is not there left out")
    func several() {
        #expect(ranges("bytes=50-59, 0-9") == .parts([50..<60, 0..<10]))
        #expect(ranges("bytes=,0-9 , ,200-300,") == .parts([0..<10]))
        #expect(ranges("bytes=0-9,-10") == .parts([0..<10, 90..<100]))
    }

    @Test("nothing of it there is 416; of an empty file the whole is sent")
    func unsatisfiable() {
        #expect(ranges("bytes=100-") == .unsatisfiable)
        #expect(ranges("bytes=99999999999999999999999-") == .unsatisfiable)
        #expect(ranges("bytes=-0") == .unsatisfiable)
        #expect(ranges("bytes=200-300,400-") == .unsatisfiable)
        #expect(ranges("bytes=0-", size: 0) == .whole)
        #expect(ranges("bytes=-5", size: 0) == .whole)
    }

    @Test("another unit, a broken list, a doubled field and ranges that cost more than the whole are ignored")
    func ignored() {
        for value in [
            nil, "", "bytes", "bytes=", "bytes=,", "lines=0-1", "bytes 0-1", "bytes=a-b", "bytes=0", "bytes=-",
            "bytes=5-4",
            "bytes=0-1,x", "bytes=0 -1", "bytes=0- 1", "bytes=+0-1", "bytes=0-1-2", "bytes=--1", "bytes= =0-1",
            "bytes=0-99,0-0", "bytes=" + String(repeating: "0-0,", count: 17),
        ] {
            #expect(ranges(value) == .whole, "\(value ?? "none")")
        }
        #expect(ranges("bytes=" + String(repeating: "0-0,", count: 16)) == .parts(Array(repeating: 0..<1, count: 16)))
        var twice: HTTPHeaders = ["Range": "bytes=0-1"]
        twice.add("Range", "bytes=0-1")
        #expect(HTTPByteRanges(twice, size: 100) == .whole)
    }
}
