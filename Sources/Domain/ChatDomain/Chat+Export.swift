package import ChatModel
import StorageAPI

extension Chat {
    /// Events of rooms that one page looks at, at most, and at a time: what one wrote stands among what others did.
    private static let lookedThrough = (page: 20_000, step: 1_000)

    /// A page of everything that is the caller's own: the first one has what they are and chose (account, rooms, sessions,
    /// blocks, scheduled messages, preferences, drafts, what they saved); all have messages that they sent and that have
    /// their text, what those said before, what they put on messages and the threads that they follow, also in rooms that
    /// they have left, until there is no `next`. A page may have none of it and still be followed by others.
    ///
    /// - Parameters:
    ///   - after: the `next` of the page before.
    ///   - limit: of messages, earlier texts, reactions and threads together, 1 to 1000, past which only one message is gone
    ///     with all that belongs to it; a page also ends at `Limits.pageBytes`.
    package func export(
        after: ExportPlace?, limit: Int = Limits.exportPage.usual, for caller: Caller
    ) async throws(ChatError) -> ExportPage {
        let limit = try checked(limit, Limits.exportPage)
        let now = clock.now()
        return try await store.read { transaction throws(ChatError) in
            let user = try transaction.account(caller.user)
            var writer = ExportWriter(limit: limit)
            if after == nil { writer.add(try transaction.exportedAccount(user, at: now)) }
            var unscanned = Chat.lookedThrough.page
            for room in try transaction.roomIDs(everOf: user.id) where after.map({ room >= $0.room }) ?? true {
                let name = try transaction.exportedName(of: room, for: user)
                var place: ExportPlace? = after?.room == room ? after : ExportPlace(room: room, seq: 0)
                while let from = place {
                    guard unscanned > 0 else { return writer.end(at: from) }
                    unscanned -= Chat.lookedThrough.step
                    let part = try transaction.exportedPart(
                        of: user.id, after: from, scanning: Chat.lookedThrough.step)
                    if let full = try writer.add(part, name: name, after: from, transaction) { return full }
                    place = part.through.map { ExportPlace(room: room, seq: $0) }
                }
            }
            return writer.page
        }
    }
}

/// What is somebody's own in a part of a room.
private struct ExportedPart {
    var messages: [RoomEvent]
    var reactions: [OwnReaction]
    var threads: [OwnThread]
    /// The last `seq` that was looked at; nil at the room's end.
    var through: Int64?

    /// The numbers under which there is anything, in order.
    var seqs: [Int64] {
        Set(messages.map(\.seq) + reactions.map(\.seq) + threads.map(\.root)).sorted()
    }

    /// Ends it there, where it does not end before.
    mutating func end(at seq: Int64) {
        guard seq < through ?? .max else { return }
        through = seq
        leaveOut(after: seq)
    }

    mutating func leaveOut(after seq: Int64) {
        messages.removeAll { $0.seq > seq }
        reactions.removeAll { $0.seq > seq }
        threads.removeAll { $0.root > seq }
    }
}

/// A page that is being filled.
private struct ExportWriter {
    /// What a thing takes on the wire besides its text, about.
    private static let frame = 100

