import ChatModel

/// Of which messages the person is told who looks at something else: by each room's level, their quiet hours, and until
/// they have read them anywhere.
extension ClientCore {
    mutating func publishNotifications() {
        if !notifying.told.isEmpty {
            let read = notifying.told.keys.filter { tag in notifying.told[tag].map { isRead(tag, $0) } ?? true }
            for tag in notifying.takeOver(read) {
                out.add(.unnotify(tag: tag.text))
            }
        }
        hearFollowed()
        guard sync.isLive else { return }
        notifying.open()
        guard !notifying.waiting.isEmpty, let me = session.me else { return }
        for tag in notifying.waiting.keys {
            guard let event = notifying.waiting[tag], case .message(let message) = event.body else { continue }
            // What the room is called and how far it is read is on its way.
            if arriving[tag.room] != nil { continue }
            guard isWorthTelling(event, message) else {
                notifying.passOver(tag)
                continue
            }
            // Their name is on its way; where it cannot be had, somebody wrote.
            guard !people.isAwaited(event.actor) else {
                _ = people.person(event.actor)
                continue
            }
            notifying.tell(tag, event.seq)
            out.add(.notify(notification(tag, event, message, me.id)))
        }
    }

    /// Whether the message `seq` was read, on whichever device, or is of a room that the person does not want to hear of.
    private func isRead(_ tag: Notifying.Tag, _ seq: Int64) -> Bool {
        guard let room = rooms[tag.room], !room.isSilent else { return true }
        guard let root = tag.thread else { return room.cursor >= seq }
        let key = ThreadStanding.Key(room: tag.room, root: root)
        if let standing = threads[key] { return standing.cursor >= seq }
        return isLookedAt(key)
    }

    /// Whether the newest of the thread is before the person's eyes.
    private func isLookedAt(_ key: ThreadStanding.Key) -> Bool { visible && pane?.key == key && pane?.atBottom == true }

    mutating func hearForNotifying(_ event: RoomEvent) {
        let isWanted = isWanted(event)
        notifying.hear(event, isWanted: isWanted)
        if !isWanted, event.actor != session.me?.id { notifying.hearUndecided(event) }
    }

    /// Threads are known to be followed: what was said in them just before is to be told, too.
    mutating func hearFollowed() {
        for standing in threads.takeAdded() {
            let tag = Notifying.Tag(room: standing.key.room, thread: standing.key.root)
            notifying.followed(tag, from: standing.cursor)
        }
    }

    /// Whether it is one of those that the room's level tells of, a reply in a thread that is followed as one that names
    /// the person; of a room that is on its way that is not known yet.
    private func isWanted(_ event: RoomEvent) -> Bool {
        guard let me = session.me?.id, event.actor != me, case .message(let message) = event.body else { return false }
        guard let room = rooms[event.room] else { return true }
        let level = room.level ?? room.room.kind.usualLevel
        if level == .nothing { return false }
        if message.mentions.names(me) { return true }
        guard let root = message.thread else { return level == .all }
        return threads[ThreadStanding.Key(room: event.room, root: root)] != nil
    }

    private func isWorthTelling(_ event: RoomEvent, _ message: Message) -> Bool {
        guard isWanted(event), !blocks.users.contains(event.actor), let room = rooms[event.room] else { return false }
        // Whoever has the room, or the thread, before their eyes sees it come.
        if let root = message.thread {
            let key = ThreadStanding.Key(room: event.room, root: root)
            if let standing = threads[key], event.seq <= standing.cursor { return false }
            if visible, pane?.key == key { return false }
        } else {
            if event.seq <= room.cursor { return false }
            if visible, reader.selected == event.room { return false }
        }
        if let until = preferences.value.dndUntil, until.milliseconds > now { return false }
        if let quiet = preferences.value.quiet, quiet.contains(minute: minuteOfDay) { return false }
        return true
    }

    /// By the device's clock, 0 to 1439.
    private var minuteOfDay: Int64 {
        let minute = (now / 60_000 + utcOffset) % 1440
        return minute < 0 ? minute + 1440 : minute
    }

    private mutating func notification(
        _ tag: Notifying.Tag, _ event: RoomEvent, _ message: Message, _ me: UserID
    ) -> NotificationShown {
        var names = MentionNames(people: people, rooms: roomNames, me: me)
        people = People()
        defer { people = names.people }
        var title = names.people.person(event.actor).name
        if message.thread != nil { title += " in a thread" }
        if let room = rooms[event.room], room.room.kind != .direct || room.directUsers.count > 2 {
            title += (room.room.kind == .channel ? " in #" : " in ") + room.title.text
        }
        let body =
            preferences.value.preview
            ? rendered.preview(RenderedTexts.Key(message), message.text, &names) : "A new message"
        return NotificationShown(
            tag: tag.text, title: title, body: body,
            path: "/room/" + event.room.description + "/" + event.seq.description,
            isSilent: !preferences.value.sound)
    }

    /// Whoever logs out, or is logged out, is told nothing any more.
    mutating func endNotifications() {
        for tag in notifying.told.keys { out.add(.unnotify(tag: tag.text)) }
        notifying = Notifying()
    }
}
