internal import ByteCoding
internal import ChatModel
internal import ChatWire

/// What a CONNECT's `auth` payload asks for.
enum Handshake {
    case anonymous
    case token(String)
    case refused(ChatError)

    init(_ auth: JSON) {
        let fields = auth.objectValue
        switch fields?["version"] ?? .null {
        case .null: break
        case let version where version.intValue == ProtocolVersion.current: break
        case let version where version.intValue != nil:
            self = .refused(
                ChatError(
                    .clientTooOld,
                    "This server speaks version \(ProtocolVersion.current) of the protocol and this client does not."))
            return
        default:
            self = .refused(ChatError(.invalidArgument, "The version must be a whole number.", field: "version"))
            return
        }
        switch fields?["token"] ?? .null {
        case .null: self = .anonymous
        case .string(let token): self = .token(token)
        default: self = .refused(ChatError(.invalidArgument, "The token must be a string.", field: "token"))
        }
    }
}
