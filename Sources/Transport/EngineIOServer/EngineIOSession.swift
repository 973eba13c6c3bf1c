package import EngineIOCodec

/// One Engine.IO session as a value: events go in, actions come out, and the connection performs them.
///
/// It holds no socket, clock or source of randomness. Actions are performed in their order.
package struct EngineIOSession: Sendable {
    /// What carries the session. `closed` may follow every state.
    package enum State: Hashable, Sendable {
        /// Made, and not open yet. Followed by `polling` or `websocket`.
        case opening
        /// Open; packets travel by polls and posts. Followed by `probing` or `closing`.
        case polling
        /// As `polling`, and a WebSocket has come that has not asked for the upgrade. Followed by `upgrading`, by
        /// `websocket`, by `polling` when the WebSocket fails, or by `closing`.
        case probing
        /// The probe was answered: polls are released with `noop`, packets wait for what carries the session next.
        /// Followed by `websocket`, by `polling` when the WebSocket fails, or by `closing`.
        case upgrading
        /// Open; packets travel by the WebSocket.
        case websocket
        /// The server has closed the session and waits for a poll that carries the last packets and `close`.
        case closing
        /// Over.
        case closed
    }

    package enum Event: Sendable {
        /// The handshake was accepted. `handshake` is the open packet; a polling handshake's request is answered with it.
        case open(EngineIOTransport, handshake: [UInt8], request: RequestID?)
        /// A GET with this session's id.
        case poll(RequestID, PollMark = .none)
        /// The connection of a GET that has not been answered was closed.
        case pollAborted(RequestID)
        /// The head of a POST with this session's id; its body may still be on its way. `isBinary`: by its Content-Type.
        /// `post`, `postTooLarge` or `postAborted` follow.
        case postBegan(RequestID, isBinary: Bool)
        /// The body of that POST is whole.
        case post(RequestID, body: [UInt8])
        /// The body of that POST is longer than `maxPayload`, or says that it will be.
        case postTooLarge(RequestID)
        /// The body of that POST will never be whole: its connection was closed, or broke the rules of HTTP.
        case postAborted(RequestID)
        /// A WebSocket with this session's id has finished its handshake; `format` is how it is spoken to.
        case upgradeArrived(format: EngineIOFormat)
        /// A text message of the session's WebSocket, valid UTF-8.
        case webSocketText([UInt8])
        case webSocketBinary([UInt8])
        /// The session's WebSocket is gone.
        case webSocketClosed
        case send(EngineIOOutgoing)
        /// More waits in the session's WebSocket than may.
        case overflowed
        /// The turn in which `endTurn` was asked for is over.
        case turnEnded
        case fired(Timer)
        /// The server wants the session closed; `discarding` does not wait until what is queued has been polled.
        case close(discarding: Bool)
    }

    package enum Action: Sendable {
        /// Answers a request; each is answered once, unless it was aborted.
        case respond(RequestID, EngineIOResponse)
        /// Closes the WebSocket that has just come: the session has no use for it.
        case refuseUpgrade
        /// Writes one packet to the session's WebSocket.
        case write(EngineIOOutgoing)
        /// Closes the session's WebSocket once what was written is sent, and forgets it.
        case closeWebSocket
        /// Sets a timer, in milliseconds from now, whether or not it was set.
        case set(Timer, after: Int)
        case cancel(Timer)
        /// Asks for `turnEnded`.
        case endTurn
        /// A message for the application; skipped when the session has been closed meanwhile. The text begins after
        /// the packet's type digit.
        case deliverText(ArraySlice<UInt8>)
        case deliverBinary(ArraySlice<UInt8>)
        /// Nothing waits in the session any more.
        case drained
        /// The session is over; nothing follows.
        case closed(EngineIOCloseReason)
    }

    package enum Timer: Hashable, Sendable, CaseIterable {
        /// The next ping, or the latest time of its pong; in revision 3 the latest time of the client's ping.
        case heartbeat
        /// The latest time of the `upgrade` packet.
        case upgrade
        /// When a poll is released that came during the upgrade.
        case release
        /// When a closing session is given up.
        case closing
    }

    /// A request that waits for its answer; the connection chooses the numbers.
    package typealias RequestID = UInt64

    /// How long a poll may wait while an upgrade is under way, in milliseconds: a client whose WebSocket is stuck would
    /// else poll without a pause.
    package static let releaseDelay = 100

    /// Packets in the answer to one poll; the rest waits for the next. python-engineio takes no more.
    package static let payloadLimit = 16

    package internal(set) var state = State.opening
    let timing: Timing
    /// How the session's own transport is spoken to.
    package internal(set) var format: EngineIOFormat
    /// The same for the WebSocket that wants to take the session over.
    var nextFormat: EngineIOFormat
    var queue = OutgoingQueue()
    /// The GET that waits for packets.
    var waitingPoll: RequestID?
    /// Of the last GET.
    var lastPoll = PollMark.none
    /// The POST whose body is not whole yet; nil unless the session is polled or closing.
    var openPost: RequestID?
    var isOpenPostBinary = false
    var awaitsPong = false
    var willEndTurn = false
    var hasOverflowed = false

    package init(_ configuration: EngineIOConfiguration, format: EngineIOFormat = .four) {
        timing = Timing(configuration)
        self.format = format
        nextFormat = format
    }

    /// Bytes that wait in the session (not those that its WebSocket holds).
    package var queuedBytes: Int { queue.count }

    /// Whether packets may be written to the WebSocket without asking the session.
    package var isWebSocket: Bool { state == .websocket }

    /// Whether messages are still delivered.
    package var isOpen: Bool {
        switch state {
        case .polling, .probing, .upgrading, .websocket: true
        case .opening, .closing, .closed: false
        }
    }

    /// What follows from `event`. Events that do not fit the state are ignored, except requests, which are refused.
    package mutating func handle(_ event: Event) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .open(let transport, let handshake, let request):
            open(transport, handshake: handshake, request: request, &actions)
        case .poll(let request, let mark): poll(request, mark, &actions)
        case .pollAborted(let request): pollAborted(request, &actions)
        case .postBegan(let request, let isBinary): beginPost(request, isBinary: isBinary, &actions)
        case .post(let request, let body): post(request, body, &actions)
        case .postTooLarge(let request): refuseLongPost(request, &actions)
        case .postAborted(let request): abortPost(request, &actions)
        case .upgradeArrived(let format): upgradeArrived(format, &actions)
        case .webSocketText(let text): webSocketText(text, &actions)
        case .webSocketBinary(let bytes): webSocketBinary(bytes, &actions)
        case .webSocketClosed: webSocketClosed(&actions)
        case .send(let packet): send(packet, &actions)
        case .overflowed: overflow(&actions)
        case .turnEnded: turnEnded(&actions)
        case .fired(let timer): fired(timer, &actions)
        case .close(let discarding): close(discarding: discarding, &actions)
        }
        return actions
    }

    private mutating func open(
        _ transport: EngineIOTransport, handshake: [UInt8], request: RequestID?, _ actions: inout [Action]
    ) {
        guard state == .opening else { return }
        switch transport {
        case .polling:
            state = .polling
            if let request { actions.append(.respond(request, answer(with: handshake))) }
        case .websocket:
            state = .websocket
            actions.append(.write(.text(handshake)))
        }
        actions.append(.set(.heartbeat, after: format == .four ? timing.pingInterval : timing.clientSilence))
    }

    // MARK: Heartbeat

    private mutating func fired(_ timer: Timer, _ actions: inout [Action]) {
        switch timer {
        case .heartbeat where isOpen:
            // In revision 3 the client pings, and each ping sets the timer anew.
            guard format == .four, !awaitsPong else { return fail(.pingTimeout, &actions) }
            awaitsPong = true
            actions.append(.set(.heartbeat, after: timing.pingTimeout))
            send(.text(ControlPacket.ping), &actions)
        case .upgrade where state == .probing || state == .upgrading: failUpgrade(&actions)
        case .release where state == .upgrading: releasePoll(&actions)
        case .closing where state == .closing: end(.forcedClose, &actions)
        default: break
        }
    }

    /// The client's ping, which revision 3 has it send and revision 4 does not know.
    mutating func ping(_ payload: ArraySlice<UInt8>, _ actions: inout [Action]) {
        guard format != .four else { return fail(.transportError, &actions) }
        actions.append(.set(.heartbeat, after: timing.clientSilence))
        send(.text(ControlPacket.pong + payload), &actions)
    }

    mutating func pong(_ actions: inout [Action]) {
        guard format == .four else { return fail(.transportError, &actions) }
        awaitsPong = false
        actions.append(.set(.heartbeat, after: timing.pingInterval))
    }
}

extension EngineIOSession {
    /// The part of the configuration that the session needs.
    struct Timing: Sendable {
        let pingInterval: Int
        let pingTimeout: Int
        let upgradeTimeout: Int
        let closeTimeout: Int
        let maxPayload: Int
        let queueLimit: Int

        /// From one ping of a client of revision 3 to the next at the latest.
        var clientSilence: Int { pingInterval + pingTimeout }

        init(_ configuration: EngineIOConfiguration) {
            pingInterval = configuration.pingInterval
            pingTimeout = configuration.pingTimeout
            upgradeTimeout = configuration.upgradeTimeout
            closeTimeout = configuration.closeTimeout
            maxPayload = configuration.maxPayload
            queueLimit = configuration.queueLimit
        }
    }
}
