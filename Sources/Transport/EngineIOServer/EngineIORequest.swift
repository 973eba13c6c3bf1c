internal import HTTPCodec

/// What a request for the server's path asks for.
package enum EngineIORequest: Hashable, Sendable {
    /// A browser asks what it may send (CORS preflight).
    case preflight
    /// A new session that begins with polling.
    case handshake
    /// A new session that is a WebSocket.
    case webSocket
    /// Packets are wanted.
    case poll(SessionID)
    /// Packets are brought.
    case post(SessionID)
    /// A WebSocket is to take a session over.
    case upgrade(SessionID)

    /// Reads a request's method and query; the order of the checks is the reference implementation's.
    package static func read(
        method: String, query: String, isUpgrade: Bool
    ) throws(EngineIORefusal) -> EngineIORequest {
        if method == "OPTIONS" { return .preflight }
        let parameters: HTTPQuery
        do throws(FormError) { parameters = try HTTPQuery(query) } catch { throw .badRequest }
        guard let transport = parameters["transport"].flatMap(EngineIOTransport.init(rawValue:)) else {
            throw .unknownTransport
        }
        guard let text = parameters["sid"], !text.isEmpty else {
            guard method == "GET" else { throw .badHandshakeMethod }
            guard parameters["EIO"] == "4" else { throw .unsupportedVersion }
            guard isUpgrade == (transport == .websocket) else { throw .badRequest }
            return transport == .websocket ? .webSocket : .handshake
        }
        guard parameters["EIO"] == "4" else { throw .unsupportedVersion }
        guard let id = SessionID(text) else { throw .unknownSession }
        switch (transport, method) {
        case (.websocket, "GET") where isUpgrade: return .upgrade(id)
        case (.polling, "GET") where !isUpgrade: return .poll(id)
        case (.polling, "POST") where !isUpgrade: return .post(id)
        default: throw .badRequest
        }
    }
}
