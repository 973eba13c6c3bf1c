/// One loop's zlib streams: what connections that keep no context between messages borrow, so that none has its own.
final class ZlibPool {
    private struct Key: Hashable {
        let windowBits: Int
        let level: Int
    }

    /// Inflaters kept for the next message; the rest go when theirs has ended.
    private static let spareInflaters = 4
    private static let step = 16 * 1024

    /// Where every stream of the loop puts its output, one step at a time.
    let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: step)
    private var deflaters: [Key: Deflater] = [:]
    private var inflaters: [Inflater] = []
    /// Messages compressed without a context, since the loop began.
    private(set) var deflations = 0

    init() { scratch.initialize(repeating: 0) }
    deinit { scratch.deallocate() }

    /// `payload` compressed by itself; nil when zlib has no memory.
    func compress(_ payload: Span<UInt8>, windowBits: Int, level: Int) -> [UInt8]? {
        let key = Key(windowBits: windowBits, level: level)
        guard let deflater = deflaters[key] ?? Deflater(windowBits: windowBits, level: level, scratch: scratch) else {
            return nil
        }
        deflaters[key] = deflater
        deflater.reset()
        deflations += 1
        let compressed = deflater.compress(payload)
        if compressed == nil { deflaters[key] = nil }
        return compressed
    }

    /// An inflater without a past, with the largest window, which reads what was made with any; nil when there is no
    /// memory for it.
    func borrowInflater() -> Inflater? {
        guard let inflater = inflaters.popLast() else { return Inflater(windowBits: 15, scratch: scratch) }
        inflater.reset()
        return inflater
    }

    func giveBack(_ inflater: Inflater) {
        if inflaters.count < Self.spareInflaters { inflaters.append(inflater) }
    }
}
