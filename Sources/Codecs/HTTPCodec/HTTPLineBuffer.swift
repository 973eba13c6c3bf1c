/// Bytes received and not yet consumed, taken off line by line or in pieces.
struct HTTPLineBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The first byte of `bytes` not yet consumed.
    private(set) var position = 0
    /// Up to here `bytes` is known to hold no line feed after `position`: a line that trickles in is searched once.
    private var searched = 0

    var unreadCount: Int { bytes.count - position }

    /// Appends, and frees what lies before `kept`, which is at most `position`; answers by how much places shrank.
    mutating func append(_ more: UnsafeRawBufferPointer, keepingFrom kept: Int) -> Int {
        if kept == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 64 * 1024)
        } else if kept > 0 {
            bytes.removeSubrange(..<kept)
        }
        position -= kept
        searched = max(0, searched - kept)
        bytes.append(contentsOf: more)
        return kept
    }

    /// Lets go of what large requests have made of the storage, once nothing in it is needed.
    mutating func releaseExcess() {
        if position == bytes.count, bytes.capacity > Self.keptCapacity { self = HTTPLineBuffer() }
    }

    /// What an idle connection may keep, so that common requests need no new storage.
    private static let keptCapacity = 4096

    mutating func takeAll() -> [UInt8] {
        let unread = position == 0 ? bytes : Array(bytes[position...])
        self = HTTPLineBuffer()
        return unread
    }

    /// The next line's place without its CRLF, nil while it has no end; `bound` counts the CRLF.
    mutating func takeLine(within bound: Int, else excess: HTTPParseError) throws(HTTPParseError) -> Range<Int>? {
        let end = lineFeed()
        guard end < bytes.count else {
            searched = end
            guard unreadCount < bound else { throw excess }
            return nil
        }
        guard end + 1 - position <= bound else { throw excess }
        guard end > position, bytes[end - 1] == HTTPByte.cr else { throw .bareLineBreak }
        let line = position..<(end - 1)
        position = end + 1
        searched = position
        return line
    }

    /// As many of the next `count` bytes as are there, nil when none is.
    mutating func takePiece(upTo count: Int) -> [UInt8]? {
        let count = min(count, unreadCount)
        guard count > 0 else { return nil }
        let piece = Array(bytes[position..<(position + count)])
        position += count
        searched = position
        return piece
    }

    /// True after it took the CRLF that must come next, false while that has not come whole.
    mutating func takeLineBreak() throws(HTTPParseError) -> Bool {
        guard unreadCount > 0 else { return false }
        guard bytes[position] == HTTPByte.cr else { throw .malformedChunk }
        guard unreadCount > 1 else { return false }
        guard bytes[position + 1] == HTTPByte.lf else { throw .malformedChunk }
        position += 2
        searched = position
        return true
    }

    private func lineFeed() -> Int {
        HTTPByteScan.lineFeed(in: bytes.span, from: max(position, searched))
    }
}
