public import ByteCoding

/// A socket of any node, as it was when it was fetched. Commands go to the socket wherever it lives.
public struct RemoteSocket: Sendable {
    /// Names the socket among those of all nodes.
    public let id: String
    /// The rooms that it was in.
    public let rooms: [String]
    /// A copy of `Socket.data`.
    public let data: JSONObject
    /// Who is at the other end of the connection: the client, or a proxy before it; without the port.
    public let remoteAddress: String
    private let core: ServerCore?
    private let namespace: String

    init(
        id: String, rooms: [String], data: JSONObject, remoteAddress: String, core: ServerCore?, namespace: String
    ) {
        self.id = id
        self.rooms = rooms
        self.data = data
        self.remoteAddress = remoteAddress
        self.core = core
        self.namespace = namespace
    }

    private var itself: Broadcast { Broadcast(core: core, namespace: namespace).to(id) }

    /// Sends an event.
    @discardableResult
    public func emit<each Value: Encodable>(_ name: String, _ values: repeat each Value) -> EmitResult {
        itself.emit(name, repeat each values)
    }

    /// Lets it enter `rooms`.
    public func join(_ rooms: String...) { core?.manage(.join(rooms), itself) }
    /// Lets it leave `rooms`.
    public func leave(_ rooms: String...) { core?.manage(.leave(rooms), itself) }
    /// Disconnects it from the namespace, or from all namespaces and its connection too.
    public func disconnect(closingConnection: Bool = false) {
        itself.disconnectSockets(closingConnections: closingConnection)
    }
}
