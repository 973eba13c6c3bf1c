package import ByteCoding
public import EngineIOServer
public import NetLoop
internal import SocketIOCodec

/// A client in a namespace. Confined to its loop: every member is used there only, and every callback is called there.
public final class Socket {
    /// Names the socket among all of the server's; not a secret of its client.
    public let id: String
    public let loopNamespace: LoopNamespace
    /// What the client sent with CONNECT; an object, empty when it sent nothing. Of a client of protocol 4, the query of
    /// the namespace as strings by name. May be set to null when it has been
    /// used, as it is kept otherwise.
    package var auth: JSON
    /// The application's own, let go of when the socket is disconnected or refused: it may hold the socket in turn.
    public var context: AnyObject?

    /// An event came. Events of one socket come in the order in which the client sent them. Where binary belongs, an
    /// argument holds its placeholder.
    package var onEvent: ((_ name: String, _ arguments: [JSON], _ acknowledge: Acknowledgement?) -> Void)?
    /// An event with binary attachments came; when this is nil, `onEvent` gets it without them.
    package var onBinaryEvent:
        ((_ name: String, _ arguments: [JSON], _ attachments: [[UInt8]], _ acknowledge: Acknowledgement?) -> Void)?
    /// The socket was disconnected; called once, if the socket had been accepted. It is in no room any more.
    public var onDisconnect: ((DisconnectReason) -> Void)?
    /// The client reads too slowly: from now on packets of its rooms are dropped. Called once each time that it begins.
    public var onRoomPacketsDropped: (() -> Void)?
    /// Everything that waited has been sent after packets were dropped; the rooms' packets flow again from here on, and
    /// what is emitted in this call goes before them.
    public var onDrained: (() -> Void)?

    let visit: ClientState.Visit
    let connection: EngineIOConnection
    /// Nil when the visit is over.
    var client: SocketIOClient?
    public internal(set) var isConnected = false

    private var memberships: ContiguousArray<Membership> = []
    private var isDropping = false
    private var acknowledgements = AckTable<PendingAcknowledgement>()
    private let roomQueueLimit: Int

    private struct Membership {
        let room: Room
        /// Where the room keeps this socket.
        var place: Int
    }

    private struct PendingAcknowledgement {
        let timer: LoopTimer?
        let acknowledged: (Result<[JSON], AcknowledgementError>) -> Void
    }

    init(
        id: String, visit: ClientState.Visit, auth: JSON, namespace: LoopNamespace, client: SocketIOClient,
        connection: EngineIOConnection, roomQueueLimit: Int
    ) {
        self.id = id
        self.visit = visit
        self.auth = auth
        loopNamespace = namespace
        self.client = client
        self.connection = connection
        self.roomQueueLimit = roomQueueLimit
    }

    public var namespace: String { loopNamespace.name }
    public var loop: EventLoop { loopNamespace.loop }
    /// The request that opened the client's connection.
    public var request: HandshakeRequest { connection.request }
    /// Lets go of the request's header fields and query, about a kilobyte that is else kept as long as the connection;
    /// for sockets of other namespaces of the same client too.
    public func forgetRequest() { connection.forgetRequest() }
    /// The first header field of that name, in any case, of the request that opened the client's connection.
    package func requestHeader(_ name: String) -> String? { request.header(name) }
    /// Who is at the other end of the connection: the client, or a proxy before it.
    public var remoteAddress: SocketAddress { request.remoteAddress }

    // MARK: Connecting

    /// Lets the client in. False when it has gone meanwhile, or was accepted or refused before.
    @discardableResult
    public func accept() -> Bool { client?.accept(self) ?? false }

    /// Answers CONNECT_ERROR with `message` and, unless nil, `data`. No effect once accepted, or when the client has gone.
    package func refuse(message: String, data: JSON? = nil) { client?.refuse(self, message: message, data: data) }

    /// Disconnects the client from the namespace, or from all namespaces and its connection too.
    public func disconnect(closingConnection: Bool = false) {
        client?.disconnect(self, closingConnection: closingConnection)
    }

    // MARK: Sending

    /// Sends an event. False when the socket is not connected, or `name` is one that Socket.IO reserves.
    ///
    /// Where one of `attachments` belongs, the arguments hold `SocketIOPlaceholder.make` of its number.
    @discardableResult
    package func emit(_ name: String, _ arguments: [JSON] = [], attachments: [[UInt8]] = []) -> Bool {
        guard isConnected, !SocketIOPacket.isReserved(eventName: name) else { return false }
        client?.sendEvent(name, arguments, attachments, id: nil, from: self)
        return true
    }

    /// Sends an event and waits for its acknowledgement, for at most `timeout` milliseconds unless that is nil.
    /// `acknowledged` is called once.
    package func emit(
        _ name: String, _ arguments: [JSON] = [], attachments: [[UInt8]] = [], timeout: Int?,
        acknowledged: @escaping (Result<[JSON], AcknowledgementError>) -> Void
    ) {
        guard isConnected, !SocketIOPacket.isReserved(eventName: name), let client else {
            return acknowledged(.failure(.disconnected))
        }
        let id = acknowledgements.add { id in
            let timer = timeout.map { loop.schedule(after: $0) { [weak self] in self?.acknowledgementTimedOut(id) } }
            return PendingAcknowledgement(timer: timer, acknowledged: acknowledged)
        }
        client.sendEvent(name, arguments, attachments, id: id, from: self)
    }

