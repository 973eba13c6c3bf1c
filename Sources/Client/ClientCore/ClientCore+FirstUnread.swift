import ChatModel
import ChatWire

extension ClientCore {
    /// Asks where unread begins in the selected room, where what is held does not tell.
    mutating func searchFirstUnread() {
        guard canAsk, sync.isLive, reader.search == .idle, let room = reader.selected, let state = rooms[room],
            state.window.state == .ready, state.unread > 0, state.wish == nil, state.cursor == reader.openedCursor,
            !state.window.covers(after: state.cursor, through: state.lastSeq, newest: state.lastSeq)
        else { return }
        reader.search = .asked
        ask(.why(room), .why(room, cursor: state.cursor))
    }

    mutating func takeWhy(_ answer: ReceivedAnswer, _ room: RoomID, _ cursor: Int64) {
        guard room == reader.selected, reader.search == .asked, cursor == reader.openedCursor else { return }
        reader.search = .idle
        if case .ok(let ok) = answer, let why = AnswerContent.why(ok), why.seq > cursor,
            why.seq <= reader.openedThrough
        {
            reader.search = .found(
                FirstUnread(seq: why.seq, at: why.at.milliseconds, count: RoomState.text(why.unread)))
            shown.timelineIsStale = true
        }
        readSelected()
    }

    /// The person wants to see the first unread message.
    mutating func goToFirstUnread(_ room: RoomID) {
        guard room == reader.selected, case .found(let first) = reader.search else { return }
        guard canAsk else { return notice(ClientCore.offline) }
        // Further than can be held without a gap, it is gone to past what lies between.
        let oldest = rooms[room]?.window.oldest ?? first.seq
        if reader.jump.past != nil || oldest - first.seq > Int64(TimelineWindow.readingLimit) {
            return jump(to: first.seq)
        }
        (reader.atBottom, reader.holds) = (false, false)
        reader.search = .loading(first)
        loadToFirstUnread()
    }

    /// Asks for the next page on the way there, or shows it once it is here.
    mutating func loadToFirstUnread() {
        guard case .loading(let first) = reader.search, let room = reader.selected, let window = rooms[room]?.window
        else { return }
        if let oldest = window.oldest, oldest > first.seq,
            window.loadingOlder || loadOlder(room, limit: Limits.historyPage.most)
        {
            return
        }
        reader.search = .found(first)
        reader.goesTo = first.seq
        shown.timelineIsStale = true
    }

    /// Asks for what is older than what is held; false where there is nothing to ask for.
    mutating func loadOlder(_ room: RoomID, limit: Int) -> Bool {
        guard canAsk, let before = rooms[room]?.window.beginLoadingOlder() else { return false }
        shown.timelineIsStale = true
        ask(.history(room: room, before: before, limit: limit), .historyBefore(room, before))
        return true
    }

    // MARK: What is shown of it

    /// Where unread begins in the rows that are shown; nil where it is not known or not among them.
    func firstUnread(_ window: TimelineWindow, _ me: UserID) -> RowKey? {
        let told = reader.search.first.map { $0.seq }.flatMap { window.holds($0) ? $0 : nil }
        guard let seq = window.firstUnread(after: reader.openedCursor, reader: me) ?? told, seq <= reader.openedThrough
        else { return nil }
        return .event(seq)
    }

    /// Tells of the unread that stands above what is held, and goes where the person wanted to.
    mutating func publishFirstUnread(_ window: TimelineWindow) {
        var above: FirstUnread?
        if case .found(let first) = reader.search, window.state == .ready, window.oldest ?? .min > first.seq {
            above = first
        }
        if above != shown.unreadAbove {
            shown.unreadAbove = above
            out.add(.view(.timelineUnread(above)))
        }
        guard let wanted = reader.goesTo else { return }
        reader.goesTo = nil
        for row in shown.timeline.rows {
            guard case .event(let seq) = row.key, seq >= wanted else { continue }
            return out.add(.view(.timelineShow(row.key)))
        }
    }
}
