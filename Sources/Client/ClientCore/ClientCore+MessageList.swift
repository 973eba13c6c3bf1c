import ChatModel
import ChatWire

/// Lists of messages beside the room.
extension ClientCore {
    mutating func openList(_ kind: MessageListKind, _ room: RoomID?) {
        list.open(kind, room)
        askForList(isFirst: true)
    }

    mutating func moreOfList() {
        if list.beginMore() { askForList(isFirst: false) }
    }

    mutating func reloadList() { openList(list.kind, list.room) }

    private mutating func askForList(isFirst: Bool) {
        guard canAsk else { return list.fail(ClientCore.offline) }
        let asked = Asked.list(list.kind, list.room, first: isFirst)
        switch list.kind {
        case .pins:
            guard let room = list.room else { return list.fail(ErrorCode.notFound.defaultMessage) }
            ask(.talk(.pins(room: room, before: isFirst ? nil : list.events.last?.seq)), asked)
        case .mentions:
            ask(.talk(.mentions(before: isFirst ? nil : list.next, limit: Limits.mentionsPage.usual)), asked)
        case .saved: ask(.state(.saved(before: isFirst ? nil : list.next, limit: Limits.savedPage.usual)), asked)
        case .scheduled: ask(.schedule(.scheduled), asked)
        case .threads:
            ask(.talk(.threads(before: isFirst ? nil : list.next, limit: Limits.threadsPage.usual)), asked)
        }
    }

    mutating func takeList(
        _ answer: ReceivedAnswer, _ kind: MessageListKind, _ room: RoomID?, isFirst: Bool, _ me: UserID
    ) {
        guard list.state == .loading, kind == list.kind, room == list.room else { return }
        switch answer {
        case .error(let error): list.fail(error.message)
        case .ok(let ok):
            switch kind {
            case .pins:
                guard let (events, more) = AnswerContent.pins(ok, reader: me) else { break }
                return list.take(ClientCore.messages(events), more: more, next: nil, isFirst: isFirst)
            case .mentions:
                guard let (events, next) = AnswerContent.mentions(ok, reader: me) else { break }
                return list.take(ClientCore.messages(events), more: next != nil, next: next, isFirst: isFirst)
            case .saved:
                guard let (events, next) = AnswerContent.mentions(ok, reader: me) else { break }
                return list.take(
                    ClientCore.messages(events, alsoGone: true), more: next != nil, next: next, isFirst: isFirst)
            case .scheduled:
                guard let messages = AnswerContent.scheduledMessages(ok) else { break }
                return list.take(messages)
            case .threads:
                guard let (found, next) = AnswerContent.threads(ok, reader: me) else { break }
                var roots: [RoomEvent] = []
                for case .known(.room(let root)) in found.map({ $0.root }) { roots.append(root) }
                return list.take(roots, more: next != nil, next: next, isFirst: isFirst)
            }
            list.fail(ErrorCode.internal.defaultMessage)
        }
    }

    private static func messages(_ received: [ReceivedEvent], alsoGone: Bool = false) -> [RoomEvent] {
        var events: [RoomEvent] = []
        for case .known(.room(let event)) in received where event.isMessage || alsoGone { events.append(event) }
        return events
    }

    mutating func publishList() {
        guard list.isOpen else { return }
        // What is unread in threads makes the timeline's rows stale, too.
        let isStale = list.isStale || (list.kind == .threads && shown.timelineWasStale)
        guard isStale || shown.listPeople != people.version else { return }
        list.isStale = false
        var view = MessageListShown(
            kind: list.kind, room: list.room, loading: list.state == .loading, more: list.more, items: [])
        if case .failed(let message) = list.state { view.error = message }
        for event in list.events {
            guard let state = rooms[event.room], let me = session.me?.id else { continue }
            var rows = [
                Row(
                    key: .event(event.seq), kind: .message, text: "", at: event.at.milliseconds,
                    author: people.person(event.actor), mine: event.actor == me)
            ]
            rows[0].isGone = !event.isMessage
            furnish(&rows, in: state) { _ in event }
            view.items.append(
                MessageListItem(room: event.room, roomName: state.title.text, seq: event.seq, row: rows[0]))
        }
        view.items += scheduledItems()
        shown.listPeople = people.version
        out.add(.view(.list(view)))
    }
}
