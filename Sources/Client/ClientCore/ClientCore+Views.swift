import ChatModel

/// After each event, what the views show is compared with what they should show, and the difference told.
extension ClientCore {
    mutating func publish() {
        guard started else { return }
        if shown.screen != session.screen {
            shown.screen = session.screen
            out.add(.view(.screen(session.screen)))
        }
        publishConnection()
        guard session.screen == .chat, session.me != nil else { return }
        openComposer()
        publishBlocks()
        publishPreferences()
        publishRooms()
        publishLists()
        publishChannels()
        publishRoster()
        shown.timelineWasStale = shown.timelineIsStale
        publishTimeline()
        publishDetached()
        publishPane()
        publishComposer()
        publishList()
        publishEdits()
        publishTyping()
        publishNotifications()
    }

    private mutating func publishConnection() {
        let state: ConnectionShown
        if !link.isOnline {
            state = .offline
        } else if link.retryAt != nil {
            state = .waiting
        } else if session.isReady, session.me == nil || sync.isLive {
            state = .online
        } else {
            state = .connecting
        }
        let queued = outbox.unacknowledged
        guard state != shown.connection || queued != shown.queued || link.retryAt != shown.retryAt else { return }
        (shown.connection, shown.queued, shown.retryAt) = (state, queued, link.retryAt)
        out.add(.view(.connection(state, queued: queued, retryIn: link.retryAt.map { max($0 - now, 0) })))
    }

    private mutating func publishBlocks() {
        guard blocks.users != shown.blocks else { return }
        shown.blocks = blocks.users
        out.add(.view(.blocks(blocks.users.inOrder())))
    }

    // MARK: Rooms

    private mutating func publishRooms() {
        guard let me = session.me else { return }
        var items: [RoomItem] = []
        items.reserveCapacity(rooms.count)
        var (unread, mentions) = (0, 0)
        var silent: Set<RoomID> = .init()
        // In a certain order, in which people are asked for.
        for id in directRooms() {
            rooms[id]?.nameAfterPeople(&people, me: me.id)
        }
        for id in Shown.order(rooms) {
            guard let room = rooms[id] else { continue }
            if room.isSilent {
                silent.insert(id)
            } else {
                unread = min(unread + room.unread, Unread.exactLimit + 1)
            }
            mentions = min(mentions + room.mentions, Unread.exactLimit + 1)
            items.append(item(room, me))
        }
        listCounts = ListCounts(mentions: mentions, threads: threads.unread(leavingOut: silent))
        publish(items)
        let title = RoomState.text(unread)
        if title != shown.title {
            shown.title = title
            out.add(.view(.title(unread: title)))
        }
        publishHeader(items)
    }

    private func directRooms() -> [RoomID] {
        var ids: [RoomID] = []
        for (id, state) in rooms where state.room.kind == .direct { ids.append(id) }
        return ids.inOrder()
    }

    private mutating func item(_ room: RoomState, _ me: User) -> RoomItem {
        var item = RoomItem(
            id: room.room.id, kind: room.room.kind, section: room.section, name: room.title.text,
            description: room.room.description, members: room.members, unread: room.unreadText,
            marked: room.unread > 0 && !room.isSilent, selected: room.room.id == reader.selected)
        item.isArchived = room.room.isArchived
        item.part = room.role
        item.level = room.level ?? room.room.kind.usualLevel
        item.mentions = RoomState.text(room.mentions)
        (item.slowMode, item.retention) = (room.room.slowMode, room.room.retention)
        item.rights = RoomRights(in: room.room, part: room.role, role: me.role)
        for user in room.directUsers where user != me.id { item.people.append(people.person(user)) }
        return item
    }

    private static func areNamedOtherwise(_ items: [RoomItem], _ others: [RoomItem]) -> Bool {
        guard items.count == others.count else { return true }
        for (item, other) in zip(items, others) where item.id != other.id || item.name != other.name { return true }
        return false
    }

    private mutating func publish(_ items: [RoomItem]) {
        guard items != shown.rooms else { return }
        watching.isStale = true
        if ClientCore.areNamedOtherwise(items, shown.rooms) { roomNamesChanged() }
        var old = shown.rooms
        shown.rooms = items
        if old.isEmpty { return out.add(.view(.roomsReset(items))) }
        var wanted: Set<RoomID> = .init()
        for item in items { wanted.insert(item.id) }
        for index in old.indices.reversed() where !wanted.contains(old[index].id) {
            old.remove(at: index)
            out.add(.view(.roomsRemove(index: index)))
        }
        for (index, item) in items.enumerated() {
            if index < old.count, old[index].id == item.id {
                if old[index] != item { out.add(.view(.roomsUpdate(index: index, item))) }
                continue
            }
            if let place = old.firstIndex(where: { $0.id == item.id }) {
                old.remove(at: place)
                out.add(.view(.roomsRemove(index: place)))
            }
            old.insert(item, at: index)
            out.add(.view(.roomsInsert(index: index, item)))
        }
    }

