import ChatModel
import ChatWire

/// The thread beside the room.
extension ClientCore {
    /// Opens the thread of the message `root`, and its room; goes to the reply `seq` where one is given.
    mutating func openThread(_ room: RoomID, _ root: Int64, at seq: Int64? = nil) {
        open(room, replacingPath: false)
        guard room == reader.selected else { return }
        let key = ThreadStanding.Key(room: room, root: root)
        if pane?.key != key {
            stopTypingInPane()
            var fresh = ThreadPane(key, head: message(root, in: room) ?? list.event(root, in: room))
            if let standing = threads[key] {
                (fresh.openedCursor, fresh.openedThrough) = (standing.cursor, standing.through)
                fresh.atBottom = standing.unread == 0
            }
            pane = fresh
        }
        pane?.seeks = seq
        shown.timelineIsStale = true
        loadPane()
        seekInPane()
    }

    mutating func closeThread() {
        guard pane != nil else { return }
        stopTypingInPane()
        pane = nil
        shown.timelineIsStale = true
    }

    private mutating func stopTypingInPane() {
        guard let key = pane?.key, ownTyping.isActive(in: DraftKey(room: key.room, thread: key.root)) else { return }
        stopTyping()
    }

    /// Asks for the newest replies where they are not held.
    mutating func loadPane() {
        guard canAsk, let key = pane?.key, let state = pane?.window.state, state == .absent || state == .failed else {
            return
        }
        pane?.window.reset()
        pane?.window.beginLoading()
        shown.timelineIsStale = true
        ask(
            .talk(.thread(room: key.room, thread: key.root, before: nil, limit: Limits.threadPage.usual)),
            .threadPage(key, before: nil))
    }

    private mutating func loadOlderReplies() -> Bool {
        guard canAsk, let key = pane?.key, let before = pane?.window.beginLoadingOlder() else { return false }
        shown.timelineIsStale = true
        ask(
            .talk(.thread(room: key.room, thread: key.root, before: before, limit: Limits.threadPage.usual)),
            .threadPage(key, before: before))
        return true
    }

    mutating func takeThreadPage(_ answer: ReceivedAnswer, _ key: ThreadStanding.Key, before: Int64?, _ me: UserID) {
        guard key == pane?.key else { return }
        shown.timelineIsStale = true
        guard case .ok(let ok) = answer, let (thread, received, more) = AnswerContent.thread(ok, reader: me) else {
            return failPage(answer, before: before)
        }
        let events = ClientCore.events(received, of: key.room)
        if case .known(.room(let root)) = thread.root, pane?.head == nil { pane?.take(head: root) }
        if let before {
            pane?.window.prepend(events, before: before, more: more, reader: me)
            pane?.window.endLoadingOlder()
        } else {
            pane?.window.load(events, more: more, reader: me)
            if pane?.openedCursor == nil, thread.state.isFollowing {
                pane?.openedCursor = thread.state.cursor
                pane?.openedThrough = events.last?.seq ?? 0
                pane?.atBottom = thread.state.unread == 0
            }
        }
        seekInPane()
        readPane()
    }

    private mutating func failPage(_ answer: ReceivedAnswer, before: Int64?) {
        guard case .error(let error) = answer else { return pane?.window.fail() ?? () }
        pane?.seeks = nil
        if before != nil {
            notice(error.message)
            pane?.window.endLoadingOlder()
        } else if loadLater(error) {
            pane?.window.reset()
        } else {
            pane?.window.fail()
            notice(error.message)
            closeThread()
        }
    }

    mutating func reachedInPane(_ edge: ClientEdge) {
        switch edge {
        case .top: _ = loadOlderReplies()
        case .bottom:
            pane?.atBottom = true
            readPane()
        }
    }

    /// What is on screen of the newest replies is read.
    mutating func readPane() {
        guard visible, let pane, pane.atBottom, pane.window.state == .ready, let last = pane.window.events.last?.seq,
            threads[pane.key]?.read(to: last) == true
        else { return }
        shown.timelineIsStale = true
        touch()
    }

    /// Asks for the next page on the way to the reply that is wanted, until it is held.
    private mutating func seekInPane() {
        guard let pane, let seq = pane.seeks, pane.window.state == .ready else { return }
        if let oldest = pane.window.oldest, oldest > seq, pane.window.loadingOlder || loadOlderReplies() { return }
        self.pane?.seeks = nil
        shown.paneGoesTo = seq
    }

    // MARK: What is shown of it

    mutating func publishPane() {
        publishPaneHead()
        guard shown.timelineWasStale, let pane, let me = session.me, let room = rooms[pane.key.room] else { return }
        var pending: [Outbox.Item] = []
        for item in outbox.items where item.room == pane.key.room && item.thread == pane.key.root {
            pending.append(item)
        }
        var maker = TimelineRows(me: me.id, utcOffset: utcOffset, thread: pane.key.root)
        maker.build(pane.events, pending, &people)
        maker.mark(saved.seqs(in: pane.key.room))
        var rows = maker.rows
        furnish(&rows, in: room) { pane.event($0) }
        for change in shown.pane.changes(to: rows, of: pane.window, firstUnread: pane.firstUnread(me.id)) {
            out.add(.view(.inThread(change)))
        }
        guard let seq = shown.paneGoesTo else { return }
        shown.paneGoesTo = nil
        if rows.contains(where: { $0.key == .event(seq) }) { out.add(.view(.inThread(.timelineShow(.event(seq))))) }
    }

    /// Which thread is open, and whether it is followed.
    private mutating func publishPaneHead() {
        let isFollowing = pane.map { threads[$0.key] != nil } ?? false
        guard pane?.key != shown.paneKey || isFollowing != shown.paneIsFollowed else { return }
        let isOther = pane?.key != shown.paneKey
        if let room = pane?.key.room ?? shown.paneKey?.room {
            out.add(.view(.thread(room, root: pane?.key.root, isFollowing: isFollowing)))
        }
        (shown.paneKey, shown.paneIsFollowed) = (pane?.key, isFollowing)
        guard isOther else { return }
        shown.pane = TimelineShown()
        shown.timelineWasStale = true
        guard let key = pane?.key else { return }
        let draft = drafts.text(DraftKey(room: key.room, thread: key.root))
        out.add(.view(.composer(key.room, thread: key.root, draft: draft)))
    }
}