    var page = ExportPage()
    private let limit: Int
    private var bytes = 0
    private var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ account: ExportedAccount) {
        page.account = account
        bytes += account.scheduled.reduce(0) { $0 + $1.text.utf8.count }
        bytes += account.drafts.reduce(0) { $0 + $1.text.utf8.count }
    }

    /// Adds what fits. Answers the page where it is full, to be continued after what did.
    mutating func add(
        _ part: ExportedPart, name: String, after place: ExportPlace, _ transaction: some ReadTransaction
    ) throws(ChatError) -> ExportPage? {
        var messages: [Int64: (event: RoomEvent, message: Message)] = [:]
        for event in part.messages {
            if case .message(let message) = event.body { messages[event.seq] = (event, message) }
        }
        let reactions = Dictionary(grouping: part.reactions, by: \.seq)
        let threads = Dictionary(grouping: part.threads, by: \.root)
        for seq in part.seqs {
            let before = ExportPlace(room: place.room, seq: seq - 1)
            if let message = messages[seq]?.message, message.editedAt != nil {
                let given = place.seq == before.seq ? place.edits : 0
                let edits = try transaction.edits(of: seq, in: place.room, after: given)
                for (index, version) in edits.enumerated() {
                    guard take(1, version.text.utf8.count) else {
                        return end(at: ExportPlace(room: place.room, seq: before.seq, edits: given + Int64(index)))
                    }
                    page.edits.append(ExportedVersion(room: place.room, seq: seq, version: version))
                }
            }
            let (own, followed) = (reactions[seq] ?? [], threads[seq] ?? [])
            let found = messages[seq]
            let text = found.map { $0.message.text.utf8.count + name.utf8.count } ?? 0
            guard take((found == nil ? 0 : 1) + own.count + followed.count, text) else {
                // What the message said before is on this page, where it was ever edited.
                let edits = page.edits.last.map { $0.room == place.room && $0.seq == seq } ?? false
                let all = edits ? try transaction.editCount(of: seq, in: place.room) : 0
                return end(at: ExportPlace(room: place.room, seq: before.seq, edits: Int64(all)))
            }
            if let (event, message) = found {
                page.messages.append(
                    ExportedMessage(
                        room: event.room, roomName: name, seq: seq, at: event.at, text: message.text,
                        thread: message.thread, replyTo: message.replyTo, editedAt: message.editedAt))
            }
            page.reactions += own
            page.threads += followed
        }
        return nil
    }

    /// Whether so many more fit; the first always do.
    private mutating func take(_ more: Int, _ text: Int) -> Bool {
        let weight = more * ExportWriter.frame + text
        guard count == 0 || (count + more <= limit && bytes + weight <= Limits.pageBytes) else { return false }
        count += more
        bytes += weight
        return true
    }

    mutating func end(at place: ExportPlace) -> ExportPage {
        page.next = place
        return page
    }
}

extension ReadTransaction {
    fileprivate func exportedAccount(_ user: User, at now: Timestamp) throws(ChatError) -> ExportedAccount {
        ExportedAccount(
            user: user, rooms: try rooms(of: user.id), sessions: try liveSessions(of: user.id, at: now),
            blocks: try blocks(of: user.id), scheduled: try scheduled(of: user.id).map(\.message),
            preferences: try preferences(of: user.id), drafts: try drafts(of: user.id),
            saved: try savedMarks(of: user.id))
    }

    /// Looks at the next `scanning` events of the room, and at as many reactions and threads.
    fileprivate func exportedPart(
        of user: UserID, after place: ExportPlace, scanning: Int
    ) throws(ChatError) -> ExportedPart {
        let (room, seq) = (place.room, place.seq)
        let found = try messages(by: user, in: room, after: seq, scanning: scanning)
        let reactions = try reactions(by: user, in: room, after: seq, limit: scanning)
        let threads = try follows(of: user, in: room, after: seq, limit: scanning)
        var part = ExportedPart(
            messages: found.messages, reactions: reactions, threads: threads, through: found.through)
        if let through = found.through { part.leaveOut(after: through) }
        // The last one's message may have more.
        if reactions.count == scanning, let last = reactions.last { part.end(at: last.seq - 1) }
        if threads.count == scanning, let last = threads.last { part.end(at: last.root) }
        return part
    }

    /// What the room is called now, where `user` may read it.
    fileprivate func exportedName(of id: RoomID, for user: User) throws(ChatError) -> String {
        guard let room = try room(id) else { return "" }
        let isPublic = room.kind == .channel && user.role != .guest
        if isPublic { return room.name }
        return try isMember(user.id, of: id) ? room.name : ""
    }
}
