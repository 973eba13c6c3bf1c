/// Why a stream of frames was refused; the connection is closed with `closeCode`, and nothing of it is read on.
package enum WebSocketError: Error, Hashable, Sendable {
    /// A reserved bit that nothing negotiated, or RSV1 where no compressed message begins.
    case reservedBit
    case reservedOpcode
    /// A client's frame without a mask.
    case unmaskedFrame
    /// A server's frame with one.
    case maskedFrame
    case fragmentedControlFrame
    case controlFrameTooLong
    /// A continuation with nothing to continue.
    case unexpectedContinuation
    /// A new message before the last one's final fragment.
    case unfinishedMessage
    /// A length in more bytes than it needs.
    case lengthNotMinimal
    /// A length with the 64th bit set.
    case lengthOutOfRange
    /// A close frame of one byte, or with a code that no frame may carry.
    case malformedClose
    /// A text message or a close reason that is not UTF-8.
    case invalidUTF8
    case messageTooLong

    package var closeCode: WebSocketCloseCode {
        switch self {
        case .invalidUTF8: .invalidPayload
        case .messageTooLong: .messageTooBig
        default: .protocolError
        }
    }
}
