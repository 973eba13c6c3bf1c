internal import ByteCoding
internal import WebSocketCodec

/// Why a compressed message was refused.
enum InflateError: Error, Hashable {
    /// Not what deflate makes.
    case malformed
    case tooLong
    case invalidUTF8
    /// No memory for zlib.
    case unavailable

    var closeCode: WebSocketCloseCode {
        switch self {
        case .malformed, .invalidUTF8: .invalidPayload
        case .tooLong: .messageTooBig
        case .unavailable: .internalError
        }
    }
}

/// Compresses and inflates the messages of one connection (RFC 7692 section 7.2).
///
/// A side that keeps no context between messages borrows its loop's zlib state and holds none of its own.
final class MessageCompressor {
    private let agreed: PerMessageDeflate
    private let threshold: Int
    private let level: Int
    private let messageLimit: Int
    private let pool: ZlibPool
    /// With a context kept from message to message.
    private var deflater: Deflater?
    private var inflater: Inflater?

    init(_ agreed: PerMessageDeflate, _ settings: WebSocketCompression, messageLimit: Int, pool: ZlibPool) {
        self.agreed = agreed
        threshold = settings.threshold
        level = settings.level
        self.messageLimit = messageLimit
        self.pool = pool
    }

    /// `payload` compressed, nil when it is better sent as it is.
    func compress(_ payload: [UInt8]) -> [UInt8]? {
        guard payload.count >= max(1, threshold) else { return nil }
        if agreed.serverNoContextTakeover {
            let compressed = pool.deflater(windowBits: agreed.serverMaxWindowBits, level: level)?.compress(payload)
            return compressed.flatMap { $0.count < payload.count ? $0 : nil }
        }
        deflater = deflater ?? Deflater(windowBits: agreed.serverMaxWindowBits, level: level)
        let compressed = deflater?.compress(payload)
        // After a failure a fresh compressor refers to nothing that the client may not have.
        if compressed == nil { deflater = nil }
        return compressed
    }

    /// The message that `bytes` stand for.
    func inflate(_ kind: WebSocketMessageKind, _ bytes: [UInt8]) throws(InflateError) -> [UInt8] {
        let bits = agreed.clientMaxWindowBits
        if !agreed.clientNoContextTakeover, inflater == nil { inflater = Inflater(windowBits: bits) }
        guard let inflater = agreed.clientNoContextTakeover ? pool.inflater(windowBits: bits) : inflater else {
            throw .unavailable
        }
        let message = try inflater.inflate(bytes, limit: messageLimit)
        guard kind == .binary || isValidUTF8(message.span) else { throw .invalidUTF8 }
        return message
    }
}
