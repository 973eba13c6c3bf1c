import HTTPCodec

/// One request as it came out of a parser, its body joined.
struct ParsedRequest: Equatable {
    var method: String
    var target: String
    var path: String
    var query: String
    var authority: String
    var headers: HTTPHeaders
    var framing: HTTPBodyFraming
    var keepAlive: Bool
    var expectsContinue: Bool
    var body: [UInt8] = []
    var isWhole = false

    init(_ head: HTTPRequestHead) {
        method = head.method.rawValue
        target = head.target
        path = head.path
        query = head.query
        authority = head.authority
        headers = head.headers
        framing = head.framing
        keepAlive = head.keepAlive
        expectsContinue = head.expectsContinue
    }
}

/// What a parser made of some bytes: the requests, and the error that ended them.
struct ParseOutcome: Equatable {
    var requests: [ParsedRequest] = []
    var error: HTTPParseError?
}

/// Feeds `input` in pieces that end at `cuts` (sorted places) and drains the parser after each.
func parse(_ input: [UInt8], cuts: [Int] = [], limits: HTTPParserLimits = HTTPParserLimits()) -> ParseOutcome {
    var parser = HTTPRequestParser(limits: limits)
    var outcome = ParseOutcome()
    var start = 0
    for end in cuts + [input.count] {
        parser.feed(Array(input[start..<end]))
        start = end
        do {
            while let event = try parser.next() {
                switch event {
                case .head(let head): outcome.requests.append(ParsedRequest(head))
                case .body(let piece): outcome.requests[outcome.requests.count - 1].body += piece
                case .end: outcome.requests[outcome.requests.count - 1].isWhole = true
                }
            }
        } catch {
            outcome.error = error
            return outcome
        }
    }
    return outcome
}

func parse(_ input: String, limits: HTTPParserLimits = HTTPParserLimits()) -> ParseOutcome {
    parse(Array(input.utf8), limits: limits)
}

func byteByByte(_ input: [UInt8], limits: HTTPParserLimits = HTTPParserLimits()) -> ParseOutcome {
    parse(input, cuts: input.isEmpty ? [] : Array(1..<input.count), limits: limits)
}
