import ChatModel

/// A room that the person is in, as far as it is known here.
struct RoomState: Sendable {
    enum Count: Hashable, Sendable {
        /// `unread` is right. `stale` follows when what is held does not tell any more.
        case exact
        /// `unread` is out of date and cannot be told from what is held. `asked` or `exact` follows.
        case stale
        /// The server was asked for the room. `exact` follows, or `stale` when the answer was no use.
        case asked
    }

    /// Answers with another cursor than ours that are taken for old before the server's is believed.
    private static let disagreementLimit = 5

    var room: Room
    var members: Int
    /// The reader's own.
    private(set) var role: RoomRole
    /// Of which of its messages the reader wants to be told; nil for the usual.
    private(set) var level: NotifyLevel?
    private(set) var title: RoomTitle
    /// Who is in a direct room.
    private(set) var directUsers: [UserID]
    /// The newest event taken; what is not newer is overlap.
    private(set) var lastSeq: Int64
    /// `members` and `unread` hold true as of this event; never before `lastSeq`.
    private(set) var countedSeq: Int64
    /// How far the server knows that the person has read.
    private(set) var confirmedCursor: Int64
    private(set) var wish: CursorWish?
    /// As `Unread.count` gives it.
    private(set) var unread: Int
    /// Those among them that name the reader or everyone.
    private(set) var mentions: Int
    private(set) var count = Count.exact
    /// Messages up to `countedSeq` that were gone already when they came and were not counted: the event that tells
    /// of the deletion is still to come and must not be counted either.
    private(set) var shells: Set<Int64> = .init()
    var window = TimelineWindow()
    private var disagreements = 0

    init(_ summary: RoomSummary) {
        room = summary.room
        members = summary.memberCount
        role = summary.membership?.role ?? .member
        level = summary.membership?.level
        directUsers = summary.directUsers
        lastSeq = summary.lastSeq
        countedSeq = summary.lastSeq
        confirmedCursor = summary.membership?.cursor ?? 0
        unread = summary.unread
        mentions = summary.mentions
        title = RoomTitle(summary.room.name)
    }

    /// As a snapshot kept it: `summary` with the cursor as the person sees it.
    init(_ summary: RoomSummary, kept: Kept, window: TimelineWindow) {
        self.init(summary)
        let cursor = confirmedCursor
        confirmedCursor = max(kept.confirmedCursor, 0)
        if cursor > confirmedCursor { wish = CursorWish(kind: .read, seq: cursor) }
        if cursor < confirmedCursor { wish = CursorWish(kind: .unread, seq: cursor) }
        if kept.isReadNoFurther { wish = CursorWish(kind: .readThenUnread, seq: cursor) }
        countedSeq = max(kept.countedSeq, lastSeq)
        if !kept.isExact { count = .stale }
        shells = kept.shells
        self.window = window
    }

    /// What a snapshot keeps beside the summary.
    struct Kept {
        var confirmedCursor: Int64
        var countedSeq: Int64
        var isExact = true
        /// The server has to be told that nothing after the cursor was read, too.
        var isReadNoFurther = false
        var shells: Set<Int64> = .init()
    }

    /// How far the person has read, as this client knows it; may differ from what the server has heard.
    var cursor: Int64 { wish?.applied(to: confirmedCursor) ?? confirmedCursor }

    var summary: RoomSummary {
        RoomSummary(
            room: room, memberCount: members, lastSeq: lastSeq,
            membership: Membership(
                room: room.id, user: room.createdBy, role: role, cursor: cursor,
                joinedAt: Timestamp(milliseconds: 0), level: level),
            unread: unread, mentions: mentions, directUsers: directUsers)
    }

