/// Searches that go through a head eight bytes a step; each byte of every request passes through both.
enum HTTPByteScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The place of the first line feed at or after `start`, `bytes.count` when there is none.
    static func lineFeed(in bytes: Span<UInt8>, from start: Int) -> Int {
        let raw = bytes.bytes
        let count = bytes.count
        var index = start
        while count &- index >= 8 {
            let word = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            if holdsZero(word ^ (ones &* UInt64(HTTPByte.lf))) { break }
            index &+= 8
        }
        while index < count, bytes[index] != HTTPByte.lf { index &+= 1 }
        return index
    }

    /// The first place in `range` whose byte no field value may hold, nil when there is none; `range` lies in `bytes`.
    static func controlByte(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        let bytes = bytes.extracting(range)
        let raw = bytes.bytes
        let count = bytes.count
        var index = 0
        while index < count {
            // A tab stops a step too; it is told apart byte by byte.
            while count &- index >= 8 {
                let word = raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
                let below = (word &- ones &* 0x20) & ~word & tops
                if below != 0 || holdsZero(word ^ (ones &* 0x7F)) { break }
                index &+= 8
            }
            let end = min(count, index &+ 8)
            while index < end {
                guard HTTPByte.isFieldValue(bytes[index]) else { return range.lowerBound + index }
                index &+= 1
            }
        }
        return nil
    }

    /// Exact as to whether a byte is zero, which is all that is asked.
    @inline(__always)
    private static func holdsZero(_ word: UInt64) -> Bool { (word &- ones) & ~word & tops != 0 }
}
