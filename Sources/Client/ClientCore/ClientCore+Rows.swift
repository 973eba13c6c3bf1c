import ChatModel
import ChatWire

/// What stands beside a message's author and time: what it says, answers and met with.
extension ClientCore {
    /// Gives the messages among `rows` what goes with them. `events` finds a message by its number.
    mutating func furnish(_ rows: inout [Row], in room: RoomState, _ events: (Int64) -> RoomEvent?) {
        guard let me = session.me else { return }
        var names = MentionNames(people: people, rooms: roomNames, me: me.id)
        people = People()
        for index in rows.indices where rows[index].kind == .message {
            switch rows[index].key {
            case .event(let seq):
                if let event = events(seq) { furnish(&rows[index], event, room, me, &names) }
            case .pending:
                let text = rendered.text(nil, rows[index].text, &names)
                (rows[index].text, rows[index].markup) = (text.editable, text.markup)
            case .day: break
            }
        }
        rendered.drew(rows.count)
        people = names.people
        for id in names.unknownRooms { channels.want(id) }
    }

    private mutating func furnish(
        _ row: inout Row, _ event: RoomEvent, _ room: RoomState, _ me: User, _ names: inout MentionNames
    ) {
        row.can = MessageRights(mine: event.actor == me.id, in: room.room, part: room.role, role: me.role)
        row.thread = shownThread(event, &names)
        guard case .message(let message) = event.body else { return }
        if let deletion = deletions.state(event.room, event.seq) {
            (row.text, row.isGone) = ("", true)
            if case .waiting = deletion { row.canUndo = true }
            return
        }
        let key = RenderedTexts.Key(message)
        let text = rendered.text(key, message.text, &names)
        (row.text, row.markup) = (text.editable, text.markup)
        row.editedAt = message.editedAt?.milliseconds
        row.isNamed = event.actor != me.id && message.mentions.names(me.id)
        row.isPinned = message.responses?.isPinned ?? false
        for reaction in reactions.reactions(message.responses, event.room, event.seq, me: me.id) {
            row.reactions.append(shown(reaction, me.id, &names))
        }
        if let seq = message.replyTo { row.reply = quote(seq, message.thread, room, &names) }
    }

    /// The thread that hangs on the message, where there is one.
    private func shownThread(_ event: RoomEvent, _ names: inout MentionNames) -> ThreadShown? {
        guard let replies = event.replies else { return nil }
        let standing = threads[ThreadStanding.Key(room: event.room, root: event.seq)]
        var thread = ThreadShown(
            count: replies.count, unread: RoomState.text(standing?.unread ?? 0),
            mentions: RoomState.text(standing?.mentions ?? 0), at: replies.lastAt.milliseconds,
            isFollowing: standing != nil)
        for user in replies.users.prefix(Limits.shownRepliers) { thread.faces.append(names.people.person(user)) }
        return thread
    }

    private func shown(_ reaction: Reaction, _ me: UserID, _ names: inout MentionNames) -> ReactionShown {
        var known: [String] = reaction.isMine ? ["You"] : []
        for user in reaction.users where user != me { known.append(names.people.person(user).name) }
        return ReactionShown(
            emoji: reaction.emoji, count: reaction.count, mine: reaction.isMine,
            names: ClientCore.list(known, of: reaction.count))
    }

    /// `Emma`, `Emma and John`, `Emma, John and 3 others`.
    static func list(_ names: [String], of count: Int) -> String {
        guard let first = names.first else { return "" }
        let rest = count - names.count
        if rest > 0 { return names.joined(by: ", ") + " and \(rest) " + (rest == 1 ? "other" : "others") }
        guard names.count > 1, let last = names.last else { return first }
        return Array(names.dropLast()).joined(by: ", ") + " and " + last
    }

    // MARK: Quotes

    private mutating func quote(
        _ seq: Int64, _ thread: Int64?, _ room: RoomState, _ names: inout MentionNames
    ) -> QuoteShown {
        let held = message(seq, in: room.room.id)
        guard let event = held ?? quotes.event(Quotes.Key(room: room.room.id, seq: seq, thread: thread)) else {
            return QuoteShown(seq: seq, author: "", text: "")
        }
        let author = names.people.person(event.actor).name
        guard case .message(let message) = event.body, deletions.state(event.room, seq) == nil else {
            return QuoteShown(seq: seq, author: author, text: "", isGone: true)
        }
        let key = RenderedTexts.Key(message)
        return QuoteShown(seq: seq, author: author, text: rendered.preview(key, message.text, &names))
    }

    mutating func askForQuotes() {
        guard canAsk else { return }
        for key in quotes.takeWanted() {
            if let thread = key.thread, key.seq != thread {
                ask(.talk(.thread(room: key.room, thread: thread, before: key.seq &+ 1, limit: 1)), .quote(key))
            } else {
                ask(.history(room: key.room, before: key.seq &+ 1, limit: 1), .quote(key))
            }
        }
    }

    mutating func takeQuote(_ answer: ReceivedAnswer, _ key: Quotes.Key, _ me: UserID) {
        guard case .ok(let ok) = answer, let (events, _) = AnswerContent.history(ok, reader: me),
            let event = ClientCore.events(events, of: key.room).first(where: { $0.seq == key.seq })
        else { return }
        quotes.take(event, key)
        messageChanged(in: key.room)
    }

    // MARK: Names of channels

    mutating func askForChannelNames() {
        guard canAsk else { return }
        for room in channels.takeWanted() { ask(.room(room), .channelName(room)) }
    }

    mutating func takeChannelName(_ answer: ReceivedAnswer, _ me: UserID) {
        guard case .ok(let ok) = answer, let summary = AnswerContent.room(ok, reader: me),
            summary.room.kind != .direct
        else { return }
        channels.add(summary.room)
        roomNamesChanged()
    }

    /// Rooms are called otherwise now, or became known.
    mutating func roomNamesChanged() {
        roomNames = RoomNames(rooms, channels.rooms.values)
        rendered.roomsChanged()
        shown.timelineIsStale = true
    }
}

extension [String] {
    func joined(by separator: String) -> String {
        var text = ""
        for (index, part) in enumerated() { text += index == 0 ? part : separator + part }
        return text
    }
}