    /// Takes of the server's answer what is newer than what is held. Where its cursor is another than ours, one of the
    /// two is old and only the event of the move can say which: its count is not taken.
    mutating func merge(_ summary: RoomSummary, reader: UserID) {
        room = summary.room
        if room.kind != .direct { title = RoomTitle(room.name) }
        guard let membership = summary.membership else { return }
        guard summary.lastSeq >= countedSeq else {
            // Events overtook the answer: it tells of the past.
            if count == .asked { count = .stale }
            return
        }
        members = summary.memberCount
        role = membership.role
        countedSeq = summary.lastSeq
        if membership.cursor != cursor, wish == nil {
            disagreements += 1
            if disagreements > RoomState.disagreementLimit { confirmedCursor = membership.cursor }
        }
        if membership.cursor == cursor {
            unread = summary.unread
            mentions = summary.mentions
            count = .exact
            shells.removeAll()
            disagreements = 0
        } else {
            recount(reader: reader)
        }
    }

    mutating func markAsked() {
        if count == .stale { count = .asked }
    }

    /// The server could not say; the next asking is due later.
    mutating func askAgain() {
        if count == .asked { count = .stale }
    }

    mutating func connectionLost() {
        if count == .asked { count = .stale }
        wish?.isTold = false
        window.connectionLost()
    }

    /// Takes a live or synced event; false for overlap.
    mutating func take(_ event: RoomEvent, reader: UserID) -> Bool {
        guard event.seq > lastSeq else { return false }
        lastSeq = event.seq
        let named = event.changes.flatMap { window.names(reader, at: $0) }
        window.append(event, reader: reader)
        if event.seq > countedSeq {
            countedSeq = event.seq
            count(event, named, reader: reader)
        }
        return true
    }

    /// - Parameter named: whether the message that the event changes named the reader before; nil where it is not known.
    private mutating func count(_ event: RoomEvent, _ named: Bool?, reader: UserID) {
        switch event.body {
        case .memberJoined(let user):
            members = min(members, Int(Int32.max)) + 1
            // One's own joining begins with everything before it read.
            if user == reader {
                (confirmedCursor, wish, unread, mentions) = (event.seq, nil, 0, 0)
                (count, level) = (.exact, nil)
            }
        case .memberLeft, .memberRemoved: members = max(members - 1, 0)
        case .roomUpdated(let name, let description):
            room.name = name
            room.description = description
            title = RoomTitle(name)
        case .roomArchived(let isArchived): room.isArchived = isArchived
        case .roleChanged(let user, let role):
            if user == reader { self.role = role }
        case .roomRules(let slowMode, let retention): (room.slowMode, room.retention) = (slowMode, retention)
        case .memberMuted, .roomDeleted: break
        case .messagesExpired(let through):
            shells = shells.filter { $0 > through }
            if through > cursor, unread > 0, count == .exact { recount(reader: reader) }
        case .message(let message):
            if Unread.isUnread(event, cursor: cursor, reader: reader) {
                unread = min(unread + 1, Unread.exactLimit + 1)
                if message.mentions.names(reader) { mentions = min(mentions + 1, Unread.exactLimit + 1) }
            }
        case .messageGone(_, let thread, _):
            if thread == nil, event.seq > cursor, event.actor != reader { shells.insert(event.seq) }
        case .messageEdited(let target, let author, let message?):
            guard message.thread == nil, target > cursor, author != reader, count == .exact else { return }
            let names = message.mentions.names(reader)
            guard named != names, names || mentions > 0 else { return }
            if named == nil || mentions > Unread.exactLimit || mentions + (names ? 1 : -1) < 0 {
                recount(reader: reader)
            } else {
                mentions += names ? 1 : -1
            }
        case .messageEdited, .reaction, .messagePinned: break
        case .messageDeleted(let target, let author, let thread):
            // A reply never counted here.
            guard thread == nil else { return }
            guard shells.remove(target) == nil, target > cursor, author != reader, count == .exact else { return }
            if unread > Unread.exactLimit || unread == 0 {
                // How many there are past the limit is not known.
                recount(reader: reader)
            } else {
                unread -= 1
                guard mentions > 0, named != false else { return }
                if named == nil || mentions > Unread.exactLimit { recount(reader: reader) } else { mentions -= 1 }
            }
        }
    }

    /// Takes the number of an event of which nothing else is known; false for overlap.
    mutating func take(unknown seq: Int64) -> Bool {
        guard seq > lastSeq else { return false }
        lastSeq = seq
        countedSeq = max(countedSeq, seq)
        return true
    }

