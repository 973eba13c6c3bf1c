import ChatModel

/// A room that the person is in, as far as it is known here.
struct RoomState: Sendable {
    enum Count: Hashable, Sendable {
        /// `unread` is right. `stale` follows when the cursor moves past what is held.
        case exact
        /// `unread` is out of date and cannot be told from what is held. `asked` or `exact` follows.
        case stale
        /// The server was asked for the room. `exact` follows, or `stale` when the answer was no use.
        case asked
    }

    var room: Room
    var members: Int
    /// The newest event taken; what is not newer is overlap.
    private(set) var lastSeq: Int64
    /// `members` and `unread` hold true as of this event; never before `lastSeq`.
    private(set) var countedSeq: Int64
    /// How far the person has read, as this client knows it; may be ahead of the server's.
    private(set) var cursor: Int64
    /// How far the server knows that the person has read.
    private(set) var confirmedCursor: Int64
    /// As `Unread.count` gives it.
    private(set) var unread: Int
    private(set) var count = Count.exact
    var window = TimelineWindow()
    /// The name with letters' case folded, for the order of rooms.
    private(set) var sortKey: [UInt8]

    init(_ summary: RoomSummary) {
        room = summary.room
        members = summary.memberCount
        lastSeq = summary.lastSeq
        countedSeq = summary.lastSeq
        cursor = summary.membership?.cursor ?? 0
        confirmedCursor = cursor
        unread = summary.unread
        sortKey = RoomState.fold(summary.room.name)
    }

    /// As a snapshot kept it.
    init(_ summary: RoomSummary, confirmedCursor: Int64, window: TimelineWindow) {
        self.init(summary)
        self.confirmedCursor = min(max(confirmedCursor, 0), cursor)
        self.window = window
    }

    var summary: RoomSummary {
        RoomSummary(
            room: room, memberCount: members, lastSeq: lastSeq,
            membership: Membership(
                room: room.id, user: room.createdBy, cursor: cursor, joinedAt: Timestamp(milliseconds: 0)),
            unread: unread)
    }

    /// Whether the server's answer is newer than what is held, and what of it then counts.
    mutating func merge(_ summary: RoomSummary, reader: UserID) {
        room = summary.room
        sortKey = RoomState.fold(summary.room.name)
        guard let membership = summary.membership else { return }
        confirmedCursor = max(confirmedCursor, membership.cursor)
        guard summary.lastSeq >= countedSeq else {
            // Events overtook the answer: it tells of the past.
            if count == .asked { count = .stale }
            advanceCursor(to: membership.cursor, reader: reader)
            return
        }
        members = summary.memberCount
        countedSeq = summary.lastSeq
        if membership.cursor >= cursor {
            cursor = membership.cursor
            unread = summary.unread
            count = .exact
        } else if !recount(reader: reader) {
            // The server has not heard of our cursor yet; when it has, it is asked again.
            count = .asked
        }
    }

    mutating func markAsked() {
        if count == .stale { count = .asked }
    }

    mutating func connectionLost() {
        if count == .asked { count = .stale }
        window.connectionLost()
    }

    /// Takes a live or synced event; false for overlap.
    mutating func take(_ event: RoomEvent, reader: UserID) -> Bool {
        guard event.seq > lastSeq else { return false }
        lastSeq = event.seq
        window.append(event)
        guard event.seq > countedSeq else { return true }
        countedSeq = event.seq
        switch event.body {
        case .memberJoined: members = min(members, Int(Int32.max)) + 1
        case .memberLeft, .memberRemoved: members = max(members - 1, 0)
        case .message, .messageDeleted, .messageGone: break
        }
        if Unread.isUnread(event, cursor: cursor, reader: reader) {
            unread = min(unread + 1, Unread.exactLimit + 1)
        }
        return true
    }

    /// Takes the number of an event of which nothing else is known; false for overlap.
    mutating func take(unknown seq: Int64) -> Bool {
        guard seq > lastSeq else { return false }
        lastSeq = seq
        countedSeq = max(countedSeq, seq)
        return true
    }

    /// What the server says has been read, here or on another device.
    mutating func confirmCursor(_ seq: Int64, reader: UserID) {
        confirmedCursor = max(confirmedCursor, seq)
        advanceCursor(to: seq, reader: reader)
    }

    /// Never back.
    mutating func advanceCursor(to seq: Int64, reader: UserID) {
        guard seq > cursor else { return }
        cursor = seq
        recount(reader: reader)
    }

    /// False when what is held does not tell.
    @discardableResult
    private mutating func recount(reader: UserID) -> Bool {
        if cursor >= countedSeq {
            unread = 0
            count = .exact
            return true
        }
        if window.covers(after: cursor, through: countedSeq, newest: lastSeq) {
            unread = window.unread(after: cursor, through: countedSeq, reader: reader)
            count = .exact
            return true
        }
        count = unread > 0 ? .stale : .exact
        return unread == 0
    }

    /// The window was read from the server: a count that waited for it can be told now.
    mutating func windowLoaded(reader: UserID) {
        if count != .exact { recount(reader: reader) }
    }

    var unreadText: String { RoomState.text(unread) }

    /// Empty, the number, or `999+`.
    static func text(_ unread: Int) -> String {
        if unread <= 0 { return "" }
        return unread > Unread.exactLimit ? "999+" : "\(unread)"
    }

    private static func fold(_ name: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        for byte in name.utf8 {
            // Letters outside ASCII need Unicode's tables, which only such names pay for.
            guard byte < 0x80 else { return Array(name.lowercased().utf8) }
            bytes.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
        }
        return bytes
    }
}
