/// The line before a chunk's data: `chunk-size [ chunk-ext ]` (RFC 9112 section 7.1).
struct HTTPChunkSize: Sendable {
    var size: Int
    /// Bytes after the size; they count toward a bound, since a body of tiny chunks could carry any number of them.
    var extensionLength: Int

    /// The size's digits are bounded, and so the line is, whatever its zeros.
    static let maximumDigits = 16

    /// `line` comes without its CRLF; a size past Int is no chunk that a limit allows.
    init(parsing line: Span<UInt8>) throws(HTTPParseError) {
        var value: UInt64 = 0
        var index = 0
        while index < line.count, let digit = HTTPByte.hexValue(line[index]) {
            guard index < Self.maximumDigits else { throw .malformedChunk }
            value = value << 4 | UInt64(digit)
            index += 1
        }
        guard index > 0 else { throw .malformedChunk }
        extensionLength = line.count - index
        if extensionLength > 0 {
            var start = index
            while start < line.count, HTTPByte.isBlank(line[start]) { start += 1 }
            // Blanks that no extension follows are a size that readers disagree on.
            guard start < line.count, line[start] == 0x3B else { throw .malformedChunk }
            for place in start..<line.count where !HTTPByte.isFieldValue(line[place]) { throw .malformedChunk }
        }
        guard let size = Int(exactly: value) else { throw .bodyTooLarge }
        self.size = size
    }
}
