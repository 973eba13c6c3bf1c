package import EngineIOCodec
internal import HTTPCodec

/// What a request for the server's path asks for.
package enum EngineIORequest: Hashable, Sendable {
    /// A browser asks what it may send (CORS preflight).
    case preflight
    /// A new session that begins with polling.
    case handshake(EngineIOFormat)
    /// A new session that is a WebSocket.
    case webSocket(EngineIOFormat)
    /// Packets are wanted.
    case poll(SessionID, EngineIORevision, PollMark = .none)
    /// Packets are brought.
    case post(SessionID, EngineIORevision)
    /// A WebSocket is to take a session over.
    case upgrade(SessionID, EngineIOFormat)

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
        let sid = parameters["sid"] ?? ""
        if sid.isEmpty, method != "GET" { throw .badHandshakeMethod }
        let format = try format(parameters)
        // Answers as scripts (JSONP) are for browsers that no longer exist.
        guard parameters["j"] == nil else { throw .badRequest }
        guard !sid.isEmpty else {
            guard isUpgrade == (transport == .websocket) else { throw .badRequest }
            return transport == .websocket ? .webSocket(format) : .handshake(format)
        }
        guard let id = SessionID(sid) else { throw .unknownSession }
        switch (transport, method) {
        case (.websocket, "GET") where isUpgrade: return .upgrade(id, format)
        case (.polling, "GET") where !isUpgrade: return .poll(id, format.revision, PollMark(parameters["t"]))
        case (.polling, "POST") where !isUpgrade: return .post(id, format.revision)
        default: throw .badRequest
        }
    }

    private static func format(_ parameters: HTTPQuery) throws(EngineIORefusal) -> EngineIOFormat {
        switch parameters["EIO"] {
        case "4": return .four
        case "3":
            let base64 = parameters["b64"] ?? ""
            return .three(takesBytes: base64.isEmpty)
        default: throw .unsupportedVersion
        }
    }
}
