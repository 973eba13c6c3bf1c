import ChatModel

/// A stretch of a room's events that is held here, without a gap. The room's own goes up to its newest once it is `ready`.
struct TimelineWindow: Sendable {
    enum State: Hashable, Sendable {
        /// Nothing was asked for; events that come are not kept. `loading` follows.
        case absent
        /// The newest page was asked for; what comes meanwhile is kept. `ready` or `failed` follows, or `absent` when
        /// the connection is lost.
        case loading
        /// Grows by what comes, and upwards by what is asked for.
        case ready
        /// The server refused for good. `loading` may follow when the room is opened again.
        case failed
    }

    /// Rows kept while the newest are in sight, and while the reader is further up.
    static let restingLimit = 300
    static let readingLimit = 12_000
    static let pageSize = 50

    private(set) var state = State.absent
    /// Ascending by `seq`.
    private(set) var events: [RoomEvent] = []
    /// Nothing older exists.
    private(set) var atStart = false
    private(set) var loadingOlder = false
    /// Only of a stretch that does not go up to the newest.
    private(set) var loadingNewer = false
    /// The root of the thread whose replies these are; nil for the room's own events.
    private let thread: Int64?
    /// What changed messages while a page of them was on its way: the page may be from before it.
    private var changes: [RoomEvent] = []

    init(thread: Int64? = nil) { self.thread = thread }

    /// As a snapshot kept it: `events` are the room's newest, ascending; what is not is refused whole.
    init(restored events: [RoomEvent], atStart: Bool) {
        thread = nil
        for index in events.indices.dropFirst() where events[index - 1].seq >= events[index].seq { return }
        self.events = events
        self.atStart = atStart
        state = .ready
    }

    var oldest: Int64? { events.first?.seq }

    func holds(_ seq: Int64) -> Bool { index(of: seq) != nil }

    /// The event `seq`, where it is held.
    func event(_ seq: Int64) -> RoomEvent? { index(of: seq).map { events[$0] } }

    mutating func beginLoading() {
        events = []
        atStart = false
        loadingOlder = false
        state = .loading
    }

    mutating func fail() {
        events = []
        state = .failed
    }

    mutating func reset() { self = TimelineWindow(thread: thread) }

    /// Requests will not be answered any more.
    mutating func connectionLost() {
        (loadingOlder, loadingNewer) = (false, false)
        changes = []
        if state == .loading || state == .failed { reset() }
    }

    /// `event` is newer than all that came before. What only changes others is carried out and not kept, as `history`
    /// leaves it out.
    mutating func append(_ event: RoomEvent, reader: UserID) {
        guard state == .ready || state == .loading else { return }
        change(by: event, reader: reader, isExact: true)
        guard event.seq > events.last?.seq ?? 0 else { return }
        if isPart(event) {
            events.append(event)
        } else if state == .loading || loadingOlder {
            changes.append(event)
        }
    }

    /// `event` is newer than this stretch and no part of it: of what it says, that is carried out which is held.
    mutating func follow(_ event: RoomEvent, reader: UserID) {
        guard state == .ready || state == .loading else { return }
        change(by: event, reader: reader, isExact: true)
        guard state == .loading || loadingOlder || loadingNewer, event.changes != nil || event.thread != nil else {
            return
        }
        changes.append(event)
    }

    private func isPart(_ event: RoomEvent) -> Bool {
        thread == nil ? event.isPartOfHistory : event.thread == thread && event.changes == nil
    }

    /// Carries out on the messages that are held what the event says of them.
    ///
    /// - Parameter isExact: whether the messages are as they were just before it; else they may know of it already.
    private mutating func change(by event: RoomEvent, reader: UserID, isExact: Bool) {
        switch event.body {
        case .messageDeleted(let target, _, let thread):
            erase(target)
            if isExact, let thread, let index = index(of: thread) { events[index].replyGone() }
        case .messagesExpired(let through):
            for index in events[..<index(after: through)].indices {
                eraseText(at: index)
                events[index].repliesGone(through: through)
            }
        case .message(let message):
            if let root = message.thread, let index = index(of: root) { events[index].replied(by: event) }
        default:
            guard let target = event.changes, let index = index(of: target) else { return }
            events[index].change(by: event, reader: reader, isExact: isExact)
        }
    }

    /// The message `seq` keeps its place and nothing else.
    private mutating func erase(_ seq: Int64) {
        if let index = index(of: seq) { eraseText(at: index) }
    }

    private mutating func eraseText(at index: Int) {
        guard case .message(let message) = events[index].body else { return }
        events[index].body = .messageGone(
            id: message.id, thread: message.thread, replies: message.responses?.replies)
    }

    /// Messages before `seq` that something hangs on.
    func roots(before seq: Int64) -> [Int64] {
        events[..<index(after: seq &- 1)].filter { $0.replies != nil }.map { $0.seq }
    }

    /// What hangs on the message `seq` as the server says.
    mutating func take(replies: Replies?, of seq: Int64) {
        if let index = index(of: seq) { events[index].take(replies: replies) }
    }

    private func index(of seq: Int64) -> Int? {
        let index = index(after: seq &- 1)
        return index < events.count && events[index].seq == seq ? index : nil
    }

