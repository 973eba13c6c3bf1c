/// The header of an unmasked, unfragmented WebSocket frame (RFC 6455 section 5.2).
struct WebSocketFrameHead {
    static let text: UInt8 = 0x81
    static let binary: UInt8 = 0x82

    private let first: UInt8
    private let payload: Int

    /// `payload` counts bytes: 0...2^63-1.
    init(_ first: UInt8, payload: Int) {
        self.first = first
        self.payload = payload
    }

    /// Bytes of the header.
    var count: Int { payload < 126 ? 2 : payload <= 0xFFFF ? 4 : 10 }

    /// Writes the header to the start of `target`.
    func write(to target: UnsafeMutableRawBufferPointer) {
        let count = count
        target[0] = first
        guard count > 2 else {
            target[1] = UInt8(truncatingIfNeeded: payload)
            return
        }
        target[1] = count == 4 ? 126 : 127
        for place in 2..<count {
            target[place] = UInt8(truncatingIfNeeded: payload >> (8 * (count - 1 - place)))
        }
    }
}
