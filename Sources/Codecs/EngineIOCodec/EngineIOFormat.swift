/// A revision of the Engine.IO protocol, by the number that a request's `EIO` parameter holds.
package enum EngineIORevision: Int, Hashable, Sendable {
    /// Clients of Socket.IO 1 and 2: the client pings.
    case three = 3
    /// Clients of Socket.IO 3 and later: the server pings.
    case four = 4
}

/// How the packets of one client are spelled.
package enum EngineIOFormat: Hashable, Sendable {
    case four
    /// Without `takesBytes` binary is written as Base64 (`b64=1` in the client's query).
    case three(takesBytes: Bool)

    package var revision: EngineIORevision {
        switch self {
        case .four: .four
        case .three: .three
        }
    }
}