    /// Where the first event behind `seq` stands.
    private func index(after seq: Int64) -> Int {
        var low = 0
        var high = events.count
        while low < high {
            let middle = low + (high - low) / 2
            if events[middle].seq <= seq { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// A page may have been read before a deletion or an edit that was heard before the page.
    private mutating func changeAll(reader: UserID) {
        for event in events where event.changes != nil { change(by: event, reader: reader, isExact: false) }
        for event in changes { change(by: event, reader: reader, isExact: false) }
        forgetChanges()
    }

    private mutating func forgetChanges() {
        if !loadingOlder, !loadingNewer { changes = [] }
    }

    /// The newest page came; what came meanwhile stays behind it.
    mutating func load(_ page: [RoomEvent], more: Bool, reader: UserID) {
        guard state == .loading else { return }
        let page = TimelineWindow.ascending(page)
        let last = page.last?.seq ?? 0
        events = page + events.filter { $0.seq > last }
        atStart = !more
        state = .ready
        changeAll(reader: reader)
    }

    /// Where older events have to be asked for; nil when there is nothing to ask.
    mutating func beginLoadingOlder() -> Int64? {
        guard state == .ready, !atStart, !loadingOlder, events.count < TimelineWindow.readingLimit, let oldest,
            oldest > 1
        else { return nil }
        loadingOlder = true
        return oldest
    }

    mutating func endLoadingOlder() {
        loadingOlder = false
        forgetChanges()
    }

    /// False where newer events are on their way already.
    mutating func beginLoadingNewer() -> Bool {
        guard state == .ready, !loadingNewer else { return false }
        loadingNewer = true
        return true
    }

    mutating func endLoadingNewer() {
        loadingNewer = false
        forgetChanges()
    }

    /// The page after the newest event that is held came.
    mutating func extend(_ page: [RoomEvent], reader: UserID) {
        guard state == .ready, loadingNewer else { return }
        loadingNewer = false
        let last = events.last?.seq ?? 0
        events += TimelineWindow.ascending(page).filter { $0.seq > last }
        changeAll(reader: reader)
    }

    /// `older` goes up to where this one begins, or into it.
    mutating func join(_ older: TimelineWindow) {
        let last = older.events.last?.seq ?? 0
        events = older.events + events.filter { $0.seq > last }
        (atStart, loadingOlder) = (older.atStart, false)
        forgetChanges()
    }

    /// An older page came, asked for with `before`.
    mutating func prepend(_ page: [RoomEvent], before: Int64, more: Bool, reader: UserID) {
        guard state == .ready, loadingOlder, oldest == before else { return }
        loadingOlder = false
        let older = TimelineWindow.ascending(page).filter { $0.seq < before }
        events.insert(contentsOf: older, at: 0)
        changeAll(reader: reader)
        // A page that brings nothing ends it: asking for the same again would never end.
        atStart = !more || older.isEmpty
    }

    /// Drops the oldest past `limit`, and a third more, so that not every new event drops one.
    mutating func trim(to limit: Int) {
        guard events.count > limit else { return }
        events.removeFirst(events.count - limit + limit / 3)
        // What is on its way ends where there is nothing any more.
        (atStart, loadingOlder) = (false, false)
    }

    /// Whether everything from `seq` up to the newest event that is held is held.
    func reaches(back seq: Int64) -> Bool { state == .ready && (atStart || (oldest ?? .max) <= seq) }

    /// Whether every event behind `seq` and up to `last` is held, when the room's newest is `newest`.
    func covers(after seq: Int64, through last: Int64, newest: Int64) -> Bool {
        guard state == .ready, max(newest, events.last?.seq ?? 0) >= last else { return false }
        if atStart { return true }
        guard let oldest else { return false }
        return oldest - 1 <= seq
    }

    /// Whether the message `seq` names the reader; nil where it is not held.
    func names(_ reader: UserID, at seq: Int64) -> Bool? {
        guard let event = event(seq) else { return nil }
        guard case .message(let message) = event.body else { return false }
        return message.mentions.names(reader)
    }

    /// How many are unread as of `last`, and the messages among them that are gone without that the event that says so
    /// is among them.
    func unread(
        after cursor: Int64, through last: Int64, reader: UserID
    ) -> (count: Int, mentions: Int, shells: Set<Int64>) {
        var (count, mentions) = (0, 0)
        var shells: Set<Int64> = .init()
        for event in events[index(after: cursor)...] where event.seq <= last {
            switch event.body {
            case .messageGone(_, nil, _): if event.actor != reader { shells.insert(event.seq) }
            case .messageDeleted(let target, _, _): shells.remove(target)
            case .messagesExpired(let through): shells = shells.filter { $0 > through }
            default:
                if Unread.isUnread(event, cursor: cursor, reader: reader) {
                    count = min(count + 1, Unread.exactLimit + 1)
                    if case .message(let message) = event.body, message.mentions.names(reader) {
                        mentions = min(mentions + 1, Unread.exactLimit + 1)
                    }
                }
            }
        }
        return (count, mentions, shells)
    }

    /// The first unread message, where it is certain that none stands before it.
    func firstUnread(after cursor: Int64, reader: UserID) -> Int64? {
        guard state == .ready, atStart || (oldest ?? .max) - 1 <= cursor else { return nil }
        for event in events[index(after: cursor)...] where Unread.isUnread(event, cursor: cursor, reader: reader) {
            return event.seq
        }
        return nil
    }

    /// A server's page is in order; one that is not is put in order rather than trusted.
    private static func ascending(_ page: [RoomEvent]) -> [RoomEvent] {
        var sorted = true
        for index in page.indices.dropFirst() where page[index - 1].seq >= page[index].seq { sorted = false }
        if sorted { return page }
        var result: [RoomEvent] = []
        for event in page.inOrder({ $0.seq < $1.seq }) where event.seq > result.last?.seq ?? 0 {
            result.append(event)
        }
        return result
    }
}
