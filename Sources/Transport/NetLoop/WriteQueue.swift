internal import CUV

/// Bytes that wait to be sent, in order, and how far the first of them has gone out.
///
/// A single piece, the common case, needs no storage beside the value itself.
struct WriteQueue {
    private var first: SharedBytes?
    private var rest: [SharedBytes] = []
    /// Pieces at the front of `rest` that are gone already.
    private var restStart = 0
    /// Bytes of `first` that are gone already.
    private var offset = 0
    private(set) var byteCount = 0

    var isEmpty: Bool { byteCount == 0 }
    var pieceCount: Int { (first == nil ? 0 : 1) + rest.count - restStart }

    mutating func append(_ bytes: SharedBytes) {
        guard bytes.count > 0 else { return }
        byteCount += bytes.count
        if first == nil { first = bytes } else { rest.append(bytes) }
    }

    /// Describes the front of the queue in `vector`; returns how many entries were set and the bytes in them.
    func describe(in vector: UnsafeMutableBufferPointer<uv_buf_t>) -> (entries: Int, bytes: Int) {
        guard let first, vector.count > 0 else { return (0, 0) }
        vector[0] = Self.entry(first, from: offset)
        var entries = 1
        var bytes = first.count - offset
        var index = restStart
        while index < rest.count, entries < vector.count {
            vector[entries] = Self.entry(rest[index], from: 0)
            bytes += rest[index].count
            entries += 1
            index += 1
        }
        return (entries, bytes)
    }

    /// Gives `body` the queue's front in one piece of at most `room.count` bytes: where it stands, or several pieces
    /// joined in `room`. Nil when the queue is empty.
    func withFront<Result>(
        joinedIn room: UnsafeMutableRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard let first else { return nil }
        let remaining = first.count - offset
        if remaining >= room.count || restStart == rest.count {
            return first.withUnsafeBytes { all in
                body(UnsafeRawBufferPointer(rebasing: all[offset..<(offset + min(remaining, room.count))]))
            }
        }
        var filled = first.withUnsafeBytes { Self.copy($0[offset...], to: room, at: 0) }
        for piece in rest[restStart...] {
            guard filled < room.count else { break }
            filled += piece.withUnsafeBytes { Self.copy($0[...], to: room, at: filled) }
        }
        return body(UnsafeRawBufferPointer(rebasing: room[..<filled]))
    }

    /// Copies as much of `bytes` as fits behind `start`; returns how much that is.
    private static func copy(
        _ bytes: Slice<UnsafeRawBufferPointer>, to room: UnsafeMutableRawBufferPointer, at start: Int
    ) -> Int {
        let count = min(bytes.count, room.count - start)
        UnsafeMutableRawBufferPointer(rebasing: room[start..<(start + count)]).copyBytes(from: bytes.prefix(count))
        return count
    }

    /// Drops `count` sent bytes from the front.
    mutating func consume(_ count: Int) {
        var left = min(count, byteCount)
        byteCount -= left
        while left > 0, let piece = first {
            let remaining = piece.count - offset
            guard left >= remaining else {
                offset += left
                return
            }
            left -= remaining
            offset = 0
            popFirst()
        }
    }

    /// The queue's bytes as one array.
    func joined() -> [UInt8] {
        var all: [UInt8] = []
        all.reserveCapacity(byteCount)
        if let first { first.withUnsafeBytes { all.append(contentsOf: $0[offset...]) } }
        for piece in rest[restStart...] { piece.withUnsafeBytes { all.append(contentsOf: $0) } }
        return all
    }

    private mutating func popFirst() {
        guard restStart < rest.count else {
            first = nil
            rest = []
            restStart = 0
            return
        }
        first = rest[restStart]
        restStart += 1
        // Moving the array's front costs its length, so it is done only when half of it is dead.
        if restStart > 32, restStart * 2 > rest.count {
            rest.removeFirst(restStart)
            restStart = 0
        }
    }

    private static func entry(_ piece: SharedBytes, from offset: Int) -> uv_buf_t {
        let start = UnsafeMutableRawPointer(piece.address + offset).assumingMemoryBound(to: CChar.self)
        return uv_buf_t(base: start, len: piece.count - offset)
    }
}
