public import ByteCoding
public import EngineIOServer
public import NetLoop
internal import SocketIOCodec

/// A client in a namespace. Confined to its loop: every member is used there only, and every callback is called there.
public final class Socket {
    /// Names the socket among all of the server's; not a secret of its client.
    public let id: String
    /// The part of the namespace that lives on the socket's loop: the fast path to its rooms.
    public let loopNamespace: LoopNamespace
    /// What the client sent with CONNECT; an object, empty when it sent nothing. Of a client of protocol 4, the query of
    /// the namespace as strings by name. May be set to null when it has been used, as it is kept otherwise.
    public var auth: JSON
    /// The application's own, let go of when the socket is disconnected or refused: it may hold the socket in turn.
    public var context: AnyObject?

    /// An event came that no handler of `on` takes. Events of one socket come in the order in which the client sent
    /// them. Where binary belongs, an argument holds its placeholder.
    public var onEvent: ((_ name: String, _ arguments: [JSON], _ acknowledge: Acknowledgement?) -> Void)?
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
    /// Whether the socket was accepted and is not over.
    public internal(set) var isConnected = false

    var memberships: ContiguousArray<Membership> = []
    var isDropping = false
    let roomQueueLimit: Int
    /// What only some sockets use, made when it is first used, so that others pay one word for all of it.
    var features: SocketFeatures?

    struct Membership {
        let room: Room
        /// Where the room keeps this socket.
        var place: Int
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

    /// The namespace's name.
    public var namespace: String { loopNamespace.name }
    /// The loop that the socket is confined to.
    public var loop: EventLoop { loopNamespace.loop }
    /// The request that opened the client's connection.
    public var request: HandshakeRequest { connection.request }
    /// Lets go of the request's header fields and query, about a kilobyte that is else kept as long as the connection;
    /// for sockets of other namespaces of the same client too.
    public func forgetRequest() { connection.forgetRequest() }
    /// The first header field of that name, in any case, of the request that opened the client's connection.
    public func requestHeader(_ name: String) -> String? { request.header(name) }
    /// Who is at the other end of the connection: the client, or a proxy before it.
    public var remoteAddress: SocketAddress { request.remoteAddress }

    // MARK: Connecting

    /// Lets the client in. False when it has gone meanwhile, or was accepted or refused before.
    @discardableResult
    public func accept() -> Bool { client?.accept(self) ?? false }

    /// Answers CONNECT_ERROR with `message` and, unless nil, `data`. No effect once accepted, or when the client has gone.
    public func refuse(message: String, data: JSON? = nil) { client?.refuse(self, message: message, data: data) }

    /// Disconnects the client from the namespace, or from all namespaces and its connection too.
    public func disconnect(closingConnection: Bool = false) {
        client?.disconnect(self, closingConnection: closingConnection)
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
        if let features { resume(features) }
    }

    /// The visit is over.
    func ended(_ reason: DisconnectReason) {
        client = nil
        defer { letGo() }
        guard isConnected else {
            features?.ended(reason)
            return
        }
        features?.onDisconnecting?(reason)
        if let features { keep(features, reason) }
        isConnected = false
        while !memberships.isEmpty { exit(at: memberships.count - 1) }
        loopNamespace.remove(self)
        for pending in features?.acknowledgements.takeAll() ?? [] {
            pending.timer?.cancel()
            pending.acknowledged(.failure(.disconnected))
        }
        onDisconnect?(reason)
        features?.ended(reason)
    }

    /// Breaks the cycles that the application's objects may have made.
    private func letGo() {
        context = nil
        onEvent = nil
        onDisconnect = nil
        onRoomPacketsDropped = nil
        onDrained = nil
        features = nil
    }
}
