import ChatModel
import ChatWire

extension ClientCore {
    static let offline = "You are offline. Try again when the connection is back."

    /// Our own membership began, here or on another device: the room's summary has to be asked for.
    mutating func cameInto(_ room: RoomID) {
        guard canAsk, arriving[room] == nil, arriving.count < 1000 else { return }
        arriving[room] = []
        ask(.room(room), .room(room))
    }

    /// A room that we are in, as an answer tells it.
    mutating func arrive(_ summary: RoomSummary, _ me: UserID) {
        guard summary.membership != nil else { return }
        let id = summary.room.id
        if rooms[id] != nil, sync.isLive || arriving[id] == nil {
            // What `sync` brings whole was left meanwhile: what is held of before is not all.
            if sync.isBehind, let held = rooms[id], held.lastSeq < summary.lastSeq { rooms[id] = RoomState(summary) }
            rooms[id]?.merge(summary, reader: me)
        } else {
            rooms[id] = RoomState(summary)
        }
        if let waiting = arriving.removeValue(forKey: id) {
            for event in waiting { _ = rooms[id]?.take(event, reader: me) }
        }
        if id == reader.selected { shown.timelineIsStale = true }
        askForCount(id)
    }

    /// We are no longer in the room.
    mutating func drop(_ room: RoomID) {
        arriving[room] = nil
        guard rooms.removeValue(forKey: room) != nil else { return }
        drafts[room] = nil
        if reader.selected == room {
            stopTyping()
            reader.deselect()
            shown.timelineIsStale = true
            out.append(.path("/", replace: true))
        }
        touch()
    }

    mutating func askForCount(_ room: RoomID) {
        guard canAsk, rooms[room]?.count == .stale else { return }
        rooms[room]?.markAsked()
        ask(.room(room), .room(room))
    }

    mutating func createChannel(_ name: String, _ description: String) {
        guard !session.createsChannel else { return }
        guard canAsk else {
            out.append(
                .view(.form(.channel, busy: false, error: FormError(message: ClientCore.offline), done: false)))
            return
        }
        session.createsChannel = true
        out.append(.view(.form(.channel, busy: true, error: nil, done: false)))
        ask(.createChannel(name: name, description: description), .createChannel)
    }

    /// Whether the channel was made is not known: the person sees it in the list or tries again.
    mutating func createChannelLost() {
        guard session.createsChannel else { return }
        session.createsChannel = false
        out.append(.view(.form(.channel, busy: false, error: FormError(message: ClientCore.offline), done: false)))
    }

    mutating func join(_ room: RoomID) {
        guard canAsk else { return notice(ClientCore.offline) }
        if !requests.contains(.join(room)) { ask(.join(room), .join(room)) }
    }

    mutating func leave(_ room: RoomID) {
        guard canAsk else { return notice(ClientCore.offline) }
        if !requests.contains(.leave(room)) { ask(.leave(room), .leave(room)) }
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

    mutating func takeCreated(_ answer: ReceivedAnswer, _ me: UserID) {
        session.createsChannel = false
        switch answer {
        case .ok(let ok):
            out.append(.view(.form(.channel, busy: false, error: nil, done: true)))
            guard let summary = AnswerContent.room(ok, reader: me) else { return }
            arrive(summary, me)
            open(summary.room.id, replacingPath: false)
        case .error(let error):
            out.append(.view(.form(.channel, busy: false, error: FormError(error), done: false)))
        }
    }

    mutating func takeJoined(_ answer: ReceivedAnswer, _ me: UserID) {
        switch answer {
        case .ok(let ok):
            guard let summary = AnswerContent.room(ok, reader: me) else { return }
            arrive(summary, me)
            open(summary.room.id, replacingPath: false)
        case .error(let error): notice(error.message)
        }
    }

    mutating func takeRoom(_ answer: ReceivedAnswer, _ room: RoomID, _ me: UserID) {
        switch answer {
        case .ok(let ok):
            guard let summary = AnswerContent.room(ok, reader: me), summary.room.id == room else { return }
            if rooms[room] != nil || arriving[room] != nil { arrive(summary, me) }
        case .error(let error):
            // What is not known of it comes with the next load.
            arriving[room] = nil
            if error.code == .notFound || error.code == .notMember { drop(room) }
        }
    }
}
