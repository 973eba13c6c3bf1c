import ByteCoding
import ChatModel
import ChatWire

extension ClientCore {
    /// The composer of a room or thread holds something else now.
    mutating func draftChanged(_ key: DraftKey, _ text: String) {
        // What is longer can never be sent; it stays in the composer.
        guard rooms[key.room] != nil, text.utf8.count <= Limits.messageCharacters.upperBound * 4 else { return }
        if isSelected(key) { shown.composer = text }
        guard drafts.write(text, key, now: now) else { return }
        out.add(.timerSet(.drafts, after: Drafts.pause))
        touch()
        if text.isEmpty {
            if ownTyping.isActive(in: key) { stopTyping() }
        } else if canAsk, isOpen(key) {
            if !ownTyping.isActive(in: key) { stopTyping() }
            guard ownTyping.changed(in: key, now: now) else { return }
            ask(.typing(room: key.room, thread: key.thread, typing: true), .typing)
        }
    }

    private func isOpen(_ key: DraftKey) -> Bool {
        guard let root = key.thread else { return key.room == reader.selected }
        return pane?.key == ThreadStanding.Key(room: key.room, root: root)
    }

    private func isSelected(_ key: DraftKey) -> Bool { key.thread == nil && key.room == reader.selected }

    /// What was written is on its way as a message.
    mutating func dropDraft(_ key: DraftKey) {
        if isSelected(key) { shown.composer = "" }
        if drafts.write("", key, now: now) { tellDrafts() }
    }

    /// Tells the server what it has not heard of. Not before what it has is known: that may be newer.
    mutating func tellDrafts() {
        guard canAsk, sync.isLive, drafts.state == .known else { return }
        out.add(.timerCancel(.drafts))
        for change in drafts.takeChanges() {
            ask(.state(.keepDraft(change.key, text: change.text)), .draft(change.key, text: change.text))
        }
    }

    mutating func takeDraftKept(_ answer: ReceivedAnswer, _ key: DraftKey, _ text: String) {
        switch answer {
        case .ok(let ok): drafts.told(Drafts.Change(key: key, text: text), useq: ok.int("useq"))
        case .error(let error):
            drafts.refused(key, forGood: !error.code.retryHelps)
            if error.code.retryHelps {
                out.add(.timerSet(.drafts, after: max(error.retryAfter ?? 0, Drafts.pause)))
            }
        }
        touch()
    }

    /// Once all rooms are loaded: what the server has, where that is not known; else it is told what it has not heard.
    mutating func askForDrafts() {
        guard canAsk, sync.isLive else { return }
        guard drafts.state == .unknown else { return tellDrafts() }
        drafts.state.ask()
        ask(.state(.drafts), .drafts)
    }

    mutating func takeDrafts(_ answer: ReceivedAnswer) {
        switch answer {
        case .ok(let ok): drafts.take(AnswerContent.drafts(ok) ?? [])
        case .error(let error):
            if loadLater(error) { drafts.state.missed() } else { drafts.giveUp() }
        }
        tellDrafts()
        touch()
    }

    mutating func takeDraft(_ key: DraftKey, _ text: String, useq: Int64) {
        guard rooms[key.room] != nil || arriving[key.room] != nil else { return }
        let before = drafts.text(key)
        drafts.take(text, key, useq: useq)
        touch()
        // Which thread is open is the views' to know.
        guard key.thread != nil, !drafts.text(key).utf8.elementsEqual(before.utf8) else { return }
        out.add(.view(.draft(key, text: drafts.text(key))))
    }

    /// A room was opened, with what is kept for it.
    mutating func openComposer() {
        guard !shown.hasComposer, let room = reader.selected else { return }
        let draft = drafts.text(DraftKey(room: room))
        (shown.hasComposer, shown.composer) = (true, draft)
        out.add(.view(.composer(room, draft: draft)))
    }

    /// The selected room's composer holds what is kept, also where another device wrote it.
    mutating func publishComposer() {
        guard let room = reader.selected else { return }
        let key = DraftKey(room: room)
        let text = drafts.text(key)
        guard !text.utf8.elementsEqual((shown.composer ?? "").utf8) else { return }
        shown.composer = text
        out.add(.view(.draft(key, text: text)))
    }
}
