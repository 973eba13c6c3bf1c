/// What a frame is (RFC 6455 section 5.2); the seven other values are reserved and refused.
package enum WebSocketOpcode: UInt8, Sendable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// Control frames stand between a message's fragments, hold at most 125 bytes and are never fragmented.
    package var isControl: Bool { rawValue & 0x8 != 0 }
}

/// What a message is made of.
package enum WebSocketMessageKind: Sendable {
    /// UTF-8.
    case text
    case binary
}
