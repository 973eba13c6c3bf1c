import ChatModel
import StorageAPI

/// A message that its author may send now. Made and posted in one transaction.
struct AllowedMessage {
    fileprivate(set) var message: Message
    fileprivate let room: RoomID
    fileprivate let author: UserID
    fileprivate let time: Timestamp
    fileprivate let isSlowed: Bool
    /// Of the thread that it is a reply in.
    fileprivate let root: RoomEvent?
}

extension WriteTransaction {
    /// The message with whom it calls, where its author may send it at `now`; writes nothing. Throws what `send` does.
    func allowed(
        _ message: Message, naming named: NamedPeople, to room: RoomID, by author: UserID, at now: Timestamp
    ) throws(ChatError) -> AllowedMessage {
        let facts = try requireWriter(author, in: room, at: now)
        let isSlowed = try isSlowed(author, facts, at: now)
        let root = try message.thread.map { seq throws(ChatError) in try liveRoot(seq, in: room) }
        if let replyTo = message.replyTo { try requireAnswerable(replyTo, thread: message.thread, in: room) }
        var message = message
        message.mentions = try mentions(of: named, by: author, facts.role, in: room)
        return AllowedMessage(
            message: message, room: room, author: author, time: now, isSlowed: isSlowed, root: root)
    }

    /// Adds it to its room, with what follows from it. The nonce was not sent before.
    func post(_ allowed: AllowedMessage, nonce: Nonce, fingerprint: UInt64) throws(ChatError) -> RoomEvent {
        let (message, time) = (allowed.message, allowed.time)
        let event = try append(
            .message(message), to: allowed.room, by: allowed.author, at: time, nonce: nonce, fingerprint: fingerprint)
        if allowed.isSlowed { try noteSend(by: allowed.author, in: allowed.room, at: time) }
        if let root = allowed.root { try gatherFollowers(of: root, after: event, message, at: time) }
        return event
    }
}
