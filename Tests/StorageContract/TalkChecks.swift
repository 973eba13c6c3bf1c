import ChatModel
import StorageAPI

extension StorageCheck {
    static let talk: [StorageCheck] = [
        StorageCheck("a message comes back with what it answers and whom it calls, in every answer") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1, 2, 3])
            let since = try await it.read { store throws(ChatError) in store.place }
            let root = try await it.send("root", by: 1, to: 1)
            let sent = try await it.write { store throws(ChatError) in
                [
                    try say(store, "answer", by: 2, to: 1, replyTo: root.seq),
                    try say(
                        store, "call", by: 2, to: 1, mentions: Mentions(users: [Sample.userID(1), Sample.userID(3)])),
                    try say(store, "all", by: 2, to: 1, mentions: Mentions(users: [Sample.userID(3)], everyone: true)),
                ]
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: root.room, before: nil, limit: 4, for: nil),
                    try store.history(of: root.room, before: nil, limit: 4, for: Sample.userID(1)),
                    try store.changes(for: Sample.userID(1), since: since, limit: 9, directory: false).events
                )
            }
            try require(found.0, is: [root] + sent)
            try require(found.1, is: [root] + sent)
            try require(found.2, is: ([root] + sent).map(Event.room))
        },
        StorageCheck("an edit gives another text and other mentions, and keeps what the message said, each time") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let plain = try await it.send("first", by: 2, to: 1)
            let (room, reader) = (plain.room, Sample.userID(1))
            let called = Mentions(users: [reader])
            let edited = try await it.write { store throws(ChatError) in
                let results = [
                    try store.editMessage(plain.seq, in: room, text: "second", mentions: called, at: Sample.time(7)),
                    try store.editMessage(plain.seq, in: room, text: "third", mentions: Mentions(), at: Sample.time(8)),
                    try store.editMessage(1, in: room, text: "no message", mentions: Mentions(), at: Sample.time(8)),
                    try store.editMessage(99, in: room, text: "nothing", mentions: Mentions(), at: Sample.time(8)),
                ]
                let event = try store.append(
                    .messageEdited(target: plain.seq, author: plain.actor, nil), to: room, by: plain.actor,
                    at: Sample.time(8), nonce: nil, fingerprint: 0)
                return (results, event.seq)
            }
            try require(edited.0, is: [true, true, false, false])
            guard case .message(var message) = plain.body else { return }
            (message.text, message.editedAt) = ("third", Sample.time(8))
            let now = message
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.event(plain.seq, in: room)?.body, try store.event(edited.1, in: room)?.body,
                    try store.edits(of: plain.seq, in: room, after: 0), try store.editCount(of: plain.seq, in: room),
                    try store.edits(of: plain.seq, in: room, after: 1).map(\.text),
                    try store.history(of: room, before: nil, limit: 9, for: reader).map(\.seq),
                    try store.mentions(of: reader, before: nil, limit: 9)
                )
            }
            try require(found.0, is: .message(now))
            try require(found.1, is: .messageEdited(target: plain.seq, author: plain.actor, now), "as it is now")
            try require(
                found.2,
                is: [
                    MessageVersion(text: "first", at: plain.at), MessageVersion(text: "second", at: Sample.time(7)),
                ])
            try require(found.3, is: 2)
            try require(found.4, is: ["second"])
            try require(found.5, is: [1, 2, plain.seq], "an edit is no row of the history")
            try require(found.6, is: [])
        },
        StorageCheck("reactions are counted by emoji in the order of their first use, and each reader sees their own") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 12)
            try await it.make(room: 1, members: [1, 2])
            let sent = try await it.send("react!", by: 1, to: 1)
            let changed = try await it.write { store throws(ChatError) in
                var changed: [Bool] = []
                for (emoji, user, isOn) in [
                    ("🦊", 1, true), ("👍", 2, true), ("🦊", 1, true), ("👍🏽", 2, true), ("👍", 2, false), ("👍", 3, false),
                ] {
                    changed.append(try react(store, emoji, isOn, by: user, to: sent))
                }
                for user in 3...12 { changed.append(try react(store, "👍", true, by: user, to: sent)) }
                return changed
            }
            try require(changed, is: [true, true, false, true, true, false] + Array(repeating: true, count: 10))
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.event(sent.seq, in: sent.room, for: Sample.userID(1)),
                    try store.event(sent.seq, in: sent.room, for: Sample.userID(12)),
                    try store.event(sent.seq, in: sent.room),
                    try store.reactionCounts(of: "👍🏽", on: sent.seq, in: sent.room, by: Sample.userID(1)),
                    try store.reactionCounts(of: "👍", on: sent.seq, in: sent.room, by: Sample.userID(12)),
                    try store.reactionCounts(of: "!", on: sent.seq, in: sent.room, by: Sample.userID(2))
                )
            }
            func expected(_ mine: [Bool]) -> Responses {
                Responses(reactions: [
                    Reaction(emoji: "🦊", count: 1, users: [Sample.userID(1)], isMine: mine[0]),
                    Reaction(emoji: "👍🏽", count: 1, users: [Sample.userID(2)], isMine: mine[1]),
                    Reaction(emoji: "👍", count: 10, users: (3...10).map(Sample.userID), isMine: mine[2]),
                ])
            }
            try require(found.0?.body.responses, is: expected([true, false, false]))
            try require(found.1?.body.responses, is: expected([false, false, true]))
            try require(found.2?.body.responses, is: nil)
            try require(found.3, is: ReactionCounts(isMine: false, isUsed: true, emoji: 0, own: 1))
            try require(found.4, is: ReactionCounts(isMine: true, isUsed: true, emoji: 0, own: 1))
            try require(found.5, is: ReactionCounts(isMine: false, isUsed: false, emoji: 3, own: 1))
        },
        StorageCheck("pins stand in the order in which they were made, the newest first, and are seen on the message") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            for room in 1...2 { try await it.make(room: room, members: [1]) }
            var sent: [RoomEvent] = []
            for text in ["a", "b", "c"] { sent.append(try await it.send(text, by: 1, to: 1)) }
            let messages = sent
            let room = Sample.roomID(1)
            let changed = try await it.write { store throws(ChatError) in
                [
                    try store.setPinned(true, messages[2].seq, in: room),
                    try store.setPinned(true, messages[0].seq, in: room),
                    try store.setPinned(true, messages[0].seq, in: room),
                    try store.setPinned(true, messages[1].seq, in: room),
                    try store.setPinned(false, messages[0].seq, in: room),
                    try store.setPinned(false, messages[0].seq, in: room),
                    try store.setPinned(true, messages[0].seq, in: room),
                ]
            }
            try require(changed, is: [true, true, false, true, true, false, true])
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.pins(of: room, for: nil), try store.pinCount(of: room),
                    try store.isPinned(messages[0].seq, in: room), try store.pinCount(of: Sample.roomID(2)),
                    try store.history(of: room, before: nil, limit: 1, for: Sample.userID(1)).first?.body.responses
                )
            }
            try require(found.0.map(\.seq), is: [messages[0], messages[1], messages[2]].map(\.seq))
            try require(found.1, is: 3)
            try require(found.2, is: true)
            try require(found.3, is: 0)
            try require(found.4, is: Responses(isPinned: true))
        },
        StorageCheck("what one person put on messages of a room is found in the order of its messages") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            try await it.make(room: 2, members: [1])
            let sent = try await it.write { store throws(ChatError) in
                let sent = [
                    try say(store, "a", by: 1, to: 1), try say(store, "b", by: 1, to: 1),
                    try say(store, "c", by: 1, to: 2),
                ]
                for (event, emoji, user) in [
                    (sent[1], "👍", 1), (sent[0], "🎉", 1), (sent[0], "👀", 2), (sent[2], "👍", 1), (sent[1], "👀", 1),
                ] {
                    _ = try react(store, emoji, true, by: user, to: event)
                }
                _ = try react(store, "👍", false, by: 1, to: sent[1])
                return sent
            }
            let (user, room) = (Sample.userID(1), Sample.roomID(1))
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.reactions(by: user, in: room, after: 0, limit: 9),
                    try store.reactions(by: user, in: room, after: 0, limit: 1),
                    try store.reactions(by: user, in: room, after: sent[0].seq, limit: 9),
                    try store.reactions(by: Sample.userID(9), in: room, after: 0, limit: 9)
                )
            }
            let first = OwnReaction(room: room, seq: sent[0].seq, emoji: "🎉")
            let second = OwnReaction(room: room, seq: sent[1].seq, emoji: "👀")
            try require(found.0, is: [first, second])
            try require(found.1, is: [first])
            try require(found.2, is: [second])
            try require(found.3, is: [])
        },
        StorageCheck(
            "nothing is left of a message that is erased: edits, reactions, pin, mentions, and emoji in the log"
        ) { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let room = Sample.roomID(1)
            let sent = try await it.write { store throws(ChatError) in
                let root = try say(store, "root", by: 1, to: 1)
                var seqs: [Int64] = []
                for (index, thread) in [nil, root.seq, nil].enumerated() {
                    let event = try say(
                        store, "x\(index)", by: 2, to: 1, thread: thread, replyTo: root.seq,
                        mentions: Mentions(users: [Sample.userID(1)]))
                    seqs.append(event.seq)
                    _ = try store.editMessage(
                        event.seq, in: room, text: "y", mentions: Mentions(everyone: true), at: Sample.time(9))
                    _ = try react(store, "🦊", true, by: 1, to: event)
                    _ = try store.setPinned(true, event.seq, in: room)
                }
                return (root: root.seq, seqs: seqs)
            }
            let told = try await it.write { store throws(ChatError) in
                for seq in sent.seqs.dropLast() { _ = try store.eraseMessage(seq, in: room) }
                let last = sent.seqs[2]
                _ = try store.expireMessages(
                    in: room, before: Sample.time(5), now: Sample.time(9), limit: Int(last))
                return try store.lastSeq(of: room)
            }
            let found = try await it.read { store throws(ChatError) in
                var left: [String] = []
                for seq in sent.seqs {
                    if try store.editCount(of: seq, in: room) > 0 { left.append("edits of \(seq)") }
                    if try store.isPinned(seq, in: room) { left.append("a pin of \(seq)") }
                    let counts = try store.reactionCounts(of: "🦊", on: seq, in: room, by: Sample.userID(1))
                    if counts.own > 0 || counts.isUsed { left.append("reactions to \(seq)") }
                    if case .messageGone? = try store.event(seq, in: room, for: Sample.userID(1))?.body {
                    } else {
                        left.append("the text of \(seq)")
                    }
                }
                for seq in 1...told {
                    if case .reaction(_, let emoji, _)? = try store.event(seq, in: room)?.body, !emoji.isEmpty {
                        left.append("an emoji at \(seq)")
                    }
                }
                let mentions = try store.mentions(of: Sample.userID(1), before: nil, limit: 9)
                return left + mentions.map { "a mention at \($0.seq)" }
            }
            try require(found, is: [])
        },
    ]
}

