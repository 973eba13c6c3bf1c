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
    /// Past `WebSocketLimits.message`.
    case messageTooLong
    /// Past `WebSocketLimits.frame`.
    case frameTooLong
    /// Past `WebSocketLimits.fragments`.
    case tooManyFragments

    package var closeCode: WebSocketCloseCode {
        switch self {
        case .invalidUTF8: .invalidPayload
        case .messageTooLong, .frameTooLong: .messageTooBig
        case .tooManyFragments: .policyViolation
        default: .protocolError
        }
    }

    /// What the close frame says beside the code, for whoever has to find the fault.
    package var reason: String {
        switch self {
        case .reservedBit: "reserved bit set"
        case .reservedOpcode: "reserved opcode"
        case .unmaskedFrame: "frame without a mask"
        case .maskedFrame: "frame with a mask"
        case .fragmentedControlFrame: "fragmented control frame"
        case .controlFrameTooLong: "control frame over 125 bytes"
        case .unexpectedContinuation: "continuation without a message"
        case .unfinishedMessage: "message within a message"
        case .lengthNotMinimal: "length not in its shortest form"
        case .lengthOutOfRange: "length out of range"
        case .malformedClose: "malformed close frame"
        case .invalidUTF8: "not UTF-8"
        case .messageTooLong: "message over the limit"
        case .frameTooLong: "frame over the limit"
        case .tooManyFragments: "fragments over the limit"
        }
    }
}
