import ByteCoding
import ChatModel
import ChatWire

extension ClientCore {
    /// After `ready`: reads what was missed, or everything.
    mutating func beginLoading() {
        out.add(.timerCancel(.load))
        sync.backoff.reset()
        if let safe = sync.safe {
            sync.begin(.catchingUp(since: safe))
        } else {
            sync.begin(.loading)
        }
        askToLoad()
        loadSelected()
    }

    private mutating func askToLoad() {
        guard canAsk else { return }
        switch sync.state {
        case .off, .live: break
        case .loading:
            if !requests.contains({ if case .rooms = $0 { true } else { false } }) { ask(.rooms, .rooms) }
        case .catchingUp(let since):
            if !requests.contains({ if case .sync = $0 { true } else { false } }) {
                ask(.sync(since: since, limit: Limits.syncPage.usual), .sync)
            }
        }
    }

    mutating func retryLoading() {
        threads.rests = false
        askToLoad()
        loadSelected()
        loadPane()
        askForArrivals()
        askForBlocks()
        askForPreferences()
        askForDrafts()
        askForSaved()
        sendCursors()
    }

    /// The server could not answer; false where it never will.
    mutating func loadLater(_ error: ChatError) -> Bool {
        guard error.code.retryHelps else { return false }
        let wait = max(sync.backoff.next(&entropy), error.retryAfter ?? 0)
        out.add(.timerSet(.load, after: wait))
        return true
    }

    mutating func takeRooms(_ answer: ReceivedAnswer) {
        guard sync.state == .loading, let me = session.me else { return }
        switch answer {
        case .error(let error):
            if !loadLater(error) { loseConnection(closing: true) }
        case .ok(let ok):
            guard let (summaries, safe) = AnswerContent.rooms(ok, reader: me.id) else {
                _ = loadLater(ChatError(.internal))
                return
            }
            replaceRooms(summaries, me.id)
            sync.pageTaken(safe, keeping: true)
            finishLoading()
        }
    }

    /// Loads afresh: of what was held only that stays which the server has not heard of yet.
    private mutating func replaceRooms(_ summaries: [RoomSummary], _ me: UserID) {
        var fresh: [RoomID: RoomState] = .init()
        for summary in summaries where summary.membership != nil {
            var room = RoomState(summary)
            if let wish = rooms[summary.room.id]?.wish { room.wish(wish, reader: me) }
            fresh[summary.room.id] = room
        }
        rooms = fresh
        arriving = Pairs()
        threads.missed()
        roots = DoubtfulRoots()
        pane?.reset()
        reader.jump.again()
        shown.timelineIsStale = true
    }

    mutating func takeChanges(_ answer: ReceivedAnswer) {
        guard case .catchingUp = sync.state, let me = session.me else { return }
        switch answer {
        case .error(let error) where error.code == .resync:
            sync.load()
            blocks.state.missed()
            preferences.missed()
            drafts.state.missed()
            saved.state.missed()
            drafts.forgetNumbers()
            people.refresh()
            askToLoad()
        case .error(let error):
            if !loadLater(error) { loseConnection(closing: true) }
        case .ok(let ok):
            guard let changes = AnswerContent.changes(ok, reader: me.id) else {
                _ = loadLater(ChatError(.internal))
                return
            }
            for room in changes.left { drop(room) }
            for joined in changes.joined { arrive(joined, me.id) }
            for event in changes.events { apply(event, me.id, isLive: false) }
            sync.pageTaken(changes.safe, keeping: arriving.isEmpty)
            sync.backoff.reset()
            if changes.more { askToLoad() } else { finishLoading() }
        }
        touch()
    }

    private mutating func finishLoading() {
        guard let me = session.me else { return }
        let wasLoading = sync.state == .loading
        let (queue, since) = sync.finish()
        // `rooms` does not say which of our own events it has in it already, and to apply an old move of a cursor would
        // undo a newer one: `sync` says it, and brings all that waits here.
        if wasLoading, let safe = sync.safe, queue.contains(where: { $0["useq"] != nil }) { return catchUp(safe) }
        for json in queue { apply(ReceivedEvent(json, reader: me.id), me.id, isLive: false) }
        if let since { return catchUp(since) }
        enterWantedRoom()
        loadSelected()
        loadPane()
        searchFirstUnread()
        seek()
        readSelected()
        readPane()
        askForBlocks()
        askForPreferences()
        askForDrafts()
        askForSaved()
        watching.isStale = true
        sendCursors()
        sendEarly()
        settleOutbox()
        deleteDue()
        resumeMaking()
        reloadRoster()
        touch()
    }

    private mutating func catchUp(_ since: Place) {
        sync.begin(.catchingUp(since: since))
        askToLoad()
    }

    /// Events were left out on this connection.
    mutating func gap(_ since: Place) {
        typing.removeAll()
        switch sync.state {
        case .off: break
        case .live: catchUp(since)
        case .loading, .catchingUp: sync.gap(since: since)
        }
    }

    mutating func live(_ json: JSON, _ safe: Place?) {
        guard let me = session.me else { return }
        switch sync.state {
        case .off: break
        case .loading, .catchingUp: sync.enqueue(json)
        case .live:
            let event = ReceivedEvent(json, reader: me.id)
            if leavesHole(event), let since = sync.safe {
                catchUp(since)
                sync.enqueue(json)
                return
            }
            apply(event, me.id, isLive: true)
            // A room that is not known yet would be lost with the connection: its joining is told again then.
            if let safe, arriving.isEmpty { sync.advance(safe) }
            settleOutbox()
            touch()
        }
    }

