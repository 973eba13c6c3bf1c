import ChatModel
import ChatWire

extension ClientCore {
    mutating func stopTyping() {
        guard let place = ownTyping.stop(), canAsk else { return }
        ask(.typing(room: place.room, thread: place.thread, typing: false), .typing)
    }

    mutating func send(_ room: RoomID, _ typed: String, thread: Int64? = nil, reply: Int64? = nil) {
        guard let state = rooms[room] else {
            return keepEarly(EarlyWords.Item(room: room, text: typed, thread: thread, replyTo: reply))
        }
        guard !ClientCore.isBlank(typed) else { return }
        let text = stored(typed)
        guard !outbox.isFull else { return notice("Too many messages wait to be sent.") }
        guard !ClientCore.isTooLong(text) else {
            out.add(.view(.composer(room, thread: thread, draft: typed)))
            return notice("The message is too long: at most 16,000 characters.")
        }
        let place = DraftKey(room: room, thread: thread)
        dropDraft(place)
        if ownTyping.isActive(in: place) { stopTyping() }
        outbox.add(
            room: room, text: text, thread: thread, replyTo: reply, at: now, after: state.lastSeq,
            instance: entropy.instance)
        outbox.owner = session.me?.id
        if room == reader.selected {
            // What one says is in sight, with all before it.
            reader.holds = false
            if thread == nil { reader.jump.leave() }
            shown.timelineIsStale = true
        }
        storeOutbox()
        out.add(.timerSet(.outbox, after: Outbox.storePatience))
        touch()
    }

    /// Takes over what an instance that has ended could not send; nothing happens where it is somebody else's.
    mutating func adopt(_ stored: String) {
        guard let me = session.me, let other = Outbox(stored: stored), other.owner == me.id else { return }
        outbox.adopt(other)
        deletions.restore(stored: stored)
        deleteDue()
        outbox.owner = me.id
        shown.timelineIsStale = true
        storeOutbox()
        out.add(.timerSet(.outbox, after: Outbox.storePatience))
    }

    mutating func retry(_ nonce: String) {
        guard outbox.retry(nonce, instance: entropy.instance) else { return }
        shown.timelineIsStale = true
        storeOutbox()
        out.add(.timerSet(.outbox, after: Outbox.storePatience))
    }

    mutating func discard(_ nonce: String) {
        guard outbox.discard(nonce) else { return }
        shown.timelineIsStale = true
        storeOutbox()
        pumpOutbox()
    }

    mutating func storeOutbox() {
        outbox.beginStore()
        out.add(.store(.outbox, value: outbox.encoded(deletions)))
    }

    /// Sends what may be sent now.
    mutating func pumpOutbox() {
        guard canAsk else { return }
        for item in outbox.takeSendable() {
            guard let nonce = Nonce(item.nonce) else { continue }
            ask(
                .send(room: item.room, text: item.text, nonce: nonce, thread: item.thread, replyTo: item.replyTo),
                .send(nonce: item.nonce))
        }
    }

    mutating func takeSent(_ answer: ReceivedAnswer, _ nonce: String) {
        switch answer {
        case .ok(let ok):
            guard let sent = AnswerContent.sent(ok) else { return rest(nonce, ChatError(.internal)) }
            outbox.backoff.reset()
            outbox.acknowledge(nonce, seq: sent.seq)
            settleOutbox()
            storeOutbox()
        case .error(let error):
            // A room's slow mode holds up this message alone, maybe for hours: the person decides when it goes again.
            if error.code.retryHelps, error.field != "room" { return rest(nonce, error) }
            outbox.fail(nonce, error)
            storeOutbox()
        }
        shown.timelineIsStale = true
        pumpOutbox()
    }

    private mutating func rest(_ nonce: String, _ error: ChatError) {
        outbox.rest(nonce)
        let wait = max(outbox.backoff.next(&entropy), error.retryAfter ?? 0)
        out.add(.timerSet(.outbox, after: wait))
    }

    /// What is acknowledged leaves once its event is held, or where the room's events are not.
    mutating func settleOutbox() {
        guard !outbox.items.isEmpty else { return }
        let before = outbox.items.count
        let rooms = self.rooms
        outbox.settle { room, seq in
            guard let state = rooms[room] else { return true }
            return state.window.state == .absent || state.window.state == .failed || state.window.holds(seq)
                || state.lastSeq >= seq && state.window.state == .ready
        }
        if outbox.items.count != before { shown.timelineIsStale = true }
    }

    /// Nothing but white space and invisible separators of ASCII.
    static func isBlank(_ text: String) -> Bool {
        for byte in text.utf8 where byte != 0x20 && !(0x09...0x0d).contains(byte) { return false }
        return true
    }
}