/// Any message.
@discardableResult
func say(
    _ store: any WriteTransaction, _ text: String, by user: Int, to room: Int, thread: Int64? = nil,
    replyTo: Int64? = nil, mentions: Mentions = Mentions()
) throws(ChatError) -> RoomEvent {
    let seq = try store.lastSeq(of: Sample.roomID(room))
    let message = Message(
        id: MessageID(millisecond: 0, entropy: UInt32(truncatingIfNeeded: seq + 1)), text: text, thread: thread,
        replyTo: replyTo, mentions: mentions)
    return try store.append(
        .message(message), to: Sample.roomID(room), by: Sample.userID(user), at: Sample.time(0), nonce: nil,
        fingerprint: 0)
}

/// With the event that goes with it, where it changes anything.
func react(
    _ store: any WriteTransaction, _ emoji: String, _ isOn: Bool, by user: Int, to event: RoomEvent
) throws(ChatError) -> Bool {
    guard try store.setReaction(emoji, isOn, by: Sample.userID(user), to: event.seq, in: event.room) else {
        return false
    }
    try store.append(
        .reaction(target: event.seq, emoji: emoji, isOn: isOn), to: event.room, by: Sample.userID(user),
        at: Sample.time(0), nonce: nil, fingerprint: 0)
    return true
}

extension RoomEvent.Body {
    /// What was looked up of a message.
    var responses: Responses? { if case .message(let message) = self { message.responses } else { nil } }
}
