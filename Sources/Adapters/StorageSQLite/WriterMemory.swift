import ChatModel
import StorageAPI

/// What the writer knows without asking SQLite, and what its open transaction has added.
///
/// Every change is noted, so that undoing a body or a batch forgets exactly what it touched; what is forgotten is read
/// from the database again.
struct WriterMemory {
    struct MembershipKey: Hashable {
        var user: UserID
        var room: RoomID
    }

    struct BlockKey: Hashable {
        var user: UserID
        var by: UserID
    }

    struct DeviceKey: Hashable {
        var user: UserID
        var instance: String
    }

    /// A client instance's number (nil: it has none yet) and the highest counter it used.
    struct Device {
        var id: Int64?
        var lastCounter: Int64
    }

    /// What a send asks of its room.
    struct RoomFacts {
        var lastSeq: Int64
        var isArchived: Bool
        /// Of a direct room of two, whose messages a block may keep out.
        var pair: DirectPair?
        /// Seconds.
        var slowMode: Int64
    }

    /// What a send asks of who sends.
    struct MemberFacts {
        var role: RoomRole
        var mutedUntil: Timestamp?
        var lastSend: Timestamp?
    }

    /// A point to go back to.
    struct Mark {
        fileprivate var touched: Int
        fileprivate var events: Int
        fileprivate var lastPlace: Int64
    }

    private enum Touched {
        case room(RoomID)
        case person(UserID)
        case directory
        case channelNames
        case inactive
        case membership(MembershipKey)
        case block(BlockKey)
        case device(DeviceKey)
        case session(SessionID)
    }

    /// Sessions that ended, of which this many are remembered at least: their connections know of it within moments.
    private static let endedSessions = 4_096

    /// The place of the newest event, own ones included.
    private(set) var lastPlace: Int64
    /// Appended in the open transaction.
    private(set) var events: [Event] = []
    private(set) var directorySeq: Int64?
    /// How many channels have a name that is alike, by their likeness; nil until they were read. Swift compares it by
    /// characters, where SQLite would compare bytes and let two spellings of one name (é, and e with its accent) stand
    /// beside each other. More than one are from before names were compared like this.
    private var channelNames: [String: Int]?
    /// Whose accounts are deactivated or deleted, nil until they were read.
    private(set) var inactive: Set<UserID>?
    private var touched: [Touched] = []
    private var rooms: GenerationCache<RoomID, RoomFacts>
    private var personSeqs: GenerationCache<UserID, Int64>
    /// Nil for who is known to be no member.
    private var members: GenerationCache<MembershipKey, MemberFacts?>
    private var blocks: GenerationCache<BlockKey, Bool>
    private var devices: GenerationCache<DeviceKey, Device>
    private var ended = GenerationCache<SessionID, Bool>(limit: WriterMemory.endedSessions)

    init(lastPlace: Int64, entries: Int) {
        self.lastPlace = lastPlace
        rooms = GenerationCache(limit: entries)
        personSeqs = GenerationCache(limit: entries)
        members = GenerationCache(limit: entries)
        blocks = GenerationCache(limit: entries)
        devices = GenerationCache(limit: entries)
    }

    var mark: Mark { Mark(touched: touched.count, events: events.count, lastPlace: lastPlace) }

    mutating func undo(to mark: Mark) {
        for item in touched[mark.touched...] {
            switch item {
            case .room(let id): rooms.forget(id)
            case .person(let id): personSeqs.forget(id)
            case .directory: directorySeq = nil
            case .channelNames: channelNames = nil
            case .inactive: inactive = nil
            case .membership(let key): members.forget(key)
            case .block(let key): blocks.forget(key)
            case .device(let key): devices.forget(key)
            case .session(let id): ended.forget(id)
            }
        }
        touched.removeSubrange(mark.touched...)
        events.removeSubrange(mark.events...)
        lastPlace = mark.lastPlace
    }

