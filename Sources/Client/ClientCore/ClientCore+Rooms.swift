import ChatModel
import ChatWire

extension ClientCore {
    static let offline = "You are offline. Try again when the connection is back."

    /// Our own membership began with the event `seq`, here or on another device: the room's summary has to be asked for.
    mutating func cameInto(_ room: RoomID, at seq: Int64, by actor: UserID) {
        guard arriving[room] == nil, arriving.count < 1000 else { return }
        arriving[room] = Arrival(joinedSeq: seq, by: actor)
        if canAsk { ask(.room(room), .room(room)) }
    }

    /// Asks again for the rooms that we came into and could not be told of.
    mutating func askForArrivals() {
        guard canAsk else { return }
        for room in arriving.keys.inOrder() where !isAsked(room) { ask(.room(room), .room(room)) }
    }

    private func isAsked(_ room: RoomID) -> Bool {
        requests.contains { if case .room(room) = $0 { true } else { false } }
    }

    /// A room that we are in, as a page of `sync` tells it.
    mutating func arrive(_ joined: ReceivedChanges.Joined, _ me: UserID) {
        let summary = joined.summary
        let id = summary.room.id
        guard summary.membership != nil else { return }
        // It was left meanwhile: what is held of before is not all.
        if let held = rooms[id], held.lastSeq >= summary.lastSeq { return arrive(summary, me) }
        rooms[id] = RoomState(summary)
        departed[id] = nil
        threads.forget(id)
        if pane?.key.room == id { pane?.reset() }
        if id == reader.selected { reader.jump.again() }
        if let page = joined.page {
            rooms[id]?.window.beginLoading()
            rooms[id]?.window.load(ClientCore.events(page.events, of: id), more: page.more, reader: me)
            // What was said before we came to know the room was not heard.
            if let newest = rooms[id]?.window.events.last { hearForNotifying(newest) }
        }
        takeWaiting(id, me)
    }

    /// A room that we are in, as an answer tells it.
    mutating func arrive(_ summary: RoomSummary, _ me: UserID) {
        let id = summary.room.id
        guard summary.membership != nil, summary.lastSeq > departed[id] ?? -1 else { return }
        if rooms[id] != nil {
            rooms[id]?.merge(summary, reader: me)
        } else {
            rooms[id] = RoomState(summary)
        }
        takeWaiting(id, me)
    }

    /// Applies what happened in the room before it was known here.
    private mutating func takeWaiting(_ id: RoomID, _ me: UserID) {
        if let waiting = arriving.removeValue(forKey: id) {
            for event in waiting.events where rooms[id]?.take(event, reader: me) == true { takeForRoots(event) }
            if let cursor = waiting.cursor { rooms[id]?.cursorMoved(to: cursor, reader: me) }
            if let level = waiting.level { rooms[id]?.levelChanged(to: level) }
            tellArrival(id, waiting.actor, me)
            if sync.isLive { sendEarly() }
        }
        if id == reader.selected {
            shown.timelineIsStale = true
            searchFirstUnread()
        }
        askForCount(id)
    }

    /// Somebody brought us into a room. A direct one shows itself by its first message.
    private mutating func tellArrival(_ id: RoomID, _ actor: UserID, _ me: UserID) {
        guard actor != me, let room = rooms[id]?.room, room.kind != .direct else { return }
        let who = people.known[actor].map { $0.name + " added you to " } ?? "You were added to "
        notice(who + room.name + ".")
    }

    /// Our membership ended with the event `seq`.
    mutating func depart(_ room: RoomID, at seq: Int64) {
        if departed.count < 1000 || departed[room] != nil { departed[room] = seq }
        drop(room)
    }

    /// We are no longer in the room.
    mutating func drop(_ room: RoomID) {
        arriving[room] = nil
        guard rooms.removeValue(forKey: room) != nil else { return }
        drafts.forget(room)
        threads.forget(room)
        roots.forget(room)
        if pane?.key.room == room { pane = nil }
        if edits.room == room { edits.close() }
        if reader.selected == room {
            stopTyping()
            reader.deselect()
            shown.timelineIsStale = true
            out.add(.path("/", replace: true))
        }
        settleOutbox()
        touch()
    }

    mutating func askForCount(_ room: RoomID) {
        guard canAsk, sync.isLive, let state = rooms[room], state.count == .stale, state.wish == nil else { return }
        rooms[room]?.markAsked()
        ask(.room(room), .room(room))
    }

    mutating func join(_ room: RoomID) {
        guard canAsk else { return notice(ClientCore.offline) }
        if !requests.contains({ if case .join(room) = $0 { true } else { false } }) { ask(.join(room), .join(room)) }
    }

    mutating func leave(_ room: RoomID) {
        guard canAsk else { return notice(ClientCore.offline) }
        if !requests.contains({ if case .leave(room) = $0 { true } else { false } }) { ask(.leave(room), .leave(room)) }
    }

    mutating func browseChannels(_ open: Bool) {
        if open {
            browse.open()
            askForChannels()
        } else {
            browse.close()
        }
    }

    private mutating func askForChannels() {
        guard canAsk else {
            browse.isLoading = false
            return notice(ClientCore.offline)
        }
        ask(.channels(after: browse.last, limit: Limits.channelsPage.most), .channels)
    }

    mutating func takeChannels(_ answer: ReceivedAnswer, _ me: UserID) {
        guard browse.isOpen, browse.isLoading else { return }
        switch answer {
        case .error(let error):
            browse.isLoading = false
            notice(error.message)
        case .ok(let ok):
            let before = browse.channels.count
            guard let (page, more) = AnswerContent.channels(ok, reader: me) else {
                browse.isLoading = false
                return
            }
            browse.add(page)
            browse.isLoading = more && browse.channels.count > before
            if browse.isLoading { askForChannels() }
        }
    }

    mutating func takeJoined(_ answer: ReceivedAnswer, _ me: UserID) {
        switch answer {
        case .ok(let ok): enter(ok, me)
        case .error(let error): notice(error.message)
        }
    }

    mutating func takeRoom(_ answer: ReceivedAnswer, _ room: RoomID, _ me: UserID) {
        switch answer {
        case .ok(let ok):
            guard let summary = AnswerContent.room(ok, reader: me), summary.room.id == room else { return }
            if let waiting = arriving[room], summary.lastSeq < waiting.joinedSeq { return askForArrivals() }
            if rooms[room] != nil || arriving[room] != nil { arrive(summary, me) }
            if summary.membership == nil { arriving[room] = nil }
        case .error(let error):
            if loadLater(error) {
                rooms[room]?.askAgain()
            } else {
                arriving[room] = nil
                if error.code == .notFound || error.code == .notMember { drop(room) }
            }
        }
    }
}
