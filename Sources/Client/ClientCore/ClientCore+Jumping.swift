import ChatModel
import ChatWire

/// Going to a message that need not be held, and back to the newest.
extension ClientCore {
    private static let noMessage = "This message is not here, or not any more."

    /// Opens the room and goes to the message, by what lies between or past it.
    mutating func show(_ room: RoomID, _ seq: Int64) {
        if let root = list.event(seq, in: room)?.thread ?? message(seq, in: room)?.thread
            ?? notifying.thread(of: seq, in: room)
        {
            return openThread(room, root, at: seq)
        }
        open(room, replacingPath: false)
        if room == reader.wanted { reader.wantedSeq = seq }
        guard room == reader.selected else { return }
        jump(to: seq)
        guard case .wanted = reader.jump.state, !link.isOnline else { return }
        // Whoever is back hours later wants to see something else.
        reader.jump.end()
        notice(ClientCore.offline)
    }

    mutating func jump(to seq: Int64) {
        reader.jump.want(seq)
        shown.timelineIsStale = true
        seek()
    }

    /// Asks for what is missing on the way to the message that is wanted, or shows it once it is here.
    mutating func seek() {
        guard case .wanted(let seq) = reader.jump.state, let room = reader.selected, let state = rooms[room] else {
            return
        }
        let window = state.window
        if window.state == .failed { return reader.jump.end() }
        if reader.jump.past?.window.holds(seq) == true { return arrive(at: seq) }
        guard window.state == .ready else { return }
        if window.holds(seq) {
            reader.jump.backToNewest()
            return arrive(at: seq)
        }
        guard canAsk, sync.isLive else { return }
        guard seq >= 1, seq <= state.lastSeq else { return giveUpJump(ClientCore.noMessage) }
        // Where everything is held and this is not, it is none of the room's own.
        if reader.jump.past?.covers(seq) == true || window.reaches(back: seq) { return askForReply(room, seq) }
        if reader.jump.past == nil, let oldest = window.oldest, oldest - seq <= Jump.nearby,
            window.loadingOlder || loadOlder(room, limit: Limits.historyPage.most)
        {
            return
        }
        reader.jump.askedAround(seq)
        shown.timelineIsStale = true
        ask(.history(room: room, before: around(seq) &+ 1, limit: Jump.pageSize), .around(room, seq))
    }

    /// The newest event that is asked for with the message `seq`.
    private func around(_ seq: Int64) -> Int64 { seq &+ Int64(Jump.pageSize / 2) }

    private mutating func askForReply(_ room: RoomID, _ seq: Int64) {
        reader.jump.askedForReply(seq)
        ask(.talk(.thread(room: room, thread: seq, before: nil, limit: 1)), .threadOf(room, seq))
    }

    private mutating func arrive(at seq: Int64) {
        reader.jump.end()
        (reader.atBottom, reader.holds) = (false, false)
        reader.goesTo = seq
        shown.timelineIsStale = true
    }

    private mutating func giveUpJump(_ why: String) {
        reader.jump.end()
        shown.timelineIsStale = true
        notice(why)
    }

    mutating func takeAround(_ answer: ReceivedAnswer, _ room: RoomID, _ seq: Int64, _ me: UserID) {
        // Another message may be wanted by now.
        guard room == reader.selected, reader.jump.state == .asked(seq) else { return }
        shown.timelineIsStale = true
        switch answer {
        case .error(let error): giveUpJump(error.message)
        case .ok(let ok):
            guard let (events, more) = AnswerContent.history(ok, reader: me) else {
                return giveUpJump(ErrorCode.internal.defaultMessage)
            }
            let page = ClientCore.events(events, of: room)
            guard reader.jump.arrived(page, more: more, around: seq, through: around(seq), reader: me) else {
                return askForReply(room, seq)
            }
            arrive(at: seq)
            joinPast(room, me)
        }
    }

