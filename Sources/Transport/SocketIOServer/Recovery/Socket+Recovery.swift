internal import ByteCoding
internal import NetLoop

/// What one socket knows of recovery. Made for each socket of a server that recovers state.
struct SocketRecovery {
    /// The client's secret, with which it may come back.
    var key: String
    /// What the client has come back to, until it has got it.
    var restored: (session: RecoveryLog.Session, offset: UInt64)?
    /// The events that the client has missed, between the CONNECT that it gets and them.
    var missed: [OutgoingEvent] = []
    var isRecovered = false
    /// For each room the last event before the socket entered it.
    var joined: [String: UInt64] = [:]
}

extension Socket {
    /// Whether the client has come back to this socket: its id, rooms and data are those it had, and what it missed is
    /// sent. True from the CONNECT on, for middleware too.
    public var isRecovered: Bool { features?.recovery?.isRecovered ?? false }

    /// Before the client is accepted: it will not come back to this socket, and gets its events without offsets. For
    /// clients that know nothing of recovery and take the offset for an argument. No effect later.
    public func declineRecovery() {
        guard !isConnected, client != nil, let features, features.recovery != nil else { return }
        // A client that did come back keeps what it has come back to.
        if !isRecovered { features.recovery = nil }
    }

    /// Whether the client may come back, and so is told the offsets of its events.
    var takesOffsets: Bool { features?.recovery != nil }

    /// Ends a volatile event: a client that may come back takes the text at an event's end for its place.
    var offsetOfNothingNew: [JSON] {
        guard takesOffsets, let part = loopNamespace.part else { return [] }
        return [.string(RecoveryLog.text(of: part.deliveredOffset))]
    }

    /// Begins the part that recovery has in this socket.
    func begin(_ recovery: SocketRecovery) {
        let features = madeFeatures
        features.recovery = recovery
        if let session = recovery.restored?.session {
            features.data = session.data
            features.recovery?.isRecovered = true
        }
    }

    /// Finds what the client has missed; the key that it is told. A new key says that nothing is recovered, when too
    /// much was forgotten since it asked.
    func prepareRecovery(newKey: () -> String) -> String? {
        guard let features, let recovery = features.recovery else { return nil }
        guard let restored = recovery.restored, let part = loopNamespace.part, let log = part.core?.recovery else {
            return recovery.key
        }
        let last = part.deliveredOffset
        if let missed = log.withLock({ $0.missed(by: restored.session, after: restored.offset, through: last) }) {
            features.recovery?.missed = missed
        } else {
            features.recovery = SocketRecovery(key: newKey())
            features.data = JSONObject()
        }
        return features.recovery?.key
    }

    /// Enters the rooms of the session and sends what was missed.
    func resume(_ features: SocketFeatures) {
        guard let recovery = features.recovery, let session = recovery.restored?.session else { return }
        join(all: session.rooms.map { $0.room })
        for membership in session.rooms { features.recovery?.joined[membership.room] = membership.since }
        features.recovery?.restored = nil
        features.recovery?.missed = []
        for event in recovery.missed { sendNow(event.name, event.payload.arguments, event.payload.attachments) }
    }

    func noteJoined(_ room: String) {
        if features?.recovery != nil { features?.recovery?.joined[room] = loopNamespace.part?.deliveredOffset ?? 0 }
    }

    /// Keeps what the client may come back to, where it was cut off and did not leave.
    func keep(_ features: SocketFeatures, _ reason: DisconnectReason) {
        guard reason.isRecoverable, let recovery = features.recovery, let log = loopNamespace.part?.core?.recovery
        else { return }
        let session = RecoveryLog.Session(
            key: recovery.key, id: id, namespace: namespace,
            rooms: rooms.map { RecoveryLog.Membership(room: $0, since: recovery.joined[$0] ?? 0) }, data: features.data)
        log.withLock { $0.keep(session, now: loop.now) }
    }
}

extension DisconnectReason {
    /// Whether the client was cut off rather than left or was sent away.
    var isRecoverable: Bool {
        switch self {
        case .transportClose, .transportError, .pingTimeout, .forcedClose, .forcedServerClose: true
        case .clientNamespaceDisconnect, .serverNamespaceDisconnect, .parseError, .serverShuttingDown: false
        }
    }
}
