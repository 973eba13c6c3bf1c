internal import WebSocketCodec

/// Compresses and inflates the messages of one connection (RFC 7692 section 7.2).
///
/// A side that keeps no context between messages borrows its loop's zlib streams and holds none of its own; with one,
/// a stream is made when the first compressed message comes or goes.
final class MessageCompressor {
    private let agreed: PerMessageDeflate
    /// Messages of fewer bytes are sent as they are.
    let threshold: Int
    private let level: Int
    private let messageLimit: Int
    private let pool: ZlibPool
    /// With a context kept from message to message.
    private var deflater: Deflater?
    private var inflater: MessageInflater?

    init(_ agreed: PerMessageDeflate, _ settings: WebSocketCompression, messageLimit: Int, pool: ZlibPool) {
        self.agreed = agreed
        threshold = max(1, settings.threshold)
        level = settings.level
        self.messageLimit = messageLimit
        self.pool = pool
    }

    /// Whether what is compressed for one connection is right for this one too.
    var sharesMessages: Bool { agreed.serverNoContextTakeover }

    /// The window that shared messages are to be made for.
    var windowBits: Int { agreed.serverMaxWindowBits }

    /// `payload` compressed, nil when it is better sent as it is.
    func compress(_ payload: [UInt8]) -> [UInt8]? {
        guard payload.count >= threshold else { return nil }
        if agreed.serverNoContextTakeover {
            let compressed = pool.compress(payload.span, windowBits: agreed.serverMaxWindowBits, level: level)
            return compressed.flatMap { $0.count < payload.count ? $0 : nil }
        }
        deflater = deflater ?? Deflater(windowBits: agreed.serverMaxWindowBits, level: level, scratch: pool.scratch)
        let compressed = deflater?.compress(payload.span)
        // After a failure a fresh compressor refers to nothing that the client may not have.
        if compressed == nil { deflater = nil }
        return compressed
    }

    /// Appends a frame with `payload`, compressed where that is better.
    func appendFrame(_ opcode: WebSocketOpcode, _ payload: [UInt8], to output: inout [UInt8]) {
        if let compressed = compress(payload) {
            output.reserveCapacity(output.count + compressed.count + 10)
            WebSocketFrame.encode(opcode, compressed, isCompressed: true, into: &output)
        } else {
            output.reserveCapacity(output.count + payload.count + 10)
            WebSocketFrame.encode(opcode, payload, into: &output)
        }
    }

    /// The message that the pieces up to the last stand for, nil before it.
    func inflate(
        _ kind: WebSocketMessageKind, _ piece: [UInt8], isLast: Bool = true
    ) throws(InflateError) -> [UInt8]? {
        let keptWindowBits = agreed.clientNoContextTakeover ? nil : agreed.clientMaxWindowBits
        let inflater =
            inflater ?? MessageInflater(limit: messageLimit, keptWindowBits: keptWindowBits, pool: pool)
        self.inflater = inflater
        let message = try inflater.take(piece.span, kind, isLast: isLast)
        if isLast, keptWindowBits == nil { self.inflater = nil }
        return message
    }

    /// Gives back what inflating holds, as nothing more will be read.
    func stopInflating() { inflater = nil }
}