    /// Once it is known what is unread in them.
    private mutating func publishLists() {
        guard sync.isLive || shown.lists != nil, listCounts != shown.lists else { return }
        shown.lists = listCounts
        out.add(
            .view(.lists(mentions: RoomState.text(listCounts.mentions), threads: RoomState.text(listCounts.threads))))
    }

    private mutating func publishHeader(_ items: [RoomItem]) {
        let item = items.first { $0.id == reader.selected }
        let state: RoomShown
        if let selected = reader.selected, let window = shownWindow(selected) {
            switch window.state {
            case .absent, .loading: state = .loading
            case .failed: state = .failed
            case .ready: state = isEmpty(selected, window) ? .empty : .ready
            }
        } else {
            state = sync.isLive ? .empty : .loading
        }
        guard item != shown.header || state != shown.headerState else { return }
        (shown.header, shown.headerState) = (item, state)
        out.add(.view(.room(item, state)))
    }

    private func isEmpty(_ room: RoomID, _ window: TimelineWindow) -> Bool {
        guard window.atStart, !outbox.items.contains(where: { $0.room == room && $0.thread == nil }) else {
            return false
        }
        for event in window.events {
            switch event.body {
            case .message(let message): if message.thread == nil { return false }
            case .messageGone(_, nil, _): return false
            default: break
            }
        }
        return true
    }

    private mutating func publishChannels() {
        guard browse.isOpen || shown.channels != nil else { return }
        var keys: [RoomID: RoomState] = .init()
        for summary in browse.channels { keys[summary.room.id] = rooms[summary.room.id] ?? RoomState(summary) }
        var items: [ChannelItem] = []
        for id in Shown.order(keys) {
            guard let channel = keys[id] else { continue }
            items.append(
                ChannelItem(
                    id: id, name: channel.room.name, description: channel.room.description, members: channel.members,
                    joined: rooms[id] != nil, isArchived: channel.room.isArchived))
        }
        let channels = Shown.Channels(isLoading: browse.isLoading, items: items)
        guard !browse.isOpen || channels != shown.channels else { return }
        shown.channels = browse.isOpen ? channels : nil
        out.add(.view(.channels(open: browse.isOpen, loading: browse.isLoading, items)))
    }

    // MARK: Timeline

    private mutating func publishTimeline() {
        guard shown.timelineIsStale, let me = session.me else { return }
        shown.timelineIsStale = false
        watching.isStale = true
        guard let room = reader.selected, let window = shownWindow(room) else {
            if shown.room != nil {
                (shown.room, shown.timeline) = (nil, TimelineShown())
                out.add(.view(.timelineReset([], atStart: false, firstUnread: nil)))
            }
            return publishFirstUnread(TimelineWindow())
        }
        var pending: [Outbox.Item] = []
        if reader.jump.past == nil {
            for item in outbox.items where item.room == room && item.thread == nil { pending.append(item) }
        }
        var maker = TimelineRows(me: me.id, utcOffset: utcOffset)
        maker.build(window.events, pending, &people, isDirect: rooms[room]?.room.kind == .direct)
        maker.mark(saved.seqs(in: room))
        var rows = maker.rows
        if let state = rooms[room] { furnish(&rows, in: state) { window.event($0) } }
        if room != shown.room || reader.jump.stretch != shown.stretch { shown.timeline.isOther = true }
        (shown.room, shown.stretch) = (room, reader.jump.stretch)
        let first = firstUnread(window, me.id)
        for change in shown.timeline.changes(to: rows, of: window, firstUnread: first, seeks: reader.jump.isUnderWay) {
            out.add(.view(change))
        }
        publishFirstUnread(window)
    }

    // MARK: Typing

    /// Whether the room is that of two whose other one we have blocked: what they are doing does not reach us there.
    private func isBlockedDirect(_ room: RoomID, _ me: User) -> Bool {
        guard let state = rooms[room], state.directUsers.count == 2 else { return false }
        return state.directUsers.contains { $0 != me.id && blocks.users.contains($0) }
    }

    private mutating func publishTyping() {
        let text = reader.selected.map { typingText(DraftKey(room: $0)) } ?? ""
        if text != shown.typing {
            shown.typing = text
            out.add(.view(.typing(text)))
        }
        guard let key = shown.paneKey else { return }
        let inThread = typingText(DraftKey(room: key.room, thread: key.root))
        guard inThread != shown.paneTyping else { return }
        shown.paneTyping = inThread
        out.add(.view(.inThread(.typing(inThread))))
    }

    private mutating func typingText(_ place: DraftKey) -> String {
        guard let me = session.me, !isBlockedDirect(place.room, me) else { return "" }
        let (users, count) = typing.others(in: place, me: me.id, typingMyself: ownTyping.isActive(in: place))
        var names: [String] = []
        if count > 0 { for user in users.prefix(2) { names.append(people.person(user).name) } }
        return TypingBoard.text(names, count: count)
    }
}
