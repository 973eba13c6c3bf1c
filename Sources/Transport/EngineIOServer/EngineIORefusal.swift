internal import ByteCoding
package import HTTPCodec

/// Why a request is refused; answered as JSON `{"code":…,"message":…}` with the reference implementation's codes.
package enum EngineIORefusal: Error, Hashable, Sendable {
    /// The `transport` parameter is missing or names no transport of this server.
    case unknownTransport
    /// No session has the id in the `sid` parameter.
    case unknownSession
    /// A session is opened with GET only.
    case badHandshakeMethod
    /// The request does not fit the session or its transport.
    case badRequest
    /// The request comes from an origin that is not allowed.
    case forbidden
    /// The `EIO` parameter is neither 3 nor 4.
    case unsupportedVersion
    /// The body is longer than `maxPayload`.
    case payloadTooLarge
    /// The server holds as many sessions as it may.
    case tooManySessions

    package var status: HTTPStatus {
        switch self {
        case .forbidden: .forbidden
        case .payloadTooLarge: .contentTooLarge
        case .tooManySessions: .serviceUnavailable
        default: .badRequest
        }
    }

    package var code: Int {
        switch self {
        case .unknownTransport: 0
        case .unknownSession: 1
        case .badHandshakeMethod: 2
        case .badRequest, .payloadTooLarge, .tooManySessions: 3
        case .forbidden: 4
        case .unsupportedVersion: 5
        }
    }

    package var message: String {
        switch self {
        case .unknownTransport: "Transport unknown"
        case .unknownSession: "Session ID unknown"
        case .badHandshakeMethod: "Bad handshake method"
        case .badRequest: "Bad request"
        case .forbidden: "Forbidden"
        case .unsupportedVersion: "Unsupported protocol version"
        case .payloadTooLarge: "Payload too large"
        case .tooManySessions: "Too many sessions"
        }
    }

    /// The response's body.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("code")
        writer.int(code)
        writer.key("message")
        writer.string(message)
        writer.endObject()
        return writer.bytes
    }
}
