internal import WebSocketCodec

/// Why a compressed message was refused.
enum InflateError: Error, Hashable {
    /// Not what deflate makes: RFC 6455 section 7.4.1 has 1007 for data that does not fit the message's type.
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

    /// What the close frame says beside the code.
    var reason: String {
        switch self {
        case .malformed: "malformed deflate"
        case .tooLong: WebSocketError.messageTooLong.reason
        case .invalidUTF8: WebSocketError.invalidUTF8.reason
        case .unavailable: "no memory to inflate"
        }
    }
}
