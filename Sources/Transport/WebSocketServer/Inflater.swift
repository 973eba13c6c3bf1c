internal import CZlib

/// A zlib stream that reads raw deflate blocks. It takes 7 KB, and its window (32 KB at 15 bits) once it has read some.
final class Inflater {
    /// At a fixed place: zlib's state points back at it.
    private let stream = newStream()
    private let scratch: UnsafeMutableBufferPointer<UInt8>

    /// Nil when there is no memory for it. `scratch` is to outlive it and be used by no one during a call.
    init?(windowBits: Int, scratch: UnsafeMutableBufferPointer<UInt8>) {
        self.scratch = scratch
        let status = inflateInit2_(
            stream, -Int32(min(max(9, windowBits), 15)), ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Forgets everything that was inflated before.
    func reset() { inflateReset(stream) }

    /// Whether a block has just ended: all that came has been understood.
    var isBetweenBlocks: Bool { stream.pointee.data_type & 128 != 0 }

    /// Inflates `input` and hands the outcome to `take` in steps that are never longer than the scratch space, however
    /// much the input claims to hold.
    func inflate(
        _ input: Span<UInt8>, _ take: (Span<UInt8>) throws(InflateError) -> Void
    ) throws(InflateError) {
        try input.withUnsafeBufferPointer { (input) throws(InflateError) in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: input.count)
            repeat {
                stream.pointee.next_out = scratch.baseAddress
                stream.pointee.avail_out = UInt32(clamping: scratch.count)
                let status = CZlib.inflate(stream, Z_SYNC_FLUSH)
                let made = scratch.count - Int(stream.pointee.avail_out)
                if made > 0 { try take(UnsafeBufferPointer(rebasing: scratch[..<made]).span) }
                switch status {
                case Z_OK: break
                // A final block ends the stream; what follows it begins a new one with the same window.
                case Z_STREAM_END: inflateResetKeep(stream)
                // Nothing left to do with what is there.
                case Z_BUF_ERROR: return
                case Z_MEM_ERROR: throw .unavailable
                default: throw .malformed
                }
            } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
        }
    }
}
