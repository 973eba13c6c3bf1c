/// Reads a `multipart/form-data` body from bytes as they come (RFC 7578, RFC 2046 section 5.1): `feed` what arrived,
/// take events with `next` until it answers nil, and say `finish` when the body has ended.
///
/// It holds no more than what was fed last, one part's header lines, and a boundary's beginning. The outcome depends on
/// the bytes only, never on how they were cut (content comes in pieces that do). The first error is the last word.
package struct MultipartFormParser: Sendable {
    /// `part`, any number of `content`, `partEnd`, and so for each part; then `end`.
    package enum Event: Hashable, Sendable {
        case part(MultipartPart)
        /// The next piece of the part's content, never empty.
        case content([UInt8])
        case partEnd
        /// The last boundary came; what may follow it is ignored.
        case end
    }

    private enum State: Hashable, Sendable {
        /// Before the first boundary. Followed by `boundary`.
        case preamble
        /// Behind a boundary, whose line is to end. Followed by `headers` or `epilogue`.
        case boundary
        /// Among a part's header lines. Followed by `content`.
        case headers
        /// In a part's content. Followed by `boundary`.
        case content
        /// Behind the last boundary. Nothing follows.
        case epilogue
        case failed(MultipartError)
    }

    private let limits: MultipartLimits
    /// `CRLF--boundary`.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// The first boundary may stand at the very start; with a line break put before it, it is found like any other.
    private var buffer: [UInt8] = [HTTPByte.cr, HTTPByte.lf]
    private var position = 0
    private var partCount = 0
    /// Bytes of the preamble, header section or content under way.
    private var taken = 0
    private var header = MultipartPartHeader()

    /// - Parameter contentType: the request's Content-Type.
    package init(contentType: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
        guard let parameters = HTTPParameters(contentType), parameters.value == "multipart/form-data" else {
            throw .notFormData
        }
        guard let boundary = parameters["boundary"] else { throw .invalidBoundary }
        try self.init(boundary: boundary, limits: limits)
    }

    /// - Parameter boundary: 1 to 70 of the letters that RFC 2046 allows, no blank at the end.
    package init(boundary: String, limits: MultipartLimits = MultipartLimits()) throws(MultipartError) {
        guard (1...70).contains(boundary.utf8.count), boundary.utf8.allSatisfy(Self.isBoundary),
            boundary.utf8.last != HTTPByte.space
        else { throw .invalidBoundary }
        self.limits = limits
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    package mutating func feed(_ bytes: [UInt8]) {
        switch state {
        case .epilogue, .failed: return
        default: break
        }
        buffer.removeSubrange(..<position)
        position = 0
        buffer.append(contentsOf: bytes)
    }

    /// The body has ended; throws when it should not have.
    package mutating func finish() throws(MultipartError) {
        switch state {
        case .epilogue: return
        case .failed(let error): throw error
        default: throw fail(.truncated)
        }
    }

    /// The next event, nil when more bytes are needed.
    package mutating func next() throws(MultipartError) -> Event? {
        if case .failed(let error) = state { throw error }
        do throws(MultipartError) { return try advance() } catch { throw fail(error) }
    }

    private mutating func fail(_ error: MultipartError) -> MultipartError {
        state = .failed(error)
        buffer = []
        position = 0
        return error
    }

    private mutating func advance() throws(MultipartError) -> Event? {
        while true {
            switch state {
            case .preamble:
                let (end, isFound) = search()
                taken += end - position
                // The line break that was put before the body counts toward nothing.
                guard taken <= limits.preamble + 2 else { throw .missingBoundary }
                position = isFound ? end + delimiter.count : end
                guard isFound else { return nil }
                state = .boundary
            case .boundary:
                guard let isLast = try takeBoundaryEnd() else { return nil }
                if isLast {
                    state = .epilogue
                    buffer = []
                    position = 0
                    return .end
                }
                guard partCount < limits.parts else { throw .tooManyParts }
                partCount += 1
                taken = 0
                header = MultipartPartHeader()
                state = .headers
            case .headers:
                guard let line = try takeHeaderLine() else { return nil }
                guard line.isEmpty else {
                    let bytes = buffer
                    try header.take(bytes.span.extracting(line), limits)
                    continue
                }
                taken = 0
                state = .content
                return .part(try header.part())
            case .content:
                let (end, isFound) = search()
                if end > position {
                    taken += end - position
                    guard taken <= limits.partSize else { throw .partTooLarge }
                    let piece = Array(buffer[position..<end])
                    position = end
                    return .content(piece)
                }
                guard isFound else { return nil }
                position = end + delimiter.count
                state = .boundary
                return .partEnd
            case .epilogue: return nil
            case .failed(let error): throw error
            }
        }
    }

    /// The place of the next delimiter, or of what may be the beginning of one, or the end of what is there.
    private func search() -> (place: Int, isFound: Bool) {
        let bytes = buffer.span
        var place = position
        while place < bytes.count {
            guard bytes[place] == HTTPByte.cr else {
                place += 1
                continue
            }
            var length = 1
            while length < delimiter.count, place + length < bytes.count, bytes[place + length] == delimiter[length] {
                length += 1
            }
            if length == delimiter.count { return (place, true) }
            if place + length == bytes.count { return (place, false) }
            place += 1
        }
        return (place, false)
    }

    /// `--` of the last boundary: true; blanks and CRLF: false; nil while neither is there.
    private mutating func takeBoundaryEnd() throws(MultipartError) -> Bool? {
        var index = position
        if index < buffer.count, buffer[index] == 0x2D {
            guard index + 1 < buffer.count else { return nil }
            guard buffer[index + 1] == 0x2D else { throw .malformedBoundary }
            position += 2
            return true
        }
        while index < buffer.count, HTTPByte.isBlank(buffer[index]) { index += 1 }
        guard index - position <= Self.maximumPadding else { throw .malformedBoundary }
        guard index < buffer.count else { return nil }
        guard buffer[index] == HTTPByte.cr else { throw .malformedBoundary }
        guard index + 1 < buffer.count else { return nil }
        guard buffer[index + 1] == HTTPByte.lf else { throw .malformedBoundary }
        position = index + 2
        return false
    }

    /// The next header line's place without its CRLF.
    private mutating func takeHeaderLine() throws(MultipartError) -> Range<Int>? {
        let end = HTTPByteScan.lineFeed(in: buffer.span, from: position)
        guard end < buffer.count else {
            guard taken + buffer.count - position < limits.headerBytes else { throw .headersTooLarge }
            return nil
        }
        taken += end + 1 - position
        guard taken <= limits.headerBytes else { throw .headersTooLarge }
        guard end > position, buffer[end - 1] == HTTPByte.cr else { throw .malformedHeader }
        defer { position = end + 1 }
        return position..<(end - 1)
    }

    /// Blanks that may stand behind a boundary; nobody sends any.
    private static let maximumPadding = 16

    private static func isBoundary(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x27, 0x28, 0x29, 0x2B, 0x5F, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A, 0x3D, 0x3F, HTTPByte.space: true
        default: false
        }
    }
}
