import ChatModel
import ChatWire

/// Which messages we have saved: asked for once, and kept by what our own stream tells.
struct SavedMessages: Sendable {
    enum State: Hashable, Sendable {
        /// Nothing is known, or may be old. `asked` follows.
        case unknown
        /// They were asked for, and this changed meanwhile: the answer may be from before it. `known` follows, or
        /// `unknown` when the connection is lost.
        case asked(since: [Change])
        /// Every change comes as an event. `unknown` follows where events may have been missed.
        case known
    }

    struct Change: Hashable, Sendable {
        var mark: SavedMark
        var isSaved: Bool
    }

    /// Each once.
    private(set) var marks: [SavedMark] = []
    private(set) var state = State.unknown

    init() {}

    /// As they were kept.
    init(restored marks: [SavedMark]) {
        self.marks = marks
        state = .known
    }

    /// The numbers of those of one room.
    func seqs(in room: RoomID) -> Set<Int64> {
        var seqs: Set<Int64> = .init()
        for mark in marks where mark.room == room { seqs.insert(mark.seq) }
        return seqs
    }

    mutating func asking() { state = .asked(since: []) }

    mutating func take(_ answer: [SavedMark]) {
        guard case .asked(let since) = state else { return }
        marks = answer
        state = .known
        for change in since { apply(change) }
    }

    /// The server will never say.
    mutating func giveUp() { state = .known }

    mutating func changed(_ mark: SavedMark, isSaved: Bool) {
        let change = Change(mark: mark, isSaved: isSaved)
        if case .asked(let since) = state { state = .asked(since: since + [change]) }
        apply(change)
    }

    /// What was told is no longer all: it has to be asked for again.
    mutating func missed() { state = .unknown }

    mutating func connectionLost() {
        if case .asked = state { state = .unknown }
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
        saved.asking()
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
            if loadLater(error) { saved.missed() } else { saved.giveUp() }
        }
        shown.timelineIsStale = true
        touch()
    }
}
