internal import EngineIOServer
public import NetLoop

/// One loop's part of a namespace: its sockets and their rooms. Confined to the loop.
public final class LoopNamespace {
    /// Begins with `/`.
    public let name: String
    /// The loop that all of this belongs to.
    public let loop: EventLoop
    let handler: any NamespaceHandler
    /// Exists by a predicate, and only as long as someone is in it or asks to be.
    let isDynamic: Bool
    /// Clients that are in it or ask to be.
    var visitors = 0
    private(set) weak var part: SocketIOLoop?
    private var sockets: [String: Socket] = [:]
    /// How many of them cannot come back; the others are told the offsets of recorded events.
    private(set) var socketsWithoutOffsets = 0
    private var rooms: [String: Room] = [:]
    /// A room that every connected socket is in.
    private let everyone = Room(name: "")
    private var unflushed: [Room] = []

    init(name: String, loop: EventLoop, handler: any NamespaceHandler, part: SocketIOLoop, isDynamic: Bool = false) {
        self.name = name
        self.loop = loop
        self.handler = handler
        self.part = part
        self.isDynamic = isDynamic
    }

    // MARK: Publishing

    /// Delivers `packet` to this loop's subscribers of `room`, at the end of the turn.
    ///
    /// What is published to one room in one turn reaches each subscriber in one write, in order. The packet must be one
    /// of this namespace. A subscriber hears exactly what is published between its `join` and its `leave`.
    public func publish(_ packet: EncodedPacket, to room: String, except: Socket? = nil) {
        guard let room = rooms[room] else { return }
        publish(packet, in: room, except)
    }

    /// Delivers `packet` to all of this loop's sockets in the namespace, as `publish(_:to:except:)` does.
    public func publish(_ packet: EncodedPacket, except: Socket? = nil) {
        if !everyone.isEmpty { publish(packet, in: everyone, except) }
    }

    private func publish(_ packet: EncodedPacket, in room: Room, _ except: Socket?) {
        guard room.publish(packet.preframed, except: except) else { return }
        if unflushed.isEmpty { loop.atEndOfTurn { self.flushAll() } }
        unflushed.append(room)
    }

    /// Hands over what was published so far in this turn.
    func flushPublished() { if !unflushed.isEmpty { flushAll() } }

    private func flushAll() {
        let rooms = unflushed
        unflushed = []
        for room in rooms { room.flush() }
    }

    // MARK: Looking

    /// This loop's connected sockets in the namespace.
    public var socketCount: Int { sockets.count }

    /// The connected socket of that id, if it lives on this loop.
    public func socket(_ id: String) -> Socket? { sockets[id] }

    /// How many of this loop's sockets are in `room`.
    public func count(in room: String) -> Int { rooms[room]?.subscribers.count ?? 0 }

    /// This loop's sockets in `room`.
    public func sockets(in room: String) -> [Socket] { rooms[room]?.subscribers.map { $0.socket } ?? [] }

    var allSockets: [Socket] { Array(sockets.values) }

    // MARK: For sockets

    func add(_ socket: Socket) {
        sockets[socket.id] = socket
        if !socket.takesOffsets { socketsWithoutOffsets += 1 }
        // What was published to everyone so far in this turn is not for the newcomer.
        everyone.flush()
        socket.enter(everyone)
    }

    func remove(_ socket: Socket) {
        if sockets.removeValue(forKey: socket.id) != nil, !socket.takesOffsets { socketsWithoutOffsets -= 1 }
    }

    /// The room of that name, with nothing published that waits.
    func roomToJoin(_ name: String) -> Room {
        if let room = rooms[name] {
            room.flush()
            return room
        }
        let room = Room(name: name)
        rooms[name] = room
        return room
    }

    /// The room of that name when it has subscribers.
    func existingRoom(_ name: String) -> Room? { rooms[name] }

    /// Forgets a room that nobody is in any more.
    func left(_ room: Room) {
        if room.isEmpty, room !== everyone { rooms[room.name] = nil }
    }
}