    /// The server's word, in the order of the person's own stream; an answer may be older than it, so that none is taken.
    mutating func levelChanged(to level: NotifyLevel) { self.level = level == room.kind.usualLevel ? nil : level }

    /// Whether the person wants to hear nothing of it.
    var isSilent: Bool { level == .nothing }

    // MARK: The cursor

    /// The server's word, in the order of the person's own stream: back as well as forward.
    mutating func cursorMoved(to seq: Int64, reader: UserID) {
        let before = cursor
        confirmedCursor = max(seq, 0)
        if wish?.isMet(by: confirmedCursor) == true { wish = nil }
        if cursor != before { recount(reader: reader) }
    }

    /// The person has read up to `seq`; never back.
    mutating func read(to seq: Int64, reader: UserID) {
        guard seq > cursor else { return }
        wish = CursorWish(kind: .read, seq: seq)
        recount(reader: reader)
    }

    /// The person wants `seq` and what follows to be unread; never forward.
    mutating func markUnread(from seq: Int64, reader: UserID) {
        let target = max(seq, 1) - 1
        guard target < cursor else { return }
        wish =
            wish?.movedBack(to: target, confirmed: confirmedCursor) ?? CursorWish(kind: .unread, seq: target)
        recount(reader: reader)
    }

    /// What the server has not heard yet outlives loading afresh.
    mutating func wish(_ wish: CursorWish, reader: UserID) {
        let fresh = CursorWish(kind: wish.kind, seq: min(wish.seq, lastSeq))
        guard fresh.applied(to: confirmedCursor) != confirmedCursor else { return }
        self.wish = fresh
        recount(reader: reader)
    }

    /// The server has carried out `wish` and says that the cursor was at `seq` then.
    mutating func wishTold(_ wish: CursorWish, seq: Int64, reader: UserID) {
        guard self.wish == wish else { return }
        if wish.kind == .readThenUnread, !wish.isRead, seq > wish.seq {
            self.wish?.isRead = true
        } else if !wish.isMet(by: seq) || confirmedCursor == seq {
            // The server holds it elsewhere than was asked, or its event was here before its answer.
            self.wish = nil
            if wish.applied(to: confirmedCursor) != confirmedCursor { recount(reader: reader) }
        } else {
            self.wish?.isTold = true
        }
    }

    mutating func wishRefused(_ wish: CursorWish, reader: UserID) {
        guard self.wish == wish else { return }
        self.wish = nil
        recount(reader: reader)
    }

    /// Counts anew from what is held; what does not suffice has to be asked for.
    private mutating func recount(reader: UserID) {
        if cursor >= countedSeq {
            (unread, mentions, count, shells) = (0, 0, .exact, .init())
        } else if window.covers(after: cursor, through: countedSeq, newest: lastSeq) {
            (unread, mentions, shells) = window.unread(after: cursor, through: countedSeq, reader: reader)
            count = .exact
        } else {
            count = .stale
        }
    }

    /// The window was read from the server: a count that waited for it can be told now.
    mutating func windowLoaded(reader: UserID) {
        if count != .exact { recount(reader: reader) }
    }
}

extension RoomState {
    /// Names a direct room after its other people.
    mutating func nameAfterPeople(_ people: inout People, me: UserID) {
        if room.kind == .direct { title.take(names: directUsers, but: me, &people) }
    }

    /// Who is in a direct room besides `me`.
    func otherUsers(than me: UserID) -> Set<UserID> {
        var users: Set<UserID> = .init()
        for user in directUsers where user != me { users.insert(user) }
        return users
    }

    /// Under which heading the room stands.
    var section: RoomSection {
        if room.isArchived { return .archived }
        switch room.kind {
        case .feed: return .feed
        case .channel: return .channels
        case .group: return .groups
        case .direct: return .direct
        }
    }

    var unreadText: String { RoomState.text(unread) }

    /// Empty, the number, or `999+`.
    static func text(_ unread: Int) -> String {
        if unread <= 0 { return "" }
        return unread > Unread.exactLimit ? "999+" : "\(unread)"
    }
}
