import ChatModel
import ChatWire

extension ClientCore {
    mutating func open(_ room: RoomID, replacingPath: Bool) {
        guard let state = rooms[room] else {
            if sync.isLive {
                notice("You are not in this channel. Join it first.")
            } else {
                reader.wanted = room
            }
            return
        }
        guard room != reader.selected else { return }
        stopTyping()
        tellDrafts()
        pane = nil
        if let left = reader.selected { rooms[left]?.window.trim(to: TimelineWindow.pageSize * 2) }
        reader.select(room, cursor: state.cursor, through: state.lastSeq, atBottom: state.unread == 0)
        if state.window.state == .failed { rooms[room]?.window.reset() }
        shown.timelineIsStale = true
        out.add(.path("/room/" + room.description, replace: replacingPath))
        shown.hasComposer = false
        loadSelected()
        searchFirstUnread()
        readSelected()
        touch()
    }

    /// Opens what the address asked for, or what was open last, or the first room.
    mutating func enterWantedRoom() {
        if let wanted = reader.wanted {
            let seq = reader.wantedSeq
            (reader.wanted, reader.wantedSeq) = (nil, nil)
            // Opening it says so where it is not there.
            open(wanted, replacingPath: true)
            if let seq, wanted == reader.selected { jump(to: seq) }
        }
        if let selected = reader.selected, rooms[selected] == nil { reader.deselect() }
        guard reader.selected == nil, let room = reader.recent.first(where: { rooms[$0] != nil }) ?? firstRoom else {
            return
        }
        open(room, replacingPath: true)
    }

    private var firstRoom: RoomID? { Shown.order(rooms).first }

    /// Asks for the selected room's newest messages where they are not held.
    mutating func loadSelected() {
        guard canAsk, let room = reader.selected, rooms[room]?.window.state == .absent else { return }
        rooms[room]?.window.beginLoading()
        shown.timelineIsStale = true
        ask(.history(room: room, before: nil, limit: TimelineWindow.pageSize), .historyNewest(room))
    }

    mutating func reached(_ room: RoomID, _ edge: ClientEdge) {
        guard room == reader.selected else { return }
        if reader.jump.past != nil { return reachedInPast(room, edge) }
        switch edge {
        case .bottom:
            if !reader.atBottom { reader.holds = false }
            reader.atBottom = true
            readSelected()
        case .top: _ = loadOlder(room, limit: TimelineWindow.pageSize)
        }
    }

    mutating func takeNewest(_ answer: ReceivedAnswer, _ room: RoomID, _ me: UserID) {
        switch answer {
        case .ok(let ok):
            guard let (events, more) = AnswerContent.history(ok, reader: me) else {
                rooms[room]?.window.fail()
                break
            }
            rooms[room]?.window.load(ClientCore.events(events, of: room), more: more, reader: me)
            rooms[room]?.windowLoaded(reader: me)
            doubtExpired(room)
            if room == reader.selected {
                searchFirstUnread()
                joinPast(room, me)
                seek()
                readSelected()
            }
            touch()
        case .error(let error) where error.code.retryHelps:
            rooms[room]?.window.reset()
            _ = loadLater(error)
        case .error:
            rooms[room]?.window.fail()
            if room == reader.selected { reader.jump.end() }
        }
        if room == reader.selected { shown.timelineIsStale = true }
        settleOutbox()
    }

    mutating func takeOlder(_ answer: ReceivedAnswer, _ room: RoomID, _ before: Int64, _ me: UserID) {
        if case .ok(let ok) = answer, let (events, more) = AnswerContent.history(ok, reader: me) {
            rooms[room]?.window.prepend(
                ClientCore.events(events, of: room), before: before, more: more, reader: me)
            rooms[room]?.windowLoaded(reader: me)
            doubtExpired(room)
            rooms[room]?.window.endLoadingOlder()
            if room == reader.selected {
                loadToFirstUnread()
                seek()
            }
        } else {
            if case .error(let error) = answer { notice(error.message) }
            rooms[room]?.window.endLoadingOlder()
            // Asking again is up to the person.
            if room == reader.selected { reader.jump.end() }
            if case .loading(let first) = reader.search, room == reader.selected { reader.search = .found(first) }
        }
        if room == reader.selected { shown.timelineIsStale = true }
    }

    /// What is on screen of the newest messages is read.
    mutating func readSelected() {
        guard visible, reader.atBottom, !reader.holds, reader.jump.past == nil, reader.search != .asked,
            let me = session.me, let room = reader.selected, let state = rooms[room], state.window.state == .ready,
            state.lastSeq > state.cursor
        else { return }
        rooms[room]?.read(to: state.lastSeq, reader: me.id)
        sendCursor(room)
        touch()
    }

    /// The message `seq` and all behind it become unread, on every device.
    mutating func markUnread(_ room: RoomID, from seq: Int64) {
        guard let me = session.me, rooms[room] != nil else { return }
        rooms[room]?.markUnread(from: seq, reader: me.id)
        hold(room)
        sendCursor(room)
        touch()
    }

    /// The room's cursor went back: what is in sight must not be read again at once, and shows where unread begins.
    mutating func hold(_ room: RoomID) {
        guard room == reader.selected, let state = rooms[room] else { return }
        reader.hold(cursor: state.cursor, through: state.lastSeq)
        shown.room = nil
        shown.timelineIsStale = true
        searchFirstUnread()
    }

    /// Tells the server what it has not heard of our reading.
    mutating func sendCursors() {
        for room in rooms.keys.inOrder() {
            sendCursor(room)
            askForCount(room)
        }
    }

    /// One a room at a time, and not before all is here that was missed: it may tell that the wish came true.
    private mutating func sendCursor(_ room: RoomID) {
        guard canAsk, sync.isLive, let wish = rooms[room]?.wish, !wish.isTold, reading.insert(room).inserted else {
            return
        }
        ask(
            wish.isAsReading ? .read(room: room, seq: wish.seq) : .markUnread(room: room, seq: wish.seq &+ 1),
            .cursor(room, wish))
    }

    mutating func takeCursor(_ answer: ReceivedAnswer, _ room: RoomID, _ wish: CursorWish, _ me: UserID) {
        reading.remove(room)
        switch answer {
        case .ok(let ok):
            rooms[room]?.wishTold(wish, seq: AnswerContent.cursor(ok)?.seq ?? wish.seq, reader: me)
        case .error(let error):
            if loadLater(error) { return }
            rooms[room]?.wishRefused(wish, reader: me)
        }
        sendCursor(room)
        askForCount(room)
    }

    mutating func delete(_ room: RoomID, _ seq: Int64) {
        guard canAsk else { return notice(ClientCore.offline) }
        guard rooms[room] != nil, !isDeleting(room, seq) else { return }
        ask(.delete(room: room, seq: seq), .delete(room, seq: seq))
    }

    private func isDeleting(_ room: RoomID, _ seq: Int64) -> Bool {
        requests.contains { if case .delete(room, seq) = $0 { true } else { false } }
    }

    static func events(_ received: [ReceivedEvent], of room: RoomID) -> [RoomEvent] {
        var events: [RoomEvent] = []
        events.reserveCapacity(received.count)
        for case .known(.room(let event)) in received where event.room == room { events.append(event) }
        return events
    }
}
