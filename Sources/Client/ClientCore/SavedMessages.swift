import ChatModel
import ChatWire

/// Which messages we have saved: asked for once, and kept by what our own stream tells.
struct SavedMessages: Sendable {
    struct Change: Hashable, Sendable {
        var mark: SavedMark
        var isSaved: Bool
    }

    /// Each once.
    private(set) var marks: [SavedMark] = []
    var state = AskedOnce<Change>.unknown

    init() {}

    /// As they were kept.
    init(restored marks: [SavedMark]) {
        self.marks = marks
        state.settle()
    }

    /// The numbers of those of one room.
    func seqs(in room: RoomID) -> Set<Int64> {
        var seqs: Set<Int64> = .init()
        for mark in marks where mark.room == room { seqs.insert(mark.seq) }
        return seqs
    }

    mutating func take(_ answer: [SavedMark]) {
        guard let since = state.answered() else { return }
        marks = answer
        for change in since { apply(change) }
    }

    mutating func changed(_ mark: SavedMark, isSaved: Bool) {
        let change = Change(mark: mark, isSaved: isSaved)
        state.hear(change)
        apply(change)
    }

    private mutating func apply(_ change: Change) {
        marks.removeAll { $0 == change.mark }
        if change.isSaved { marks.append(change.mark) }
    }
}

extension ClientCore {
    /// Once all rooms are loaded: what we have saved, where that is not known.
    mutating func askForSaved() {
        guard canAsk, sync.isLive, saved.state == .unknown else { return }
        saved.state.ask()
        ask(.state(.savedMarks), .saved)
    }

    mutating func save(_ mark: SavedMark, _ isSaved: Bool) {
        guard canAsk else { return notice(ClientCore.offline) }
        ask(.state(.save(mark, isSaved: isSaved)), .told)
    }

    mutating func savedChanged(_ mark: SavedMark, _ isSaved: Bool) {
        saved.changed(mark, isSaved: isSaved)
        if mark.room == reader.selected { shown.timelineIsStale = true }
        if list.take(mark, isSaved: isSaved) { reloadList() }
    }

    mutating func takeSaved(_ answer: ReceivedAnswer) {
        switch answer {
        case .ok(let ok): saved.take(AnswerContent.savedMarks(ok) ?? [])
        case .error(let error):
            if loadLater(error) { saved.state.missed() } else { saved.state.settle() }
        }
        shown.timelineIsStale = true
        touch()
    }
}