    mutating func takeThreadOf(_ answer: ReceivedAnswer, _ room: RoomID, _ seq: Int64, _ me: UserID) {
        guard room == reader.selected, reader.jump.state == .replyAsked(seq) else { return }
        switch answer {
        case .error(let error): giveUpJump(error.code == .notFound ? ClientCore.noMessage : error.message)
        case .ok(let ok):
            guard let (thread, _, _) = AnswerContent.thread(ok, reader: me),
                case .known(.room(let root)) = thread.root, root.room == room, root.seq != seq
            else { return giveUpJump(ClientCore.noMessage) }
            reader.jump.end()
            shown.timelineIsStale = true
            openThread(room, root.seq, at: seq)
        }
    }

    // MARK: Reading on from there

    /// The edge of what is shown of the past is in sight.
    mutating func reachedInPast(_ room: RoomID, _ edge: ClientEdge) {
        guard canAsk, let past = reader.jump.past else { return }
        switch edge {
        case .top:
            var before: Int64?
            reader.jump.change { before = $0.window.beginLoadingOlder() }
            guard let before else { return }
            ask(.history(room: room, before: before, limit: TimelineWindow.pageSize), .beyond(room, .top, before))
        case .bottom:
            var begins = false
            reader.jump.change { begins = $0.window.beginLoadingNewer() }
            guard begins else { return }
            ask(
                .history(room: room, before: nil, after: past.through, limit: TimelineWindow.pageSize),
                .beyond(room, .bottom, past.through))
        }
        shown.timelineIsStale = true
    }

    mutating func takeBeyond(
        _ answer: ReceivedAnswer, _ room: RoomID, _ edge: ClientEdge, _ at: Int64, _ me: UserID
    ) {
        guard room == reader.selected, let past = reader.jump.past else { return }
        let isMeant = edge == .top ? past.window.oldest == at : past.through == at && past.window.loadingNewer
        guard isMeant else { return }
        shown.timelineIsStale = true
        guard case .ok(let ok) = answer, let (events, more) = AnswerContent.history(ok, reader: me) else {
            if case .error(let error) = answer { notice(error.message) }
            return reader.jump.change { past in
                if edge == .top { past.window.endLoadingOlder() } else { past.window.endLoadingNewer() }
            }
        }
        let page = ClientCore.events(events, of: room)
        reader.jump.change { past in
            guard edge == .bottom else { return past.window.prepend(page, before: at, more: more, reader: me) }
            past.window.extend(page, reader: me)
            past.window.trim(to: TimelineWindow.readingLimit)
            past.through = max(past.through, page.last?.seq ?? 0)
        }
        joinPast(room, me, isWhole: edge == .bottom && !more)
    }

    /// What is shown of the past becomes one with the newest messages where it has come up to them.
    ///
    /// - Parameter isWhole: there was nothing newer than what is shown when the server was asked.
    mutating func joinPast(_ room: RoomID, _ me: UserID, isWhole: Bool = false) {
        guard room == reader.selected, let past = reader.jump.past, let window = rooms[room]?.window,
            window.state == .ready, isWhole || window.oldest.map({ $0 - 1 <= past.through }) ?? true
        else { return }
        rooms[room]?.window.join(past.window)
        rooms[room]?.windowLoaded(reader: me)
        reader.jump.joined()
        shown.timelineIsStale = true
        searchFirstUnread()
    }

    /// Back to the newest messages, at once.
    mutating func goToNewest(_ room: RoomID) {
        guard room == reader.selected else { return }
        reader.jump.leave()
        reader.goesTo = nil
        shown.timelineIsStale = true
    }

    // MARK: What is shown of it

    /// The rows' events: of the past where somebody jumped there, else the newest.
    func shownWindow(_ room: RoomID) -> TimelineWindow? { reader.jump.past?.window ?? rooms[room]?.window }

    /// Tells the views whether they show the newest messages, and how many of those are unread meanwhile.
    mutating func publishDetached() {
        let isDetached = reader.jump.past != nil
        let unread = isDetached ? reader.selected.flatMap { rooms[$0]?.unreadText } ?? "" : ""
        guard isDetached != shown.isDetached || unread != shown.detachedUnread else { return }
        (shown.isDetached, shown.detachedUnread) = (isDetached, unread)
        out.add(.view(.timelineDetached(isDetached, unread: unread)))
    }
}
