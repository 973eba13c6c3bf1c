import ChatModel

/// The list of a room's members, while it is open.
///
/// Pages come in the order of ids and tell of a moment that is not known here; what events told since the list was opened
/// is newer than, or repeated by, what a page says.
struct Roster: Sendable {
    enum State: Hashable, Sendable {
        /// Nothing is shown. `loading` follows.
        case closed
        /// A page was asked for. Any other may follow.
        case loading
        /// There are more, which are asked for when the person wants them. `loading` follows, or `closed`.
        case partial
        case whole
        /// The server could not say. `loading` follows when the person tries again, or `closed`.
        case failed(String)
    }

    struct Entry: Hashable, Sendable {
        var part: RoomRole
        var mutedUntil: Timestamp?
    }

    /// Asked for without being told to; a longer list grows when its end is reached.
    static let automatic = 1000
    /// What is past it is left out.
    static let limit = 20_000

    private(set) var state = State.closed
    private(set) var room: RoomID?
    private(set) var entries: [UserID: Entry] = .init()
    /// The last one of the last page: the next begins behind it.
    private(set) var last: UserID?
    /// Whom events told of since the first page was asked for.
    private var told: Set<UserID> = .init()
    /// What is held is of an earlier connection, and goes when the first page comes.
    private var isOld = false
    private var loaded = 0

    var isOpen: Bool { state != .closed }

    mutating func open(_ room: RoomID) {
        self = Roster()
        self.room = room
        state = .loading
    }

    mutating func close() { self = Roster() }

    /// Everything is asked for anew; meanwhile what is held stays in sight.
    mutating func reload() {
        guard isOpen else { return }
        (state, last, told, isOld, loaded) = (.loading, nil, .init(), true, 0)
    }

    /// The next page is to be asked for; false where there is none, or one is under way.
    mutating func more() -> Bool {
        guard state == .partial else { return false }
        state = .loading
        return true
    }

    /// Whether another page is to be asked for at once.
    mutating func take(_ page: [RoomMember], more: Bool) -> Bool {
        guard state == .loading else { return false }
        if isOld {
            for user in entries.keys where !told.contains(user) { entries[user] = nil }
            isOld = false
        }
        for member in page where !told.contains(member.user.id) && entries.count < Roster.limit {
            entries[member.user.id] = Entry(part: member.role, mutedUntil: member.mutedUntil)
        }
        loaded += page.count
        guard more, let last = page.last?.user.id, entries.count < Roster.limit else {
            state = .whole
            return false
        }
        self.last = last
        guard loaded < Roster.automatic else {
            state = .partial
            return false
        }
        return true
    }

    mutating func fail(_ message: String) {
        if state == .loading { state = .failed(message) }
    }

    /// Follows an event of its room; false where the list stays as it is.
    mutating func take(_ event: RoomEvent) -> Bool {
        guard event.room == room else { return false }
        switch event.body {
        case .memberJoined(let user): entries[user] = Entry(part: .member)
        case .memberLeft(let user), .memberRemoved(let user): entries[user] = nil
        case .roleChanged(let user, let role): entries[user] = Entry(part: role, mutedUntil: entries[user]?.mutedUntil)
        // Of whom nothing is held yet, the page tells it.
        case .memberMuted(let user, let until): entries[user]?.mutedUntil = until
        default: return false
        }
        switch event.body {
        case .memberJoined(let user), .memberLeft(let user), .memberRemoved(let user), .roleChanged(let user, _):
            told.insert(user)
        case .memberMuted(let user, _):
            if entries[user] != nil { told.insert(user) }
        default: break
        }
        return true
    }
}
