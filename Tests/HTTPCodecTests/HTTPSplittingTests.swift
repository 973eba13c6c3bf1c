import HTTPCodec
import SeededRandom
import TestThreads
import Testing

@Suite("Requests however they are cut", .ownThread)
struct HTTPSplittingTests {
    static let corpus: [String] = [
        "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: a.example:4000\r\nAccept: */*\r\nCookie: a=b; c=d\r\n\r\n",
        "POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\nhello world",
        "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;e=1\r\nhello\r\n6\r\n world\r\n0\r\nT: 1\r\n\r\n",
        "\r\nGET http://h/p?q HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi",
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
        "PUT /é HTTP/1.1\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd",
    ]

    @Test("a request means the same whole and byte by byte", arguments: corpus)
    func alone(_ request: String) {
        let bytes = Array(request.utf8)
        let whole = parse(bytes)
        #expect(byteByByte(bytes) == whole)
        #expect(whole.error != nil || whole.requests.first?.isWhole == true)
    }

    @Test("a pipeline of requests means the same as each alone, wherever it is cut")
    func pipelined() {
        let good = Self.corpus.filter { parse($0).error == nil }
        #expect(good.count == 7)
        let bytes = Array(good.joined().utf8)
        let expected = good.flatMap { parse($0).requests }
        #expect(parse(bytes).requests == expected)
        #expect(byteByByte(bytes).requests == expected)
        for cut in 1..<bytes.count { #expect(parse(bytes, cuts: [cut]).requests == expected) }
    }

    @Test("mutated requests never trap, and mean the same whole and cut at random")
    func mutations() {
        var random = SeededGenerator(seed: 20_260_101)
        let interesting: [UInt8] = [0, 9, 10, 13, 32, 35, 37, 44, 46, 47, 48, 57, 58, 59, 102, 127, 128, 255]
        let limits = HTTPParserLimits(requestLine: 96, headerSection: 160, fields: 6, body: 24, chunkExtensions: 12)
        var refused = 0
        var taken = 0
        for _ in 0..<6000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes += Array(Self.corpus[Int.random(in: 0..<Self.corpus.count, using: &random)].utf8)
            }
            for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.insert(interesting[Int.random(in: 0..<interesting.count, using: &random)], at: place)
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 24)], at: place)
                }
            }
            let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()
            let whole = parse(bytes, limits: limits)
            #expect(parse(bytes, cuts: cuts, limits: limits) == whole, "\(bytes)")
            #expect(byteByByte(bytes, limits: limits) == whole, "\(bytes)")
            if whole.error == nil { taken += 1 } else { refused += 1 }
        }
        // Both ways out must have been seen, or the run would show nothing.
        #expect(refused > 1000)
        #expect(taken > 500)
    }
}
