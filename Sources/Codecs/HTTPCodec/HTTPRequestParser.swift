/// Reads HTTP/1.1 and 1.0 requests from bytes as they come (RFC 9112): `feed` what arrived, then take events with
/// `next` until it answers nil.
///
/// Strict where readers disagree, for that is what request smuggling lives on: lines end in CRLF, names touch their
/// colon, no line is folded, and a body's length is said once and in one way. The outcome depends on the bytes only,
/// never on how they were cut. The first error is the last word: every later `next` throws it again.
package struct HTTPRequestParser: Sendable {
    /// `head`, any number of `body`, `end`; then the next request of the connection.
    package enum Event: Sendable {
        case head(HTTPRequestHead)
        /// The next piece of content, never empty, with the chunked coding taken off.
        case body([UInt8])
        case end
    }

    private enum State: Sendable {
        /// Before a request's line. Followed by `fields`.
        case requestLine
        /// Among the head's fields. Followed by `content`, `chunkSize` or `end`.
        case fields
        /// So many bytes of an announced body are missing. Followed by `end`.
        case content(missing: Int)
        /// Before a chunk's size. Followed by `chunkData`, or by `trailers` after the size of zero.
        case chunkSize
        /// So many bytes of a chunk are missing. Followed by `chunkEnd`.
        case chunkData(missing: Int)
        /// Before the CRLF that closes a chunk's data. Followed by `chunkSize`.
        case chunkEnd
        /// Among the fields after the last chunk. Followed by `end`.
        case trailers
        /// The request is whole and `end` is still to be told. Followed by `requestLine`.
        case end
        /// Nothing follows.
        case failed(HTTPParseError)
    }

    private let limits: HTTPParserLimits
    /// The bound on the current request's body.
    private var bodyLimit: Int
    private var state = State.requestLine
    private var buffer = HTTPLineBuffer()
    /// The line of the request under way; never nil after the state `requestLine`. It stands beside the state because
    /// copying its strings with each field line showed in profiles.
    private var requestLine: HTTPRequestLine?
    private var sectionStart = 0
    private var fieldCount = 0
    private var fields: [HTTPHeaders.Field] = []
    private var facts = HTTPHeadFacts()
    private var bodyLength = 0
    private var extensionLength = 0
    private var skippedEmptyLine = false

    package init(limits: HTTPParserLimits = HTTPParserLimits()) {
        self.limits = limits
        bodyLimit = limits.body
    }

    /// Sets another bound than `limits.body` for the body of the request whose head was told last; to be called before
    /// the next event is taken. An announced body beyond the bound is refused before any of it is told.
    package mutating func limitBody(to count: Int) { bodyLimit = max(0, count) }

    /// Bytes fed and not consumed: what pipelining has piled up, which the caller bounds by reading no further.
    package var unreadCount: Int { buffer.unreadCount }

    /// Whether no byte of a request has come since the last one ended.
    package var isBetweenRequests: Bool {
        if case .requestLine = state { return buffer.unreadCount == 0 && !skippedEmptyLine }
        return false
    }

    package mutating func feed(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { feed(UnsafeRawBufferPointer($0)) }
    }

    package mutating func feed(_ bytes: [UInt8]) { feed(bytes.span) }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        if case .failed = state { return }
        // Within a head its fields stay, since their places count from the section's start.
        var kept = buffer.position
        switch state {
        case .fields, .trailers: kept = sectionStart
        default: break
        }
        sectionStart -= min(sectionStart, buffer.append(bytes, keepingFrom: kept))
    }

    /// Everything after the last consumed byte, to be called after `.end` of a request that switches protocols;
    /// the parser keeps none of it.
    package mutating func takeUnread() -> [UInt8] {
        sectionStart = 0
        return buffer.takeAll()
    }

    /// The next event, nil when more bytes are needed; throws why the connection is of no more use.
    package mutating func next() throws(HTTPParseError) -> Event? {
        do {
            return try advance()
        } catch {
            state = .failed(error)
            buffer = HTTPLineBuffer()
            throw error
        }
    }

    private mutating func advance() throws(HTTPParseError) -> Event? {
        while true {
            switch state {
            case .requestLine:
                guard let line = try buffer.takeLine(within: limits.requestLine, else: .requestLineTooLong)
                else { return nil }
                // One empty line is forgiven: old clients put it after a body (RFC 9112 section 2.2).
                if line.isEmpty, !skippedEmptyLine {
                    skippedEmptyLine = true
                    continue
                }
                requestLine = try HTTPRequestLine(parsing: buffer.bytes.span.extracting(line))
                state = .fields
                fields.reserveCapacity(16)
                beginSection()
            case .fields:
                guard let line = try takeFieldLine() else { return nil }
                if !line.isEmpty {
                    let bytes = buffer.bytes
                    let field = try Self.field(in: line, of: bytes.span)
                    try facts.note(
                        name: bytes.span.extracting(field.name), value: bytes.span.extracting(field.value))
                    fields.append(HTTPHeaders.Field(name: relative(field.name), value: relative(field.value)))
                    continue
                }
                guard let requestLine else { throw .malformedRequestLine }
                return .head(try finishHead(requestLine))
            case .content(let missing):
                // What is missing only shrinks, so that this decides when nothing of the body has been told yet.
                guard missing <= bodyLimit else { throw .bodyTooLarge }
                guard let piece = buffer.takePiece(upTo: missing) else { return nil }
                state = piece.count == missing ? .end : .content(missing: missing - piece.count)
                return .body(piece)
            case .chunkSize:
                try takeChunkSize()
                if case .chunkSize = state { return nil }
            case .chunkData(let missing):
                guard let piece = buffer.takePiece(upTo: missing) else { return nil }
                state = piece.count == missing ? .chunkEnd : .chunkData(missing: missing - piece.count)
                return .body(piece)
            case .chunkEnd:
                guard try buffer.takeLineBreak() else { return nil }
                state = .chunkSize
            case .trailers:
                guard let line = try takeFieldLine() else { return nil }
                if line.isEmpty {
                    state = .end
                } else {
                    // Checked and left out: a trailer may not change what the head has said (RFC 9110 section 6.5.1).
                    _ = try Self.field(in: line, of: buffer.bytes.span)
                }
            case .end:
                reset()
                return .end
            case .failed(let error):
                throw error
            }
        }
    }
}

