import ChatModel

/// What the views show now: what was told to them is not told again.
struct Shown: Sendable {
    var screen: Screen?
    var connection: ConnectionShown?
    var queued = 0
    var blocks: Set<UserID> = []
    var preferences: Preferences?
    var retryAt: Int64?
    var rooms: [RoomItem] = []
    var header: RoomItem?
    var headerState: RoomShown?
    var channels: ViewChange?
    var rosterIsOpen = false
    /// The list of members differs from what is shown.
    var rosterIsStale = false
    /// What was known of people when it was shown.
    var rosterPeople = 0
    /// Who stands at its head, as many as are watched.
    var rosterHead: [UserID] = []
    /// The room whose rows are shown.
    var room: RoomID?
    var rows: [Row] = []
    var atStart = false
    var isReady = false
    /// Where the views show that unread begins.
    var firstUnread: RowKey?
    var loadingOlder = false
    var unreadAbove: FirstUnread?
    /// Rows may differ from what is held: they have to be made anew.
    var timelineIsStale = false
    /// What the selected room's composer holds, as far as the core and the views have told each other.
    var composer: String?
    var typing = ""
    var title = ""

    /// Empties every view but the screen.
    mutating func clear(_ out: inout [ClientEffect]) {
        if !rooms.isEmpty { out.append(.view(.roomsReset([]))) }
        if !rows.isEmpty { out.append(.view(.timelineReset([], atStart: false, firstUnread: nil))) }
        if unreadAbove != nil { out.append(.view(.timelineUnread(nil))) }
        if header != nil { out.append(.view(.room(nil, .loading))) }
        if !blocks.isEmpty { out.append(.view(.blocks([]))) }
        if !typing.isEmpty { out.append(.view(.typing(""))) }
        if !title.isEmpty { out.append(.view(.title(unread: ""))) }
        if channels != nil { out.append(.view(.channels(open: false, loading: false, []))) }
        if rosterIsOpen { out.append(.view(.members(MembersShown(room: nil)))) }
        let kept = (screen, connection, queued, retryAt)
        self = Shown()
        (screen, connection, queued, retryAt) = kept
    }

    /// By section, then by title without regard to case, then by id.
    static func order(_ rooms: [RoomID: RoomState]) -> [RoomID] {
        var keys: [(section: Int, key: [UInt8], id: RoomID)] = []
        keys.reserveCapacity(rooms.count)
        for (id, room) in rooms { keys.append((room.section.order, room.title.sortKey, id)) }
        keys.sort { left, right in
            if left.section != right.section { return left.section < right.section }
            if left.key == right.key { return left.id < right.id }
            return left.key.lexicographicallyPrecedes(right.key)
        }
        var ids: [RoomID] = []
        ids.reserveCapacity(keys.count)
        for entry in keys { ids.append(entry.id) }
        return ids
    }
}
