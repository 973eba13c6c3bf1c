package import ByteCoding

/// What a client connects to the namespace with.
package enum ConnectPayload {
    /// Without a token the session's cookie counts.
    package static func make(token: String? = nil, device: String? = nil) -> JSON {
        var object: JSONObject = ["version": .int(ProtocolVersion.current)]
        if let token { object["token"] = .string(token) }
        if let device { object["device"] = .string(device) }
        return .object(object)
    }
}
