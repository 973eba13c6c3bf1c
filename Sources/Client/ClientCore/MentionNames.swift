import ByteCoding
import ChatMarkup
import ChatModel

/// Who and what can be named in a text, and what they are called now.
struct MentionNames: MentionDirectory {
    var people: People
    let rooms: RoomNames
    /// Rooms that are named and not known here.
    private(set) var unknownRooms: [RoomID] = []
    let me: UserID

    init(people: People, rooms: RoomNames, me: UserID) {
        self.people = people
        self.rooms = rooms
        self.me = me
    }

    func person(handle: String) -> UserID? { people.person(handle: handle) }

    func handle(of person: UserID) -> String? {
        guard let handle = people.known[person]?.handle, !handle.isEmpty else { return nil }
        return handle
    }

    func channel(name: String) -> RoomID? { rooms.room(name) }
    func name(of channel: RoomID) -> String? { rooms.name(channel) }

    /// `["m", id, name, me]`, `["all"]` or `["r", id, name]`; who is not known yet is asked for.
    mutating func write(_ mention: Mention, to writer: inout JSONWriter) {
        writer.beginArray()
        switch mention {
        case .person(let id):
            writer.string("m")
            writer.string(id.description)
            writer.string(people.person(id).name)
            writer.bool(id == me)
        case .everyone: writer.string("all")
        case .room(let id):
            writer.string("r")
            writer.string(id.description)
            if let name = rooms.name(id) {
                writer.string(name)
            } else {
                unknownRooms.append(id)
                writer.null()
            }
        }
        writer.endArray()
    }

    /// What a mention is called in a preview.
    mutating func text(_ mention: Mention) -> String {
        switch mention {
        case .person(let id): "@" + people.person(id).name
        case .everyone: "@room"
        case .room(let id): "#" + (rooms.name(id) ?? "private")
        }
    }
}

/// What the rooms are called that can be named here.
struct RoomNames: Sendable {
    private struct Entry: Sendable {
        var id: RoomID
        var name: String
        /// The name with letters' case folded; empty for what is not named by it.
        var key: [UInt8]
    }

    private var entries: [Entry] = []
    /// Those that can be named by what they are called: groups may be called alike.
    private(set) var channels: [Room] = []

    init() {}

    /// Direct rooms are called after their people: nobody names them.
    init(_ rooms: [RoomID: RoomState], _ channels: [Room]) {
        for room in channels where rooms[room.id] == nil { add(room) }
        for state in rooms.values where state.room.kind != .direct { add(state.room) }
    }

    private mutating func add(_ room: Room) {
        let isNamed = room.kind == .channel || room.kind == .feed
        entries.append(Entry(id: room.id, name: room.name, key: isNamed ? RoomTitle.fold(room.name) : []))
        if isNamed { channels.append(room) }
    }

    func name(_ room: RoomID) -> String? { entries.first { $0.id == room }?.name }

    func room(_ name: String) -> RoomID? {
        let key = RoomTitle.fold(name)
        return key.isEmpty ? nil : entries.first { $0.key == key }?.id
    }
}