    /// Sends a packet that was encoded before; it must be one of this namespace.
    public func send(_ packet: EncodedPacket) {
        if isConnected { connection.send(.preframed(packet.preframed)) }
    }

    private func acknowledgementTimedOut(_ id: Int) {
        acknowledgements.take(id)?.acknowledged(.failure(.timedOut))
    }

    // MARK: Rooms

    /// The rooms that the socket is in.
    public var rooms: [String] { memberships.dropFirst().map { $0.room.name } }

    public func isIn(_ room: String) -> Bool {
        loopNamespace.existingRoom(room).map { membership(in: $0) != nil } ?? false
    }

    /// Looks through the socket's rooms or the room's sockets, whichever are fewer.
    private func membership(in room: Room) -> Int? {
        if room.subscribers.count < memberships.count {
            return room.subscribers.first { $0.socket === self }?.membership
        }
        return memberships.firstIndex { $0.room === room }
    }

    /// Enters a room of this namespace; no effect when it is there, or is not connected.
    public func join(_ room: String) {
        guard isConnected else { return }
        let room = loopNamespace.roomToJoin(room)
        if membership(in: room) == nil { enter(room) }
    }

    /// As `join` with each of `rooms`, at a cost that grows with their number only.
    public func join(all rooms: some Sequence<String>) {
        guard isConnected else { return }
        var present = Set(memberships.map { ObjectIdentifier($0.room) })
        for name in rooms {
            let room = loopNamespace.roomToJoin(name)
            if present.insert(ObjectIdentifier(room)).inserted { enter(room) }
        }
    }

    /// As `leave` with each room that the socket is in.
    public func leaveAll() {
        flushRooms()
        // The first is the one that every connected socket is in.
        while memberships.count > 1 { exit(at: memberships.count - 1) }
    }

    public func leave(_ room: String) {
        guard let room = loopNamespace.existingRoom(room), let membership = membership(in: room) else { return }
        room.flush()
        exit(at: membership)
    }

    func enter(_ room: Room) {
        memberships.append(Membership(room: room, place: room.add(self, membership: memberships.count)))
    }

    func room(at membership: Int, movedYouTo place: Int) { memberships[membership].place = place }

    private func exit(at membership: Int) {
        let (room, place) = (memberships[membership].room, memberships[membership].place)
        room.remove(at: place)
        let last = memberships.removeLast()
        if membership < memberships.count {
            memberships[membership] = last
            last.room.subscriber(at: last.place, movedUsTo: membership)
        }
        loopNamespace.left(room)
    }

    /// Hands over what was published to the socket's rooms so far.
    func flushRooms() {
        for membership in memberships { membership.room.flush() }
    }

    /// Takes what a room has published: `frames` for a WebSocket, `packets` for polling. False when the socket begins
    /// to drop packets with these.
    func deliver(_ frames: SharedBytes, _ packets: [PreframedPacket]) -> Bool {
        if isDropping { return true }
        isDropping = !connection.send(frames: frames, packets: packets, limit: roomQueueLimit)
        return !isDropping
    }

    // MARK: For the client's connection

    func drained() {
        guard isDropping else { return }
        onDrained?()
        isDropping = false
    }

    func accepted() {
        isConnected = true
        loopNamespace.add(self)
    }

    /// Takes an event or an acknowledgement.
    func receive(_ packet: SocketIOPacket) {
        let arguments = Array(packet.arguments)
        if let name = packet.eventName {
            let acknowledge = packet.id.map { Acknowledgement(socket: self, id: $0) }
            if !packet.attachments.isEmpty, let onBinaryEvent {
                onBinaryEvent(name, arguments, packet.attachments, acknowledge)
            } else {
                onEvent?(name, arguments, acknowledge)
            }
        } else if let id = packet.id, let pending = acknowledgements.take(id) {
            pending.timer?.cancel()
            pending.acknowledged(.success(arguments))
        }
    }

    func acknowledge(_ id: Int, _ arguments: [JSON], _ attachments: [[UInt8]]) {
        if isConnected { client?.sendAcknowledgement(arguments, attachments, id: id, from: self) }
    }

    func acknowledge(_ id: Int, raw: [UInt8]) {
        if isConnected { client?.sendAcknowledgement(raw: raw, id: id, from: self) }
    }

    /// The visit is over.
    func ended(_ reason: DisconnectReason) {
        client = nil
        defer { letGo() }
        guard isConnected else { return }
        isConnected = false
        while !memberships.isEmpty { exit(at: memberships.count - 1) }
        loopNamespace.remove(self)
        for pending in acknowledgements.takeAll() {
            pending.timer?.cancel()
            pending.acknowledged(.failure(.disconnected))
        }
        onDisconnect?(reason)
    }

    /// Breaks the cycles that the application's objects may have made.
    private func letGo() {
        context = nil
        onEvent = nil
        onBinaryEvent = nil
        onDisconnect = nil
        onRoomPacketsDropped = nil
        onDrained = nil
    }
}
