internal import ByteCoding
internal import EngineIOCodec
internal import EngineIOServer
internal import NetLoop
internal import SocketIOCodec

/// One connection and the sockets of the namespaces that its client is in. Confined to the connection's loop.
final class SocketIOClient: EngineIOHandler {
    private let loop: SocketIOLoop
    private let connection: EngineIOConnection
    private var state = ClientState()
    private var decoder: SocketIODecoder
    private let revision: SocketIORevision
    /// One for each visit that is not over.
    private var sockets: [Socket] = []
    private var connectTimer: LoopTimer?
    /// The namespace that the packet in hand asks for, when the server has it.
    private var asked: LoopNamespace?

    init(_ connection: EngineIOConnection, on loop: SocketIOLoop) {
        self.connection = connection
        self.loop = loop
        revision = connection.revision == .three ? .four : .five
        decoder = SocketIODecoder(limits: loop.limits, revision: revision)
        perform(state.start())
    }

    /// Connects a client of revision 4 to the main namespace, which it does not ask for.
    func begin() {
        if revision == .four { received(SocketIOPacket(kind: .connect)) }
    }

    private func handle(_ event: ClientState.Event) { perform(state.handle(event)) }

    private func perform(_ actions: [ClientState.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: ClientState.Action) {
        switch action {
        case .setConnectTimer:
            // Cancelled at the connection's end at the latest. A weak reference would slow each retain of this object.
            connectTimer = connection.loop.schedule(after: loop.configuration.connectTimeout) {
                self.connectTimer = nil
                self.handle(.connectTimedOut)
            }
        case .cancelConnectTimer:
            connectTimer?.cancel()
            connectTimer = nil
        case .ask(let visit, let namespace, let auth): ask(visit, namespace, auth)
        case .sendUnknown(let namespace):
            let message = "Invalid namespace"
            sendRefusal(of: namespace, message, revision == .four ? ["message": .string(message)] : nil)
        case .sendConnect(let visit):
            guard let socket = socket(visit) else { return }
            sendConnect(socket)
            socket.accepted()
        case .sendRefusal(let visit, let message, let data):
            if let socket = socket(visit) { sendRefusal(of: socket.namespace, message, data) }
        case .sendDisconnect(let visit):
            guard let socket = socket(visit) else { return }
            socket.flushRooms()
            send { SocketIOEncoder.encodeDisconnect(namespace: socket.namespace, into: &$0) }
        case .deliver(let visit, let packet): socket(visit)?.receive(packet)
        case .end(let visit, let reason, _):
            guard let place = sockets.firstIndex(where: { $0.visit == visit }) else { return }
            let socket = sockets.remove(at: place)
            socket.ended(reason)
            loop.left(socket.loopNamespace)
        case .close: connection.close(discarding: false)
        }
    }

    private func socket(_ visit: ClientState.Visit) -> Socket? { sockets.first { $0.visit == visit } }

    private func ask(_ visit: ClientState.Visit, _ namespace: String, _ auth: JSON) {
        guard let asked else { return }
        let recovery = revision == .five ? loop.recovery(for: namespace, auth) : nil
        let socket = Socket(
            id: recovery?.restored?.session.id ?? loop.makeID(), visit: visit, auth: auth, namespace: asked,
            client: self, connection: connection, roomQueueLimit: loop.configuration.roomQueueLimit)
        if let recovery { socket.begin(recovery) }
        sockets.append(socket)
        loop.entered(asked)
        asked.handler.connecting(socket)
    }

    // MARK: What sockets ask for

    func accept(_ socket: Socket) -> Bool {
        handle(.accept(socket.visit))
        return socket.isConnected
    }

    func refuse(_ socket: Socket, message: String, data: JSON?) {
        handle(.refuse(socket.visit, message: message, data: data))
    }

    func disconnect(_ socket: Socket, closingConnection: Bool) {
        handle(closingConnection ? .leaveAll : .leave(socket.visit))
    }

    /// Ends every visit and the connection at once.
    func shutDown() {
        handle(.connectionClosed(.serverShuttingDown))
        connection.close(discarding: true)
    }

    // MARK: Sending

    func sendEvent(_ name: String, _ arguments: [JSON], _ attachments: [[UInt8]], id: Int?, from socket: Socket) {
        let namespace = socket.namespace
        guard !attachments.isEmpty else {
            return send {
                SocketIOEncoder.encodeEvent(
                    namespace: namespace, id: id, name: name, arguments: arguments, into: &$0)
            }
        }
        let data = JSON.array([.string(name)] + arguments)
        send(SocketIOPacket(kind: .event, namespace: namespace, id: id, data: data, attachments: attachments))
    }

    func sendAcknowledgement(_ arguments: [JSON], _ attachments: [[UInt8]], id: Int, from socket: Socket) {
        let namespace = socket.namespace
        guard !attachments.isEmpty else {
            return send {
                SocketIOEncoder.encodeAck(namespace: namespace, id: id, arguments: arguments, into: &$0)
            }
        }
        send(
            SocketIOPacket(
                kind: .ack, namespace: namespace, id: id, data: .array(arguments), attachments: attachments))
    }

    func sendAcknowledgement(raw: [UInt8], id: Int, from socket: Socket) {
        send { SocketIOEncoder.encodeAck(namespace: socket.namespace, id: id, rawArguments: raw, into: &$0) }
    }

    private func sendConnect(_ socket: Socket) {
        guard let key = socket.prepareRecovery(newKey: loop.makeID) else {
            return send {
                SocketIOEncoder.encodeConnect(
                    namespace: socket.namespace, sid: socket.id, revision: revision, into: &$0)
            }
        }
        let data: JSON = ["sid": .string(socket.id), "pid": .string(key)]
        send(SocketIOPacket(kind: .connect, namespace: socket.namespace, data: data))
    }

    private func sendRefusal(of namespace: String, _ message: String, _ data: JSON?) {
        send {
            SocketIOEncoder.encodeConnectError(
                namespace: namespace, message: message, data: data, revision: revision, into: &$0)
        }
    }

    private func send(_ packet: SocketIOPacket) {
        send { SocketIOEncoder.encode(packet, into: &$0) }
        for attachment in packet.attachments { connection.send(.binary(attachment)) }
    }

    private func send(_ encode: (inout [UInt8]) -> Void) {
        var text = [EncodedPacket.messageType]
        encode(&text)
        connection.send(.text(text))
    }

    // MARK: EngineIOHandler

    func received(text: ArraySlice<UInt8>) {
        do throws(SocketIOError) {
            if let packet = try decoder.receive(text: text) { received(packet) }
        } catch { handle(.malformed) }
    }

    func received(binary: ArraySlice<UInt8>) {
        do throws(SocketIOError) {
            if let packet = try decoder.receive(binary: Array(binary)) { received(packet) }
        } catch { handle(.malformed) }
    }

    private func received(_ packet: SocketIOPacket) {
        if packet.kind == .connect { asked = loop.admission(to: packet.namespace, auth: packet.data ?? [:]) }
        defer { asked = nil }
        handle(.packet(packet, isKnown: asked != nil))
    }

    func drained() {
        for socket in sockets { socket.drained() }
    }

    func closed(_ reason: EngineIOCloseReason) {
        handle(.connectionClosed(DisconnectReason(reason)))
        loop.forget(self)
    }
}

extension DisconnectReason {
    init(_ reason: EngineIOCloseReason) {
        self =
            switch reason {
            case .transportError: .transportError
            case .transportClose: .transportClose
            case .forcedClose: .forcedClose
            case .pingTimeout: .pingTimeout
            case .parseError: .parseError
            }
    }
}
