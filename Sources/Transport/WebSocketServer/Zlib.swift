internal import CZlib

/// The four bytes that end every flushed block and are not sent.
private let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
private let step = 16 * 1024

/// One loop's zlib streams, for connections that keep no context between messages. A stream costs up to 256 KiB.
final class ZlibPool {
    private struct Key: Hashable {
        let windowBits: Int
        let level: Int
    }

    private var deflaters: [Key: Deflater] = [:]
    private var inflaters: [Int: Inflater] = [:]

    /// A compressor without a past, valid until the next call; nil when there is no memory for it.
    func deflater(windowBits: Int, level: Int) -> Deflater? {
        let key = Key(windowBits: windowBits, level: level)
        guard let deflater = deflaters[key] ?? Deflater(windowBits: windowBits, level: level) else { return nil }
        deflaters[key] = deflater
        deflater.reset()
        return deflater
    }

    /// An inflater without a past, valid until the next call; nil when there is no memory for it.
    func inflater(windowBits: Int) -> Inflater? {
        guard let inflater = inflaters[windowBits] ?? Inflater(windowBits: windowBits) else { return nil }
        inflaters[windowBits] = inflater
        inflater.reset()
        return inflater
    }
}

/// A zlib stream that makes raw deflate blocks.
final class Deflater {
    /// At a fixed place: zlib's state points back at it.
    private let stream = newStream()

    /// Nil when there is no memory for it. zlib makes no raw stream with a window of 8 bits.
    init?(windowBits: Int, level: Int) {
        let status = deflateInit2_(
            stream, Int32(level), Z_DEFLATED, -Int32(max(9, windowBits)), 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Forgets everything that was compressed before.
    func reset() { deflateReset(stream) }

    func compress(_ payload: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var status = Z_OK
        payload.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: input.count)
            repeat {
                status = appendOutput(to: &output, stream) { deflate($0, Z_SYNC_FLUSH) }
            } while status == Z_OK && stream.pointee.avail_out == 0
        }
        // Z_BUF_ERROR only says that the last flush had filled the output exactly.
        guard status == Z_OK || status == Z_BUF_ERROR, output.suffix(4).elementsEqual(tail) else { return nil }
        output.removeLast(4)
        return output
    }
}

/// A zlib stream that reads raw deflate blocks.
final class Inflater {
    /// At a fixed place: zlib's state points back at it.
    private let stream = newStream()

    init?(windowBits: Int) {
        let status = inflateInit2_(
            stream, -Int32(max(9, windowBits)), ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Forgets everything that was inflated before.
    func reset() { inflateReset(stream) }

    /// Inflates at most one step past `limit` bytes, whatever `bytes` claim to hold.
    func inflate(_ bytes: [UInt8], limit: Int) throws(InflateError) -> [UInt8] {
        let whole = bytes + tail
        var output: [UInt8] = []
        var failure: InflateError?
        whole.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(clamping: input.count)
            while failure == nil {
                let status = appendOutput(to: &output, stream) { CZlib.inflate($0, Z_SYNC_FLUSH) }
                if output.count > limit { failure = .tooLong }
                if status == Z_STREAM_END {
                    // A final block ends the stream; what follows it begins a new one with the same window.
                    inflateResetKeep(stream)
                } else if status == Z_BUF_ERROR {
                    break
                } else if status != Z_OK {
                    failure = .malformed
                }
                if stream.pointee.avail_in == 0, stream.pointee.avail_out != 0 { break }
            }
        }
        if let failure { throw failure }
        return output
    }
}

private func newStream() -> UnsafeMutablePointer<z_stream> {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    return stream
}

/// Lets `work` fill one more step of `output`.
private func appendOutput(
    to output: inout [UInt8], _ stream: UnsafeMutablePointer<z_stream>,
    _ work: (UnsafeMutablePointer<z_stream>) -> Int32
) -> Int32 {
    var status = Z_OK
    let piece = [UInt8](unsafeUninitializedCapacity: step) { buffer, count in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(step)
        status = work(stream)
        count = step - Int(stream.pointee.avail_out)
    }
    output.append(contentsOf: piece)
    return status
}
