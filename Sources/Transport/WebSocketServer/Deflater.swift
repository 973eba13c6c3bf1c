internal import CZlib

/// The four bytes that end every flushed block and are not sent (RFC 7692 section 7.2.1).
let deflateTail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]

/// A zlib stream that makes raw deflate blocks. With a window of 15 bits it takes 268 KB, with one of 9 bits 140 KB.
final class Deflater {
    /// At a fixed place: zlib's state points back at it.
    private let stream = newStream()
    private let scratch: UnsafeMutableBufferPointer<UInt8>

    /// Nil when there is no memory for it. `scratch` is to outlive it and be used by no one during a call.
    ///
    /// zlib makes no raw stream with a window of 8 bits; its 9 serve for it, since it then refers back by at most
    /// 512 − 262 = 250 bytes, which a window of 256 holds.
    init?(windowBits: Int, level: Int, scratch: UnsafeMutableBufferPointer<UInt8>) {
        self.scratch = scratch
        let status = deflateInit2_(
            stream, Int32(level), Z_DEFLATED, -Int32(min(max(9, windowBits), 15)), 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Forgets everything that was compressed before.
    func reset() { deflateReset(stream) }

    /// `payload` compressed, without the tail; nil when zlib fails, after which this stream is of no more use.
    func compress(_ payload: Span<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var status = Z_OK
        payload.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: input.count)
            repeat {
                stream.pointee.next_out = scratch.baseAddress
                stream.pointee.avail_out = UInt32(clamping: scratch.count)
                status = deflate(stream, Z_SYNC_FLUSH)
                output.append(contentsOf: scratch[..<(scratch.count - Int(stream.pointee.avail_out))])
            } while status == Z_OK && stream.pointee.avail_out == 0
        }
        // Z_BUF_ERROR only says that the last flush had filled the output exactly.
        guard status == Z_OK || status == Z_BUF_ERROR, stream.pointee.avail_in == 0,
            output.suffix(4).elementsEqual(deflateTail)
        else { return nil }
        output.removeLast(4)
        return output
    }
}

func newStream() -> UnsafeMutablePointer<z_stream> {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    return stream
}