extension HTTPRequestParser {
    private mutating func finishHead(_ line: HTTPRequestLine) throws(HTTPParseError) -> HTTPRequestHead {
        let framing = try facts.framing(version: line.version)
        let head = HTTPRequestHead(
            method: line.method, target: line.target, path: line.path, query: line.query, version: line.version,
            headers: HTTPHeaders(storage: Array(buffer.bytes[sectionStart..<buffer.position]), fields: fields),
            authority: try facts.authority(of: line), framing: framing,
            keepAlive: facts.keepAlive(version: line.version),
            expectsContinue: try facts.expectsContinue(version: line.version, framing: framing))
        fields = []
        switch framing {
        case .none: state = .end
        case .length(let length): state = .content(missing: length)
        case .chunked: state = .chunkSize
        }
        return head
    }

    private mutating func takeChunkSize() throws(HTTPParseError) {
        let bound = HTTPChunkSize.maximumDigits + 2 + limits.chunkExtensions - extensionLength
        guard let line = try buffer.takeLine(within: bound, else: .malformedChunk) else { return }
        let chunk = try HTTPChunkSize(parsing: buffer.bytes.span.extracting(line))
        extensionLength += chunk.extensionLength
        guard extensionLength <= limits.chunkExtensions else { throw .malformedChunk }
        guard chunk.size <= bodyLimit - bodyLength else { throw .bodyTooLarge }
        bodyLength += chunk.size
        if chunk.size > 0 {
            state = .chunkData(missing: chunk.size)
        } else {
            state = .trailers
            beginSection()
        }
    }

    private mutating func beginSection() {
        sectionStart = buffer.position
        fieldCount = 0
    }

    private mutating func takeFieldLine() throws(HTTPParseError) -> Range<Int>? {
        let room = limits.headerSection - (buffer.position - sectionStart)
        guard let line = try buffer.takeLine(within: room, else: .headerSectionTooLarge) else { return nil }
        if !line.isEmpty {
            guard fieldCount < limits.fields else { throw .tooManyFields }
            fieldCount += 1
        }
        return line
    }

    /// `field-name ":" OWS field-value OWS` (RFC 9112 section 5): where its name and value lie.
    private static func field(
        in line: Range<Int>, of bytes: Span<UInt8>
    ) throws(HTTPParseError) -> HTTPHeaders.Field {
        var index = line.lowerBound
        while index < line.upperBound, HTTPByte.isToken(bytes[index]) { index += 1 }
        let name = line.lowerBound..<index
        guard !name.isEmpty, index < line.upperBound, bytes[index] == 0x3A else {
            throw index < line.upperBound && bytes[index] == HTTPByte.cr ? .bareLineBreak : .malformedField
        }
        var lower = index + 1
        var upper = line.upperBound
        if let place = HTTPByteScan.controlByte(in: bytes, lower..<upper) {
            throw bytes[place] == HTTPByte.cr ? .bareLineBreak : .malformedField
        }
        while lower < upper, HTTPByte.isBlank(bytes[lower]) { lower += 1 }
        while upper > lower, HTTPByte.isBlank(bytes[upper - 1]) { upper -= 1 }
        return HTTPHeaders.Field(name: name, value: lower..<upper)
    }

    private func relative(_ range: Range<Int>) -> Range<Int> {
        (range.lowerBound - sectionStart)..<(range.upperBound - sectionStart)
    }

    private mutating func reset() {
        state = .requestLine
        buffer.releaseExcess()
        requestLine = nil
        facts = HTTPHeadFacts()
        bodyLimit = limits.body
        bodyLength = 0
        extensionLength = 0
        skippedEmptyLine = false
    }
}
