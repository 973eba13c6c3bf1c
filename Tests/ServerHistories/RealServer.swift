import ChatDomain
import ChatModel
import ChatWire
import HistoryOracle
import HistorySimulation
import NetLoop
import StorageAPI

/// The server's real logic (door, domain, store, several loops) in a history: whatever goes on within it is a step that
/// chance chooses, and the oracle follows what it commits.
///
/// `@unchecked`: a history runs on one thread, which also takes the loops' turns.
final class RealServer: HistoryServer, @unchecked Sendable {
    let clock = HistoryClock(1_764_500_000_000)
    let credentials = PlainCredentials()
    var node: Node
    var judge: Judge
    var chance: Chance
    var connections: [PolledConnection] = []
    /// Given up by their clients.
    var abandoned: [PolledConnection] = []
    private var folders: DataFolders
    let tally: Tally
    private let seed: UInt64
    private(set) var runs: UInt64 = 0
    private var pinged: Int64 = 0

    /// No device is theirs.
    static let owner = World.administrator

    init(seed: UInt64, _ tally: Tally) throws {
        self.seed = seed
        self.tally = tally
        chance = Chance(seed &+ 99)
        folders = try DataFolders()
        judge = Judge(people: World.people + 1, rooms: World.rooms)
        judge.now = clock.value
        node = try Node(folder: folders.current, clock: clock, credentials: credentials, seed: seed)
        populate()
    }

    var now: Int64 {
        get { clock.value }
        set {
            clock.value = newValue
            judge.now = newValue
        }
    }

    var oracle: Oracle { judge.oracle }
    var texts: [[(seq: Int, text: String)]] { judge.texts }
    var decided: Int { judge.log.count }
    var fault: String? { judge.fault }
    var share: UInt64 { 5 }

    // MARK: Work

    func turn(_ loop: Int, most: Int, chance: UInt64) {
        guard most != .max else { return node.loops[loop].step() }
        var chance = Chance(chance)
        for _ in 0...chance.below(4) where !work(&chance) { return }
    }

    func finishWork(_ chance: inout Chance) -> Bool {
        var hasWorked = false
        while work(&chance) { hasWorked = true }
        return hasWorked
    }

    func finishWork(_ connection: Connection) {}

    /// One of the things that can go on now does; false when there is none.
    private func work(_ chance: inout Chance) -> Bool {
        let loops = node.loops.filter { $0.hasWork }
        let steps = node.store.possible
        guard !loops.isEmpty || !steps.isEmpty else { return false }
        let chosen = Int(chance.below(UInt64(loops.count + steps.count)))
        guard chosen >= loops.count else {
            loops[chosen].step()
            return true
        }
        let step = steps[chosen - loops.count]
        // A reader that is slow to tell lets much happen between what it saw and what follows from that.
        if step == .answer, loops.count + steps.count > 1, chance.happens(4, in: 5) { return work(&chance) }
        switch step {
        case .commit: commit(1 + Int(chance.below(4)))
        case .tell: judge.heard += node.store.tell()
        case .read: node.store.readNext()
        case .answer: node.store.answer(chance.next())
        }
        return true
    }

    private func commit(_ most: Int) {
        let events = node.store.commit(most)
        for event in events { tally.count(event.kind) }
        judge.committed(events)
    }

    func isQuiet(_ connection: Connection) -> Bool {
        guard let connection = connection as? PolledConnection, connection.isAttached, !connection.isSlow,
            let poll = connection.poll, connection.postLoop == nil
        else { return false }
        guard !node.loops[connection.loop].hasWork, !node.loops[poll.loop].hasWork, node.store.possible.isEmpty else {
            return false
        }
        tally.count("device compared")
        return true
    }

    // MARK: What others do, and what befalls it

    func id(of room: Int) -> RoomID? { judge.rooms.ids.indices.contains(room) ? judge.rooms.ids[room] : nil }

    func number(of room: RoomID) -> Int? { judge.rooms[room] }

    func expire(_ room: Int, _ chance: inout Chance) {
        guard let id = id(of: room) else { return }
        judge.expiring.insert(room)
        let before = Timestamp(milliseconds: now - Int64(chance.below(30_000)))
        node.ask { chat throws(ChatError) in
            _ = try await chat.expireMessages(in: id, before: before)
        } then: { _ in
            // A room that is deleted meanwhile has nothing left to go.
        }
    }

    func refuse(_ count: Int) { node.store.refuse(count) }

    /// Ends either way: in order, so that what was accepted is finished, or in the middle of its work.
    func restart(_ chance: UInt64) {
        if chance % 2 == 0 {
            while node.store.possible.contains(.commit) { commit(100) }
        }
        do {
            tally.count(chance % 2 == 0 ? "server stopped" : "server killed")
            // The copy is what a kill leaves; a store that is closed in order leaves the same and an empty log.
            if chance % 2 == 1 { try folders.moveToCopy() }
            let open = lose()
            node.end()
            runs += 1
            node = try Node(
                folder: folders.current, clock: clock, credentials: credentials, seed: seed &+ runs &* 7919)
            judge.heard = judge.log.count
            settle(open)
        } catch { judge.found("the server does not start again: \(error)") }
    }

    /// Nobody was answered whether these were done: only the store can say, and has to stay by it.
    private func settle(_ bans: [Judge.Ban]) {
        for ban in bans {
            guard let id = id(of: ban.room), !oracle.rooms[ban.room].isDeleted else { continue }
            let isBanned = node.read { transaction throws(ChatError) in
                try transaction.isBanned(Names.user(ban.person).id, from: id)
            }
            if isBanned == ban.isBanned { judge.settle(ban) }
        }
    }

    /// All connections end, on this side. Answers the bans that may or may not have been done.
    @discardableResult
    private func lose() -> [Judge.Ban] {
        for connection in connections + abandoned {
            connection.phase = .over
            connection.isAbandoned = true
        }
        (connections, abandoned) = ([], [])
        return judge.forgetAsked()
    }

    func compact() {
        judge.wasPruned = true
        node.ask { chat throws(ChatError) in
            while try await chat.pruneEvents(olderThan: 0) {}
            while try await chat.eraseDeletedRooms() {}
        } then: { _ in
        }
    }

    func ping() {
        node.tickTyping()
        guard now - pinged > 20_000 else { return }
        pinged = now
        for connection in connections { connection.toClient.append("2") }
    }

    func end() {
        lose()
        node.end()
        folders.remove()
    }
}

extension Event {
    fileprivate var kind: String {
        switch self {
        case .person(let event):
            switch event.body {
            case .threadRead: "thread.cursor"
            case .threadFollowed(_, _, let follow): follow.isFollowing ? "thread.followed" : "thread.unfollowed"
            default: "cursor"
            }
        case .directory: "directory"
        case .room(let event):
            switch event.body {
            case .message: "message"
            case .messageGone, .messageDeleted: "message.deleted"
            case .messageEdited: "message.edited"
            case .reaction: "reaction"
            case .messagePinned: "message.pinned"
            case .memberJoined: "member.joined"
            case .memberLeft: "member.left"
            case .memberRemoved: "member.removed"
            case .roleChanged: "member.role"
            case .roomUpdated: "room.updated"
            case .roomArchived: "room.archived"
            case .roomDeleted: "room.deleted"
            case .roomRules: "room.rules"
            case .memberMuted: "member.muted"
            case .messagesExpired: "messages.expired"
            }
        }
    }
}