    /// Whether events of the room are missing before this one.
    private func leavesHole(_ event: ReceivedEvent) -> Bool {
        switch event {
        case .known(.room(let event)):
            guard let room = rooms[event.room] else { return false }
            return event.seq - 1 > room.lastSeq
        case .unknownInRoom(let id, let seq):
            guard let room = rooms[id] else { return false }
            return seq - 1 > room.lastSeq
        default: return false
        }
    }

    @inline(never) private mutating func apply(_ event: ReceivedEvent, _ me: UserID, isLive: Bool) {
        switch event {
        case .known(.room(let event)): apply(event, me)
        case .known(.person(let event)):
            guard event.useq > sync.useq else { return }
            sync.useq = event.useq
            switch event.body {
            case .cursorMoved(let room, let seq): moveCursor(room, seq, me)
            case .threadRead(let room, let root, let seq):
                threads.read(ThreadStanding.Key(room: room, root: root), to: seq)
                notifying.threadRead(Notifying.Tag(room: room, thread: root), seq)
                shown.timelineIsStale = true
            case .threadFollowed(let room, let root, let follow): threadFollowed(room, root, follow)
            case .scheduledChanged: if list.isOpen, list.kind == .scheduled { reloadList() }
            case .blockChanged(let user, let isBlocked): blocks.changed(user, isBlocked: isBlocked)
            case .levelChanged(let room, let level):
                arriving[room]?.level = level
                rooms[room]?.levelChanged(to: level)
            case .preferencesChanged(let changed): preferences.changed(changed)
            case .savedChanged(let mark, let isSaved):
                savedChanged(mark, isSaved)
            case .draftChanged(let key, let text): takeDraft(key, text, useq: event.useq)
            }
        case .known(.directory(let event)):
            guard event.dseq > sync.dseq else { return }
            sync.dseq = event.dseq
            apply(event.body, me, isLive: isLive)
        case .unknownInRoom(let room, let seq): _ = rooms[room]?.take(unknown: seq)
        case .unknown: break
        }
    }

    private mutating func apply(_ event: RoomEvent, _ me: UserID) {
        guard rooms[event.room] != nil else {
            switch event.body {
            case .memberJoined(me): cameInto(event.room, at: event.seq, by: event.actor)
            case .memberLeft(me), .memberRemoved(me), .roomDeleted: depart(event.room, at: event.seq)
            default: break
            }
            if arriving[event.room] != nil {
                arriving[event.room]?.append(event)
                hearForNotifying(event)
            }
            return
        }
        guard rooms[event.room]?.take(event, reader: me) == true else { return }
        if case .message(let message) = event.body {
            typing.stopped(event.actor, in: DraftKey(room: event.room, thread: message.thread))
        }
        settleMessage(by: event, me)
        hearForNotifying(event)
        takeForThreads(event, me)
        takeForRoots(event)
        if roster.take(event) { shown.rosterIsStale = true }
        switch event.body {
        case .memberRemoved(me):
            if let name = rooms[event.room]?.room.name { notice("You were removed from " + name + ".") }
            return depart(event.room, at: event.seq)
        case .memberLeft(me): return depart(event.room, at: event.seq)
        case .roomDeleted:
            if let name = rooms[event.room]?.room.name { notice(name + " was deleted.") }
            return depart(event.room, at: event.seq)
        case .messageDeleted, .messageEdited, .messagesExpired: askForCount(event.room)
        case .memberMuted(me, let until):
            if let name = rooms[event.room]?.room.name {
                notice(until == nil ? "You may write in " + name + " again." : "You were muted in " + name + ".")
            }
        default: break
        }
        if event.room == reader.selected {
            shown.timelineIsStale = true
            reader.jump.follow(event, reader: me)
            rooms[event.room]?.window.trim(
                to: reader.atBottom || reader.jump.past != nil
                    ? TimelineWindow.restingLimit : TimelineWindow.readingLimit)
            readSelected()
        } else {
            rooms[event.room]?.window.trim(to: TimelineWindow.pageSize * 2)
        }
    }

    /// The person's own stream says where the cursor is now.
    private mutating func moveCursor(_ room: RoomID, _ seq: Int64, _ me: UserID) {
        arriving[room]?.cursor = seq
        guard let before = rooms[room]?.cursor else { return }
        rooms[room]?.cursorMoved(to: seq, reader: me)
        if let cursor = rooms[room]?.cursor, cursor < before { hold(room) }
        askForCount(room)
    }

    private mutating func apply(_ change: DirectoryEvent.Body, _ me: UserID, isLive: Bool) {
        switch change {
        case .userRegistered(let user): people.add(user)
        case .userUpdated(let user): updated(user)
        case .channelCreated(let room):
            browse.add(room)
            channels.add(room)
            roomNamesChanged()
            if isLive, room.createdBy != me { notice("There is a new channel: " + room.name) }
        case .channelUpdated(let room):
            browse.update(room)
            channels.add(room)
            roomNamesChanged()
        case .channelDeleted(let room):
            browse.remove(room)
            channels.remove(room)
            roomNamesChanged()
        }
        shown.timelineIsStale = true
    }
}
