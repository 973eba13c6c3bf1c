import ChatModel

/// What is unread in the lists of messages.
struct ListCounts: Hashable, Sendable {
    var mentions = 0
    var threads = 0
}

/// What the views show now: what was told to them is not told again.
struct Shown: Sendable {
    var screen: Screen?
    var connection: ConnectionShown?
    var queued = 0
    var blocks: Set<UserID> = .init()
    var preferences: Preferences?
    var retryAt: Int64?
    var rooms: [RoomItem] = []
    var header: RoomItem?
    var headerState: RoomShown?
    var channels: Channels?
    var lists: ListCounts?
    /// What was known of people when the list of messages was shown.
    var listPeople = 0
    /// What was known of people when earlier texts were shown.
    var editsPeople = 0
    var rosterIsOpen = false
    /// The list of members differs from what is shown.
    var rosterIsStale = false
    /// What was known of people when it was shown.
    var rosterPeople = 0
    /// Who stands at its head, as many as are watched.
    var rosterHead: [UserID] = []
    /// The room whose rows are shown; nil has them shown anew.
    var room: RoomID?
    var timeline = TimelineShown()
    /// The stretch of the room that these rows are of; rows of another are others.
    var stretch = 0
    /// The newest messages are not among them.
    var isDetached = false
    var detachedUnread = ""
    /// The thread that is shown beside it.
    var paneKey: ThreadStanding.Key?
    var paneIsFollowed = false
    var pane = TimelineShown()
    /// The reply that is to be brought into sight once its row is there.
    var paneGoesTo: Int64?
    var unreadAbove: FirstUnread?
    /// Rows may differ from what is held: they have to be made anew.
    var timelineIsStale = false
    /// They were, before the room's were made.
    var timelineWasStale = false
    /// The selected room's composer was told; it is not before the screen that it stands on.
    var hasComposer = true
    /// What the selected room's composer holds, as far as the core and the views have told each other.
    var composer: String?
    var typing = ""
    /// The same in the thread that is open, or was last.
    var paneTyping = ""
    var title = ""

    /// The open list of all channels.
    struct Channels: Hashable, Sendable {
        var isLoading: Bool
        var items: [ChannelItem]
    }

    /// Empties every view but the screen.
    mutating func clear(_ out: inout [ClientEffect]) {
        if !rooms.isEmpty { out.add(.view(.roomsReset([]))) }
        if !timeline.rows.isEmpty { out.add(.view(.timelineReset([], atStart: false, firstUnread: nil))) }
        if unreadAbove != nil { out.add(.view(.timelineUnread(nil))) }
        if paneKey != nil, !paneTyping.isEmpty { out.add(.view(.inThread(.typing("")))) }
        if let paneKey { out.add(.view(.thread(paneKey.room, root: nil, isFollowing: false))) }
        if header != nil { out.add(.view(.room(nil, .loading))) }
        if !blocks.isEmpty { out.add(.view(.blocks([]))) }
        if !typing.isEmpty { out.add(.view(.typing(""))) }
        if !title.isEmpty { out.add(.view(.title(unread: ""))) }
        if channels != nil { out.add(.view(.channels(open: false, loading: false, []))) }
        if rosterIsOpen { out.add(.view(.members(MembersShown(room: nil)))) }
        let kept = (screen, connection, queued, retryAt)
        self = Shown()
        (screen, connection, queued, retryAt) = kept
    }

    /// By section, then by title without regard to case, then by id.
    static func order(_ rooms: [RoomID: RoomState]) -> [RoomID] {
        var keys: [(section: Int, key: [UInt8], id: RoomID)] = []
        keys.reserveCapacity(rooms.count)
        for (id, room) in rooms { keys.append((room.section.order, room.title.sortKey, id)) }
        let sorted = keys.inOrder { left, right in
            if left.section != right.section { return left.section < right.section }
            if left.key == right.key { return left.id < right.id }
            return left.key.lexicographicallyPrecedes(right.key)
        }
        var ids: [RoomID] = []
        ids.reserveCapacity(sorted.count)
        for entry in sorted { ids.append(entry.id) }
        return ids
    }
}
