internal import ByteCoding
internal import SocketIOCodec

/// Which namespaces one client is in, as a value: events go in, actions come out, and `SocketIOClient` performs them.
struct ClientState {
    /// Numbers a client's visits to namespaces; never used again for the same client.
    typealias Visit = Int

    enum Phase: Hashable {
        /// The application has not decided yet. Followed by `connected`, or the visit ends.
        case connecting
        /// Accepted. Followed by `left`, or the visit ends.
        case connected
        /// The server disconnected the client, which may not know yet: its packets are ignored until it connects again.
        case left
    }

    enum Event {
        /// A packet came, whole; `isKnown` tells whether the server has its namespace.
        case packet(SocketIOPacket, isKnown: Bool)
        /// What came is no packet.
        case malformed
        /// The application's decision on a visit.
        case accept(Visit)
        case refuse(Visit, message: String, data: JSON?)
        /// The application disconnects the client, from one namespace or from all of them and altogether.
        case leave(Visit)
        case leaveAll
        /// The time for connecting to a namespace is over.
        case connectTimedOut
        case connectionClosed(DisconnectReason)
    }

    enum Action {
        case setConnectTimer
        case cancelConnectTimer
        /// A visit begins: the application is asked.
        case ask(Visit, namespace: String, auth: JSON)
        /// The client hears that there is no such namespace.
        case sendUnknown(namespace: String)
        /// The client hears that it is connected.
        case sendConnect(Visit)
        /// The client hears that it is refused.
        case sendRefusal(Visit, message: String, data: JSON?)
        /// The client hears that it is disconnected from the namespace.
        case sendDisconnect(Visit)
        /// An event or an acknowledgement for the visit.
        case deliver(Visit, SocketIOPacket)
        /// The visit is over; the reason is told when it had been accepted.
        case end(Visit, DisconnectReason, wasConnected: Bool)
        /// Closes the connection; nothing is delivered any more.
        case close
    }

    private struct Entry {
        let namespace: String
        let visit: Visit
        var phase: Phase
    }

    /// Few, so looked through.
    private var entries: [Entry] = []
    private var nextVisit: Visit = 0
    private var hasTimer = false
    private(set) var isClosed = false

    /// What a new connection begins with.
    mutating func start() -> [Action] {
        hasTimer = true
        return [.setConnectTimer]
    }

    func phase(of visit: Visit) -> Phase? { entries.first { $0.visit == visit }?.phase }

    mutating func handle(_ event: Event) -> [Action] {
        var actions: [Action] = []
        if isClosed { return actions }
        switch event {
        case .packet(let packet, let isKnown):
            switch packet.kind {
            case .connect: connect(packet, isKnown: isKnown, &actions)
            case .disconnect: disconnect(packet.namespace, &actions)
            case .event, .ack: receive(packet, &actions)
            // Only a server refuses.
            case .connectError: closeAll(.forcedServerClose, &actions)
            }
        case .malformed: closeAll(.parseError, &actions)
        case .accept(let visit): accept(visit, &actions)
        case .refuse(let visit, let message, let data):
            refuse(visit, message, data, &actions)
        case .leave(let visit):
            leave(visit, &actions)
            limitIdling(&actions)
        case .leaveAll:
            for entry in entries { leave(entry.visit, &actions) }
            closeAll(.serverNamespaceDisconnect, &actions)
        case .connectTimedOut:
            hasTimer = false
            if !entries.contains(where: { $0.phase != .left }) { closeAll(.forcedServerClose, &actions) }
        case .connectionClosed(let reason): endAll(reason, &actions)
        }
        return actions
    }

    // MARK: The client's packets

    private mutating func connect(_ packet: SocketIOPacket, isKnown: Bool, _ actions: inout [Action]) {
        let namespace = packet.namespace
        guard isKnown else { return actions.append(.sendUnknown(namespace: namespace)) }
        if let place = place(of: namespace) {
            // A second CONNECT makes sense only for a client that has left, or was told to leave.
            guard entries[place].phase == .left else { return closeAll(.forcedServerClose, &actions) }
            entries.remove(at: place)
        }
        let visit = nextVisit
        nextVisit += 1
        entries.append(Entry(namespace: namespace, visit: visit, phase: .connecting))
        actions.append(.ask(visit, namespace: namespace, auth: packet.data ?? [:]))
    }

    private mutating func disconnect(_ namespace: String, _ actions: inout [Action]) {
        guard let place = place(of: namespace) else { return closeAll(.forcedServerClose, &actions) }
        let entry = entries.remove(at: place)
        if entry.phase != .left {
            actions.append(.end(entry.visit, .clientNamespaceDisconnect, wasConnected: entry.phase == .connected))
        }
        limitIdling(&actions)
    }

    private mutating func receive(_ packet: SocketIOPacket, _ actions: inout [Action]) {
        guard let place = place(of: packet.namespace) else { return closeAll(.forcedServerClose, &actions) }
        switch entries[place].phase {
        case .connected: actions.append(.deliver(entries[place].visit, packet))
        case .left: break
        case .connecting: closeAll(.forcedServerClose, &actions)
        }
    }

    // MARK: The application's decisions

    private mutating func accept(_ visit: Visit, _ actions: inout [Action]) {
        guard let place = place(of: visit), entries[place].phase == .connecting else { return }
        entries[place].phase = .connected
        if hasTimer { actions.append(.cancelConnectTimer) }
        hasTimer = false
        actions.append(.sendConnect(visit))
    }

    private mutating func refuse(_ visit: Visit, _ message: String, _ data: JSON?, _ actions: inout [Action]) {
        guard let place = place(of: visit), entries[place].phase == .connecting else { return }
        entries.remove(at: place)
        actions.append(.sendRefusal(visit, message: message, data: data))
        actions.append(.end(visit, .serverNamespaceDisconnect, wasConnected: false))
        limitIdling(&actions)
    }

    private mutating func leave(_ visit: Visit, _ actions: inout [Action]) {
        guard let place = place(of: visit), entries[place].phase != .left else { return }
        let wasConnected = entries[place].phase == .connected
        entries[place].phase = .left
        actions.append(.sendDisconnect(visit))
        actions.append(.end(visit, .serverNamespaceDisconnect, wasConnected: wasConnected))
    }

    /// Sets the timer when the client is in no namespace any more.
    private mutating func limitIdling(_ actions: inout [Action]) {
        guard !hasTimer, !entries.contains(where: { $0.phase != .left }) else { return }
        hasTimer = true
        actions.append(.setConnectTimer)
    }

    // MARK: The end

    private mutating func closeAll(_ reason: DisconnectReason, _ actions: inout [Action]) {
        actions.append(.close)
        endAll(reason, &actions)
    }

    private mutating func endAll(_ reason: DisconnectReason, _ actions: inout [Action]) {
        isClosed = true
        if hasTimer { actions.append(.cancelConnectTimer) }
        hasTimer = false
        for entry in entries where entry.phase != .left {
            actions.append(.end(entry.visit, reason, wasConnected: entry.phase == .connected))
        }
        entries = []
    }

    private func place(of namespace: String) -> Int? { entries.firstIndex { $0.namespace == namespace } }
    private func place(of visit: Visit) -> Int? { entries.firstIndex { $0.visit == visit } }
}
