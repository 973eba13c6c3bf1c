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
        if let left = reader.selected { rooms[left]?.window.trim(to: TimelineWindow.pageSize * 2) }
        reader.select(room, cursor: state.cursor, atBottom: state.unread == 0)
        if state.window.state == .failed { rooms[room]?.window.reset() }
        shown.timelineIsStale = true
        out.append(.path("/room/" + room.description, replace: replacingPath))
        out.append(.view(.composer(room, draft: drafts[room] ?? "")))
        loadSelected()
        readSelected()
        touch()
    }

    /// Opens what the address asked for, or what was open last, or the first room.
    mutating func enterWantedRoom() {
        if let wanted = reader.wanted {
            reader.wanted = nil
            if rooms[wanted] == nil { notice("You are not in this channel. Join it first.") }
            open(wanted, replacingPath: true)
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
        switch edge {
        case .bottom:
            reader.atBottom = true
            readSelected()
        case .top:
            guard canAsk, let before = rooms[room]?.window.beginLoadingOlder() else { return }
            shown.timelineIsStale = true
            ask(.history(room: room, before: before, limit: TimelineWindow.pageSize), .historyBefore(room, before))
        }
    }

    mutating func takeNewest(_ answer: ReceivedAnswer, _ room: RoomID, _ me: UserID) {
        switch answer {
        case .ok(let ok):
            guard let (events, more) = AnswerContent.history(ok, reader: me) else {
                rooms[room]?.window.fail()
                break
            }
            rooms[room]?.window.load(ClientCore.events(events, of: room), more: more)
            rooms[room]?.windowLoaded(reader: me)
            if room == reader.selected { readSelected() }
            touch()
        case .error(let error) where error.code.retryHelps:
            rooms[room]?.window.reset()
            _ = loadLater(error)
        case .error: rooms[room]?.window.fail()
        }
        if room == reader.selected { shown.timelineIsStale = true }
        settleOutbox()
    }

    mutating func takeOlder(_ answer: ReceivedAnswer, _ room: RoomID, _ before: Int64, _ me: UserID) {
        if case .ok(let ok) = answer, let (events, more) = AnswerContent.history(ok, reader: me) {
            rooms[room]?.window.prepend(ClientCore.events(events, of: room), before: before, more: more)
            rooms[room]?.windowLoaded(reader: me)
        } else {
            if case .error(let error) = answer { notice(error.message) }
        }
        rooms[room]?.window.endLoadingOlder()
        if room == reader.selected { shown.timelineIsStale = true }
    }

    /// What is on screen of the newest messages is read.
    mutating func readSelected() {
        guard visible, reader.atBottom, let me = session.me, let room = reader.selected, let state = rooms[room],
            state.window.state == .ready, state.lastSeq > state.cursor
        else { return }
        rooms[room]?.advanceCursor(to: state.lastSeq, reader: me.id)
        sendRead(room)
        touch()
    }

    /// Tells the server what it has not heard of our reading.
    mutating func sendReads() {
        for room in rooms.keys.sorted() {
            sendRead(room)
            askForCount(room)
        }
    }

    private mutating func sendRead(_ room: RoomID) {
        guard canAsk, let state = rooms[room], state.cursor > state.confirmedCursor, reading[room] == nil else {
            return
        }
        reading[room] = state.cursor
        ask(.read(room: room, seq: state.cursor), .read(room, state.cursor))
    }

    mutating func takeRead(_ answer: ReceivedAnswer, _ room: RoomID, _ seq: Int64, _ me: UserID) {
        reading[room] = nil
        switch answer {
        case .ok(let ok):
            // A cursor that the server holds further back is what it can be: ours is not told again.
            let told = AnswerContent.cursor(ok)?.seq ?? seq
            rooms[room]?.confirmCursor(max(told, seq), reader: me)
            sendRead(room)
            askForCount(room)
        case .error: break
        }
    }

    private static func events(_ received: [ReceivedEvent], of room: RoomID) -> [RoomEvent] {
        var events: [RoomEvent] = []
        events.reserveCapacity(received.count)
        for case .known(.room(let event)) in received where event.room == room { events.append(event) }
        return events
    }
}
