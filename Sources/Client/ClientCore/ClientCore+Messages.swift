import ChatMarkup
import ChatModel
import ChatWire

/// What the person does with messages that are there.
extension ClientCore {
    mutating func perform(_ deed: MessageDeed, on seq: Int64, in room: RoomID) {
        switch deed {
        case .edit(let text): edit(room, seq, text)
        case .react(let emoji, let isOn): react(room, seq, emoji, isOn)
        case .pin(let isPinned): pin(room, seq, isPinned)
        case .save(let isSaved): save(SavedMark(room: room, seq: seq), isSaved)
        case .delete: deleteSoon(room, seq)
        case .keep: keep(room, seq)
        case .show: show(room, seq)
        case .showEdits: showEdits(room, seq)
        }
    }

    /// What is typed, as it is stored: with ids for the names that are known here.
    func stored(_ typed: String) -> String {
        guard let me = session.me else { return typed }
        return TypedText.source(from: typed, MentionNames(people: people, rooms: roomNames, me: me.id))
    }

    static func isTooLong(_ text: String) -> Bool {
        text.utf8.count > Limits.messageCharacters.upperBound
            && text.unicodeScalars.count > Limits.messageCharacters.upperBound
    }

    // MARK: Edits

    private mutating func edit(_ room: RoomID, _ seq: Int64, _ typed: String) {
        guard rooms[room] != nil, !ClientCore.isBlank(typed) else { return }
        let text = stored(typed)
        if ClientCore.isTooLong(text) {
            return editAgain(room, seq, typed, "The message is too long: at most 16,000 characters.")
        }
        guard canAsk else { return editAgain(room, seq, typed, ClientCore.offline) }
        ask(.talk(.edit(room: room, seq: seq, text: text)), .edit(room, seq: seq, typed: typed))
    }

    /// What could not be saved is given back to whoever typed it.
    private mutating func editAgain(_ room: RoomID, _ seq: Int64, _ typed: String, _ why: String) {
        notice(why)
        guard room == reader.selected else { return }
        out.add(.view(.composerEdit(room, thread: message(seq, in: room)?.thread, seq: seq, text: typed)))
    }

    mutating func takeEdited(_ answer: ReceivedAnswer, _ room: RoomID, _ seq: Int64, _ typed: String) {
        // What it says now is told to everyone by its event.
        if case .error(let error) = answer { editAgain(room, seq, typed, error.message) }
    }

    mutating func editLast(_ room: RoomID, thread: Int64?) {
        guard room == reader.selected, let me = session.me, let state = rooms[room], !state.room.isArchived,
            let event = events(room, thread).last(where: { isOwn($0, me.id) }), case .message(let message) = event.body
        else { return }
        let names = MentionNames(people: people, rooms: roomNames, me: me.id)
        let text = TypedText.editable(message.text, names)
        out.add(.view(.composerEdit(room, thread: thread, seq: event.seq, text: text)))
    }

    private func isOwn(_ event: RoomEvent, _ me: UserID) -> Bool {
        event.actor == me && event.isMessage && deletions.state(event.room, event.seq) == nil
    }

    // MARK: Reactions and pins

    private mutating func react(_ room: RoomID, _ seq: Int64, _ emoji: String, _ isOn: Bool) {
        guard canAsk else { return notice(ClientCore.offline) }
        guard rooms[room] != nil, Limits.emojiBytes.contains(emoji.utf8.count) else { return }
        let wish = ReactionWishes.Wish(room: room, seq: seq, emoji: emoji, isOn: isOn)
        reactions.add(wish)
        messageChanged(in: room)
        ask(.talk(.react(room: room, seq: seq, emoji: emoji, isOn: isOn)), .reaction(wish))
    }

    mutating func takeReacted(_ answer: ReceivedAnswer, _ wish: ReactionWishes.Wish) {
        guard case .error(let error) = answer else { return }
        reactions.refused(wish)
        messageChanged(in: wish.room)
        notice(error.message)
    }

    private mutating func pin(_ room: RoomID, _ seq: Int64, _ isPinned: Bool) {
        guard canAsk else { return notice(ClientCore.offline) }
        guard rooms[room] != nil else { return }
        ask(.talk(.pin(room: room, seq: seq, isPinned: isPinned)), .told)
    }

    // MARK: What is held

    /// The events that the room's or the thread's rows are made of.
    func events(_ room: RoomID, _ thread: Int64?) -> [RoomEvent] {
        guard let thread else { return rooms[room]?.window.events ?? [] }
        return pane?.key == ThreadStanding.Key(room: room, root: thread) ? pane?.window.events ?? [] : []
    }

    /// A message of the room or of its open thread, where it is held.
    func message(_ seq: Int64, in room: RoomID) -> RoomEvent? {
        if let event = rooms[room]?.window.event(seq) { return event }
        if room == reader.selected, let event = reader.jump.past?.window.event(seq) { return event }
        return pane?.key.room == room ? pane?.event(seq) : nil
    }

    private func isFollowed(_ event: RoomEvent) -> Bool {
        event.thread.map { threads[ThreadStanding.Key(room: event.room, root: $0)] != nil } ?? false
    }

    /// An event says something of a message beside what the windows make of it.
    mutating func settleMessage(by event: RoomEvent, _ me: UserID) {
        quotes.change(by: event, reader: me)
        settleEdits(by: event)
        if list.take(event, reader: me, isFollowed: isFollowed(event)) { reloadList() }
        switch event.body {
        case .reaction(let target, let emoji, _) where event.actor == me: reactions.settle(event.room, target, emoji)
        case .messageDeleted(let target, _, _):
            if deletions.state(event.room, target) != nil {
                deletions.remove(event.room, target)
                storeOutbox()
            }
        default: break
        }
    }
}
