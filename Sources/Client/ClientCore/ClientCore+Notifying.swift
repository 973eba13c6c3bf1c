import ChatModel

/// Of which messages the person is told who looks at something else: by each room's level, their quiet hours, and until
/// they have read them anywhere.
extension ClientCore {
    mutating func publishNotifications() {
        if !notifying.told.isEmpty {
            let rooms = rooms
            for tag in notifying.takeOver({ tag, seq in ClientCore.isRead(tag, seq, rooms[tag.room]) }) {
                out.add(.unnotify(tag: tag.text))
            }
        }
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
            // Their name is on its way.
            guard people.isKnown(event.actor) else {
                _ = people.person(event.actor)
                continue
            }
            notifying.tell(tag, event.seq)
            out.add(.notify(notification(tag, event, message, me.id)))
        }
    }

    private static func isRead(_ tag: Notifying.Tag, _ seq: Int64, _ room: RoomState?) -> Bool {
        guard let room, room.level != .nothing else { return true }
        return tag.thread == nil && room.cursor >= seq
    }

    mutating func hearForNotifying(_ event: RoomEvent) {
        notifying.hear(event, isWanted: isWanted(event))
    }

    /// Whether it is one of those that the room's level tells of; of a room that is on its way that is not known yet.
    private func isWanted(_ event: RoomEvent) -> Bool {
        guard let me = session.me?.id, event.actor != me, case .message(let message) = event.body else { return false }
        guard let room = rooms[event.room] else { return true }
        switch room.level ?? room.room.kind.usualLevel {
        case .nothing: return false
        case .mentions: return message.mentions.names(me)
        case .all: return message.thread == nil || message.mentions.names(me)
        }
    }

    private func isWorthTelling(_ event: RoomEvent, _ message: Message) -> Bool {
        guard isWanted(event), !blocks.users.contains(event.actor), let room = rooms[event.room] else { return false }
        if message.thread == nil, event.seq <= room.cursor { return false }
        // Whoever has the room before their eyes sees it come.
        if visible, reader.selected == event.room { return false }
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
