import ChatModel
import ChatWire

/// What a request was asked for, to know what to do with its answer.
indirect enum Asked: Sendable {
    case rooms
    case sync
    case historyNewest(RoomID)
    case historyBefore(RoomID, Int64)
    /// What stands around a message of the selected room.
    case around(RoomID, Int64)
    /// What lies beyond the edge, at this number, of the past that is shown.
    case beyond(RoomID, ClientEdge, Int64)
    /// The thread that the message may be a reply in.
    case threadOf(RoomID, Int64)
    case send(nonce: String)
    case cursor(RoomID, CursorWish)
    case delete(RoomID, seq: Int64)
    /// `typed` is what the person would have to type again.
    case edit(RoomID, seq: Int64, typed: String)
    /// What it said before, without the first `after`.
    case edits(RoomID, seq: Int64, after: Int)
    case reaction(ReactionWishes.Wish)
    /// A message that another one answers.
    case quote(Quotes.Key)
    case channelName(RoomID)
    /// The threads that we follow.
    case threads
    /// Where we stand in one.
    case threadState(ThreadStanding.Key)
    case threadRead(ThreadStanding.Key, Int64)
    /// What hangs on a message.
    case root(ThreadStanding.Key)
    /// A page of the open one's replies.
    case threadPage(ThreadStanding.Key, before: Int64?)
    case list(MessageListKind, RoomID?, first: Bool)
    /// `typed` is what stands in the composer until the server has it.
    case scheduled(DraftKey, typed: String)
    /// The members of a room, or people or channels, to complete a word with.
    case completing(RoomID?)
    /// What comes of it is told by an event; a refusal is shown.
    case told
    /// As `told`, asked before on a connection that was lost: it may be done already, or have become pointless.
    case toldAgain
    /// What the unread of a room rests on, asked when our cursor was there.
    case why(RoomID, cursor: Int64)
    case typing
    case users([UserID])
    /// Whom we have blocked.
    case blocks
    case preferences
    case drafts
    case saved
    case draft(DraftKey, text: String)
    /// Whether these are there.
    case watch([UserID])
    case away
    case channels
    /// A channel or a group.
    case make(Nonce)
    case direct
    /// A page of the members of a room.
    case members(RoomID, after: UserID?)
    case join(RoomID)
    case leave(RoomID)
    /// A room that we are in and do not hold yet, or whose counts have to be taken afresh.
    case room(RoomID)
    case acceptInvitation
    /// What a view asked under this number.
    case view(Int64)
}

extension Asked {
    /// As what it is asked again after the connection was lost before the answer came; nil for what is not. Only what
    /// changes nothing when the server has done it already.
    fileprivate var again: Asked? {
        switch self {
        case .edit, .reaction, .scheduled: self
        case .told, .toldAgain: .toldAgain
        default: nil
        }
    }
}

/// The requests of one connection that are not answered yet, oldest first.
struct PendingRequests: Sendable {
    /// Milliseconds.
    static let patience: Int64 = 20_000

    private struct Entry: Sendable {
        var id: Int
        var deadline: Int64
        var asked: Asked
        /// What is asked again where the connection is lost.
        var again: Repeated?
    }

    /// A deed of the person's that has to be asked for again.
    struct Repeated: Sendable {
        let request: Request
        let asked: Asked
    }

    private var entries: [Entry] = []

    /// When the oldest has waited long enough.
    var deadline: Int64? { entries.first?.deadline }
    var isEmpty: Bool { entries.isEmpty }

    mutating func add(_ id: Int, _ asked: Asked, _ request: Request?, now: Int64) {
        let again = request.flatMap { request in asked.again.map { Repeated(request: request, asked: $0) } }
        entries.append(Entry(id: id, deadline: now + PendingRequests.patience, asked: asked, again: again))
    }

    /// The person's deeds among those that wait, in their order.
    var repeated: [Repeated] { entries.compactMap { $0.again } }

    /// Nil for an answer that nothing waits for (any more).
    mutating func take(_ id: Int) -> Asked? {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        return entries.remove(at: index).asked
    }

    /// The oldest and all others whose time has come: a timer that fires is believed, whatever the clock says.
    mutating func takeOverdue(now: Int64) -> [Asked] {
        guard let first = entries.first else { return [] }
        let now = max(now, first.deadline)
        var overdue: [Asked] = []
        entries.removeAll { entry in
            guard entry.deadline <= now else { return false }
            overdue.append(entry.asked)
            return true
        }
        return overdue
    }

    /// The numbers under which views wait, in the order in which they asked.
    var askedByViews: [Int64] {
        var ids: [Int64] = []
        for entry in entries {
            if case .view(let id) = entry.asked { ids.append(id) }
        }
        return ids
    }

    /// Whether one that waits was asked for what `isMeant` tells.
    func contains(_ isMeant: (Asked) -> Bool) -> Bool { entries.contains { isMeant($0.asked) } }
    mutating func removeAll() { entries.removeAll() }
}
