import ChatModel
import ChatWire

/// What the server sends for the person later.
extension ClientCore {
    mutating func schedule(_ key: DraftKey, _ typed: String, at: Int64) {
        guard rooms[key.room] != nil, !ClientCore.isBlank(typed) else { return }
        let text = stored(typed)
        guard !ClientCore.isTooLong(text) else { return notice("The message is too long: at most 16,000 characters.") }
        guard canAsk else { return notice(ClientCore.offline) }
        let nonce = outbox.takeNonce(instance: entropy.instance)
        ask(
            .schedule(
                .schedule(
                    room: key.room, thread: key.thread, text: text, at: Timestamp(milliseconds: at), nonce: nonce)),
            .scheduled(key, typed: typed))
    }

    /// What was typed stays until the server has it.
    mutating func takeScheduled(_ answer: ReceivedAnswer, _ key: DraftKey, _ typed: String) {
        switch answer {
        case .error(let error): notice(error.message)
        case .ok:
            notice("The message will be sent later.")
            guard drafts.text(key) == typed else { return }
            dropDraft(key)
            if key.room == reader.selected { out.add(.view(.draft(key, text: ""))) }
        }
    }

    mutating func reschedule(_ id: ScheduledID, _ typed: String?, at: Int64?) {
        guard canAsk else { return notice(ClientCore.offline) }
        let time = at.map { Timestamp(milliseconds: $0) }
        ask(.schedule(.update(id, text: typed.map { stored($0) }, at: time)), .told)
    }

    mutating func unschedule(_ id: ScheduledID) {
        guard canAsk else { return notice(ClientCore.offline) }
        ask(.schedule(.cancel(id)), .told)
    }

    /// Of the open list.
    mutating func scheduledItems() -> [MessageListItem] {
        guard list.kind == .scheduled, let me = session.me?.id else { return [] }
        var items: [MessageListItem] = []
        for message in list.scheduled {
            guard let state = rooms[message.room] else { continue }
            var rows = [
                Row(
                    key: .pending(message.id.description), kind: .message, text: message.text,
                    at: message.at.milliseconds, author: people.person(me), mine: true)
            ]
            furnish(&rows, in: state) { _ in nil }
            items.append(
                MessageListItem(
                    room: message.room, roomName: state.title.text, seq: 0, row: rows[0], scheduled: message.id,
                    error: message.error?.defaultMessage))
        }
        return items
    }
}
