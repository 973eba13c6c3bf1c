import ChatModel
import StorageAPI

extension WorkloadStep {
    /// Who wrote the root follows the thread from then on.
    func reply(to step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard try sent(store) == nil, let root = try step.sent(store)?.event else { return }
        let message = Message(
            id: MessageID(millisecond: 0, entropy: entropy), text: "reply \(number)", thread: root.seq,
            replyTo: root.seq, mentions: Mentions(users: [root.actor], everyone: number % 2 == 0))
        let event = try store.append(
            .message(message), to: root.room, by: person, at: time, nonce: nonce, fingerprint: UInt64(number))
        try follow(root, ThreadFollow(isFollowing: true, cursor: event.seq - 1), store)
    }

    private func follow(
        _ root: RoomEvent, _ follow: ThreadFollow, _ store: any WriteTransaction
    ) throws(ChatError) {
        try store.setFollow(follow, of: root.actor, thread: root.seq, in: root.room)
        _ = try store.append(
            .threadFollowed(room: root.room, thread: root.seq, follow), for: root.actor, at: time)
    }

    func edit(messageOf step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard let event = try step.sent(store)?.event, case .message(var message) = event.body else { return }
        message.text = "edited by \(number)"
        message.editedAt = time
        message.mentions = Mentions(users: [person])
        let edited = try store.editMessage(
            event.seq, in: event.room, text: message.text, mentions: message.mentions, at: time)
        guard edited else { return }
        _ = try store.append(
            .messageEdited(target: event.seq, author: event.actor, message), to: event.room, by: event.actor, at: time,
            nonce: nil, fingerprint: 0)
    }

    func react(to step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard let event = try step.sent(store)?.event else { return }
        for (emoji, isOn) in [("👍", true), ("🦊", true), ("👍", false)] {
            guard try store.setReaction(emoji, isOn, by: person, to: event.seq, in: event.room) else { continue }
            _ = try store.append(
                .reaction(target: event.seq, emoji: emoji, isOn: isOn), to: event.room, by: person, at: time,
                nonce: nil,
                fingerprint: 0)
        }
    }

    func pin(messageOf step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard let event = try step.sent(store)?.event, try store.setPinned(true, event.seq, in: event.room) else {
            return
        }
        _ = try store.append(
            .messagePinned(target: event.seq, isPinned: true), to: event.room, by: person, at: time, nonce: nil,
            fingerprint: 0)
    }

    func readThread(of step: WorkloadStep, _ store: any WriteTransaction) throws(ChatError) {
        guard let root = try step.sent(store)?.event else { return }
        let last = try store.lastReply(to: root.seq, in: root.room)
        try store.setFollow(
            ThreadFollow(isFollowing: true, cursor: last), of: root.actor, thread: root.seq, in: root.room)
        _ = try store.append(
            .threadRead(room: root.room, thread: root.seq, seq: last), for: root.actor, at: time)
    }
}
