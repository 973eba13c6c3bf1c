import ChatModel
import ChatWire

extension ClientCore {
    mutating func deleteSoon(_ room: RoomID, _ seq: Int64) {
        guard rooms[room] != nil, deletions.add(room, seq, .waiting(until: now + Deletions.patience)) else { return }
        messageChanged(in: room)
        storeOutbox()
        armDeletions()
    }

    mutating func keep(_ room: RoomID, _ seq: Int64) {
        guard deletions.takeBack(room, seq) else { return }
        messageChanged(in: room)
        storeOutbox()
        armDeletions()
    }

    private mutating func armDeletions() {
        guard let next = deletions.next else { return out.add(.timerCancel(.deletions)) }
        out.add(.timerSet(.deletions, after: min(max(next - now, 0), Deletions.patience)))
    }

    /// Asks for what cannot be taken back any more.
    mutating func deleteDue() {
        let due = deletions.takeDue(now: now)
        for item in due {
            messageChanged(in: item.room)
            guard canAsk, sync.isLive else { continue }
            deletions.set(item.room, item.seq, .asked)
            ask(.delete(room: item.room, seq: item.seq), .delete(item.room, seq: item.seq))
        }
        armDeletions()
    }

    mutating func takeDeleted(_ answer: ReceivedAnswer, _ room: RoomID, _ seq: Int64) {
        switch answer {
        case .ok:
            // What was deleted is told to everyone by its event, which may be here already.
            let isToCome = message(seq, in: room)?.isMessage == true
            if isToCome { deletions.set(room, seq, .done) } else { deletions.remove(room, seq) }
        case .error(let error):
            if deletions.state(room, seq) != nil, error.code.retryHelps {
                deletions.set(room, seq, .waiting(until: now + max(error.retryAfter ?? 0, Deletions.patience)))
                return armDeletions()
            }
            deletions.remove(room, seq)
            notice(error.message)
        }
        messageChanged(in: room)
        storeOutbox()
    }

    /// Rows of the room may look otherwise now.
    mutating func messageChanged(in room: RoomID) {
        if room == reader.selected { shown.timelineIsStale = true }
    }
}

extension RoomEvent {
    /// Whether it is a message that has its text.
    var isMessage: Bool { if case .message = body { true } else { false } }
}
