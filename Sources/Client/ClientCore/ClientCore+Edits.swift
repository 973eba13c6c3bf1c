import ChatModel
import ChatWire

/// What a message said before it was edited.
extension ClientCore {
    mutating func showEdits(_ room: RoomID, _ seq: Int64) {
        edits.open(room, seq)
        askForEdits(after: 0)
    }

    private mutating func askForEdits(after number: Int) {
        guard let room = edits.room else { return }
        guard canAsk else { return edits.fail(ClientCore.offline) }
        let seq = edits.seq
        ask(.talk(.edits(room: room, seq: seq, after: Int64(number))), .edits(room, seq: seq, after: number))
    }

    mutating func takeEdits(_ answer: ReceivedAnswer, _ room: RoomID, _ seq: Int64, after number: Int) {
        guard edits.shows(seq, in: room) else { return }
        switch answer {
        case .error(let error): edits.fail(error.message)
        case .ok(let ok):
            guard let (versions, more) = AnswerContent.edits(ok) else {
                return edits.fail(ErrorCode.internal.defaultMessage)
            }
            if edits.take(versions, after: number, more: more) { askForEdits(after: edits.versions.count) }
        }
    }

    /// An event may tell of the message whose earlier texts are shown.
    mutating func settleEdits(by event: RoomEvent) {
        guard edits.isOpen, event.room == edits.room else { return }
        switch event.body {
        case .messageEdited(edits.seq, _, _): showEdits(event.room, edits.seq)
        case .messageDeleted(edits.seq, _, _): edits.fail("This message was deleted.")
        case .messagesExpired(let through): if edits.seq <= through { edits.fail("This message was deleted.") }
        default: break
        }
    }

    mutating func publishEdits() {
        guard edits.isStale || edits.isOpen && shown.editsPeople != people.version, let me = session.me else { return }
        edits.isStale = false
        shown.editsPeople = people.version
        guard edits.isOpen else { return out.add(.view(.edits(EditsShown()))) }
        var view = EditsShown(room: edits.room, seq: edits.seq, loading: edits.state == .loading)
        if case .failed(let why) = edits.state { view.error = why }
        var names = MentionNames(people: people, rooms: roomNames, me: me.id)
        people = People()
        for version in edits.versions {
            let text = rendered.text(nil, version.text, &names)
            view.versions.append(
                EditsShown.Version(text: text.editable, markup: text.markup, at: version.at.milliseconds))
        }
        people = names.people
        for id in names.unknownRooms { channels.want(id) }
        out.add(.view(.edits(view)))
    }
}