    /// Answers the transaction's events and begins the next.
    mutating func committed() -> [Event] {
        var taken: [Event] = []
        swap(&taken, &events)
        touched.removeAll(keepingCapacity: true)
        return taken
    }

    mutating func nextPlace() -> Int64 {
        lastPlace += 1
        return lastPlace
    }

    mutating func note(_ event: Event) { events.append(event) }

    mutating func facts(of room: RoomID) -> RoomFacts? { rooms.value(for: room) }

    /// What was read from the database; nothing to undo.
    mutating func learn(_ facts: RoomFacts, of room: RoomID) { rooms.set(facts, for: room) }

    mutating func set(_ facts: RoomFacts, of room: RoomID) {
        touched.append(.room(room))
        rooms.set(facts, for: room)
    }

    /// The room was taken away.
    mutating func forget(_ room: RoomID) {
        touched.append(.room(room))
        rooms.forget(room)
    }

    mutating func personSeq(_ user: UserID) -> Int64? { personSeqs.value(for: user) }

    mutating func set(_ seq: Int64, ofPerson user: UserID) {
        touched.append(.person(user))
        personSeqs.set(seq, for: user)
    }

    mutating func setDirectorySeq(_ seq: Int64) {
        touched.append(.directory)
        directorySeq = seq
    }

    /// What was read from the database; nothing to undo.
    /// - Parameter keys: channels' keys, which are alike where their names are.
    mutating func learn(channels keys: [String]) {
        channelNames = keys.reduce(into: [:]) { $0[ChannelLikeness.of($1), default: 0] += 1 }
    }

    /// Nil where it is not known.
    func channels(like name: String) -> Int? { channelNames.map { $0[ChannelLikeness.of(name)] ?? 0 } }

    mutating func add(channel name: String) {
        touched.append(.channelNames)
        channelNames?[ChannelLikeness.of(name), default: 0] += 1
    }

    mutating func remove(channel name: String) {
        touched.append(.channelNames)
        channelNames?[ChannelLikeness.of(name), default: 1] -= 1
    }

    /// What was read from the database; nothing to undo.
    mutating func learn(inactive users: [UserID]) { inactive = Set(users) }

    mutating func set(_ state: AccountState, of user: UserID) {
        touched.append(.inactive)
        if state == .active { inactive?.remove(user) } else { inactive?.insert(user) }
    }

    /// Nil where it is not known, and the inner one where they are no member.
    mutating func member(_ key: MembershipKey) -> MemberFacts?? { members.value(for: key) }

    mutating func learn(_ facts: MemberFacts?, _ key: MembershipKey) { members.set(facts, for: key) }

    mutating func set(_ facts: MemberFacts?, _ key: MembershipKey) {
        touched.append(.membership(key))
        members.set(facts, for: key)
    }

    /// Something changed that is read from the database when it is asked for.
    mutating func forget(_ key: MembershipKey) {
        touched.append(.membership(key))
        members.forget(key)
    }

    mutating func isBlocked(_ key: BlockKey) -> Bool? { blocks.value(for: key) }

    mutating func learn(_ isBlocked: Bool, _ key: BlockKey) { blocks.set(isBlocked, for: key) }

    mutating func set(_ isBlocked: Bool, _ key: BlockKey) {
        touched.append(.block(key))
        blocks.set(isBlocked, for: key)
    }

    mutating func end(_ session: SessionID) {
        touched.append(.session(session))
        ended.set(true, for: session)
    }

    mutating func hasEnded(_ session: SessionID) -> Bool { ended.value(for: session) ?? false }

    mutating func device(_ key: DeviceKey) -> Device? { devices.value(for: key) }

    mutating func learn(_ device: Device, _ key: DeviceKey) { devices.set(device, for: key) }

    mutating func set(_ device: Device, _ key: DeviceKey) {
        touched.append(.device(key))
        devices.set(device, for: key)
    }
}
