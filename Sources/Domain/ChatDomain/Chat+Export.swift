package import ChatModel
import StorageAPI

extension Chat {
    /// Events of rooms that one page looks at, at most, and at a time: what one wrote stands among what others did.
    private static let lookedThrough = (page: 20_000, step: 1_000)

    /// A page of everything that is the caller's own: the first one has their account, rooms, sessions and blocks; all
    /// have messages that they sent and that have their text, also in rooms that they have left, until there is no
    /// `next`. A page may have no messages and still be followed by others.
    ///
    /// - Parameters:
    ///   - after: the `next` of the page before.
    ///   - limit: messages, 1 to 1000; a page also ends at `Limits.pageBytes`.
    package func export(
        after: ExportPlace?, limit: Int = Limits.exportPage.usual, for caller: Caller
    ) async throws(ChatError) -> ExportPage {
        let limit = try checked(limit, Limits.exportPage)
        let now = clock.now()
        return try await store.read { transaction throws(ChatError) in
            let user = try transaction.account(caller.user)
            var writer = ExportWriter(user: user, limit: limit)
            if after == nil { writer.add(try transaction.exportedAccount(user, at: now)) }
            var unscanned = Chat.lookedThrough.page
            for room in try transaction.roomIDs(everOf: user.id) where after.map({ room >= $0.room }) ?? true {
                let name = try transaction.exportedName(of: room, for: user)
                var seq: Int64? = after?.room == room ? after?.seq : 0
                while let from = seq {
                    guard unscanned > 0 else { return writer.end(at: ExportPlace(room: room, seq: from)) }
                    let found = try transaction.messages(
                        by: user.id, in: room, after: from, scanning: Chat.lookedThrough.step)
                    unscanned -= Chat.lookedThrough.step
                    if let full = writer.add(found.messages, name: name, after: from) { return full }
                    seq = found.through
                }
            }
            return writer.page
        }
    }
}

/// A page that is being filled.
private struct ExportWriter {
    var page = ExportPage()
    private let limit: Int
    private var bytes = 0

    init(user: User, limit: Int) { self.limit = limit }

    mutating func add(_ account: ExportedAccount) {
        page.account = account
        bytes += account.scheduled.reduce(0) { $0 + $1.text.utf8.count }
    }

    /// Adds what fits. Answers the page where it is full, to be continued after the last message that did.
    mutating func add(_ messages: [RoomEvent], name: String, after seq: Int64) -> ExportPage? {
        var last = seq
        for event in messages {
            guard case .message(let message) = event.body else { continue }
            let weight = PageWeight.bytes(CollectionOfOne(Optional(event))) + name.utf8.count
            guard page.messages.count < limit, page.messages.isEmpty || bytes + weight <= Limits.pageBytes else {
                return end(at: ExportPlace(room: event.room, seq: last))
            }
            bytes += weight
            last = event.seq
            page.messages.append(
                ExportedMessage(room: event.room, roomName: name, seq: event.seq, at: event.at, text: message.text))
        }
        return nil
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
            blocks: try blocks(of: user.id), scheduled: try scheduled(of: user.id).map(\.message))
    }

    /// What the room is called now, where `user` may read it.
    fileprivate func exportedName(of id: RoomID, for user: User) throws(ChatError) -> String {
        guard let room = try room(id) else { return "" }
        let isPublic = room.kind == .channel && user.role != .guest
        if isPublic { return room.name }
        return try isMember(user.id, of: id) ? room.name : ""
    }
}
