internal import ByteCoding
internal import WebSocketCodec

/// Inflates one connection's messages while they arrive (RFC 7692 section 7.2.2), bounded and checked as they grow.
final class MessageInflater {
    private let limit: Int
    private let pool: ZlibPool
    /// Nil when each message stands alone; else the window that the client keeps between them.
    private let keptWindowBits: Int?
    /// With a past it lives as long as the connection, without one it is borrowed while a message is under way.
    private var inflater: Inflater?
    private var message: [UInt8] = []
    private var validator = UTF8Validator()
    private var isEmpty = true

    init(limit: Int, keptWindowBits: Int?, pool: ZlibPool) {
        self.limit = limit
        self.keptWindowBits = keptWindowBits
        self.pool = pool
    }

    deinit {
        if keptWindowBits == nil, let inflater { pool.giveBack(inflater) }
    }

    /// The whole message once its last piece is there. After an error this inflater is of no more use.
    ///
    /// A message without any bytes is an empty one, though RFC 7692 section 7.2.3.6 would have a byte of zero.
    func take(_ piece: Span<UInt8>, _ kind: WebSocketMessageKind, isLast: Bool) throws(InflateError) -> [UInt8]? {
        if !piece.isEmpty {
            isEmpty = false
            try inflate(piece, kind)
        }
        guard isLast else { return nil }
        if !isEmpty {
            let tail = deflateTail
            try inflate(tail.span, kind)
            // A message that ends within a block would leave the next one to be read as its rest.
            guard let inflater, inflater.isBetweenBlocks else { throw .malformed }
            if keptWindowBits == nil {
                pool.giveBack(inflater)
                self.inflater = nil
            }
        }
        guard validator.isComplete else { throw .invalidUTF8 }
        isEmpty = true
        let whole = message
        message = []
        return whole
    }

    private func inflate(_ piece: Span<UInt8>, _ kind: WebSocketMessageKind) throws(InflateError) {
        let inflater = inflater ?? newInflater()
        guard let inflater else { throw .unavailable }
        self.inflater = inflater
        try inflater.inflate(piece) { (bytes) throws(InflateError) in
            guard bytes.count <= limit - message.count else { throw .tooLong }
            guard kind == .binary || validator.consume(bytes) else { throw .invalidUTF8 }
            bytes.withUnsafeBufferPointer { message.append(contentsOf: $0) }
        }
    }

    private func newInflater() -> Inflater? {
        guard let keptWindowBits else { return pool.borrowInflater() }
        return Inflater(windowBits: keptWindowBits, scratch: pool.scratch)
    }
}
