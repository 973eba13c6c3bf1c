import HTTPCodec

/// A request as it came out of the parser, its body joined.
private struct Request: Equatable {
    var method: HTTPMethod
    var target: String
    var path: String
    var query: String
    var version: HTTPVersion
    var headers: HTTPHeaders
    var authority: String
    var framing: HTTPBodyFraming
    var keepAlive: Bool
    var expectsContinue: Bool
    var body: [UInt8] = []
    var isWhole = false

    init(_ head: HTTPRequestHead) {
        method = head.method
        target = head.target
        path = head.path
        query = head.query
        version = head.version
        headers = head.headers
        authority = head.authority
        framing = head.framing
        keepAlive = head.keepAlive
        expectsContinue = head.expectsContinue
    }

    /// The request as a client would send it that means the same.
    var encoded: [UInt8] {
        var output = Array("\(method.rawValue) \(target) HTTP/1.\(version == .http10 ? 0 : 1)\r\n".utf8)
        headers.encode(into: &output)
        output += Array("\r\n".utf8)
        guard case .chunked = framing else { return output + body }
        if !body.isEmpty { output += Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8) }
        return output + Array("0\r\n\r\n".utf8)
    }
}

private struct Outcome: Equatable {
    var requests: [Request] = []
    var error: HTTPParseError?
}

private let neighbour = Array("PUT /before HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc".utf8)
private let standard = HTTPParserLimits()
private let small = HTTPParserLimits(requestLine: 64, headerSection: 128, fields: 4, body: 16, chunkExtensions: 8)

private func parse(_ input: [UInt8], _ limits: HTTPParserLimits, cuts: [Int] = []) -> Outcome {
    var parser = HTTPRequestParser(limits: limits)
    var outcome = Outcome()
    forEachPiece(of: input, cuts: cuts) { piece in
        guard outcome.error == nil else { return }
        parser.feed(piece)
        do throws(HTTPParseError) {
            while let event = try parser.next() {
                switch event {
                case .head(let head): outcome.requests.append(Request(head))
                case .body(let bytes):
                    require(!bytes.isEmpty, "no piece of content is empty")
                    outcome.requests[outcome.requests.count - 1].body += bytes
                case .end: outcome.requests[outcome.requests.count - 1].isWhole = true
                }
            }
        } catch {
            outcome.error = error
            parser.feed(neighbour)
            do throws(HTTPParseError) {
                _ = try parser.next()
                require(false, "the first error is the last word")
            } catch { require(error == outcome.error, "the first error is the last word") }
            return
        }
    }
    return outcome
}

private func check(_ request: Request, _ limits: HTTPParserLimits) {
    require(request.body.count <= limits.body, "no body is longer than its limit")
    require(request.headers.count <= limits.fields, "no more fields than the limit")
    require(request.target.utf8.count < limits.requestLine, "no target is longer than the request line's limit")
    if request.path != "*", !request.path.isEmpty {
        require(request.path.utf8.first == 0x2F, "a path begins with a slash")
        require(!request.path.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a path holds no control characters")
        let segments = request.path.utf8.split(separator: 0x2F).map { Array($0) }
        require(!segments.contains([0x2E]) && !segments.contains([0x2E, 0x2E]), "a path holds no dot segments")
    }
    _ = request.headers.pairs
    _ = request.headers.lists("upgrade", in: "Connection")
    require(HTTPCookies(request.headers).pairs.count <= 100, "cookies are bounded")
    if let pairs = try? HTTPQuery.parse(request.query) { require(pairs.count <= 200, "pairs of a query are bounded") }
    guard request.isWhole else { return }
    let again = parse(request.encoded, standard)
    require(again == Outcome(requests: [request]), "a request reads the same after it was written: \(again)")
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = bytes(data, size)
    for limits in [standard, small] {
        let whole = parse(input, limits)
        for cuts in cuttings(of: input) {
            require(parse(input, limits, cuts: cuts) == whole, "however it is cut, the same requests: \(cuts)")
        }
        for request in whole.requests { check(request, limits) }
        var joined = parse(neighbour + input, limits)
        require(joined.requests.first?.body == [0x61, 0x62, 0x63], "the first stays")
        joined.requests.removeFirst()
        require(joined == whole, "a request before it changes nothing")
        let after = parse(input + neighbour, limits)
        require(after.requests.starts(with: whole.requests.filter(\.isWhole)), "what comes later changes nothing")
        if whole.error != nil { require(after == whole, "nothing follows an error") }
    }
    switched(input)
    return 0
}

/// What follows an upgrading request is handed over byte for byte.
private func switched(_ input: [UInt8]) {
    var parser = HTTPRequestParser()
    parser.feed(neighbour + input)
    while let event = try? parser.next() {
        if case .end = event { break }
    }
    require(parser.takeUnread() == input, "the bytes after a request are handed over as they are")
    require(parser.unreadCount == 0, "and none is kept")
}
