import ChatModel

/// Makes rows of a room's events and of what is not confirmed yet.
struct TimelineRows {
    /// Milliseconds between two messages of one author that still stand under one header.
    static let followLimit: Int64 = 300_000

    let me: UserID
    /// Minutes.
    let utcOffset: Int64
    /// The root of the thread whose rows these are; nil for the room's own.
    let thread: Int64?
    private(set) var rows: [Row] = []
    private var lastDay: Int64 = .min
    private var lastAuthor: UserID?
    private var lastAt: Int64 = 0
    /// Who is in the room was settled when it was made: nobody has to read that they came.
    private var isDirect = false

    init(me: UserID, utcOffset: Int64, thread: Int64? = nil) {
        self.me = me
        self.thread = thread
        self.utcOffset = utcOffset
    }

    mutating func build(
        _ events: [RoomEvent], _ pending: [Outbox.Item], _ people: inout People, isDirect: Bool = false
    ) {
        self.isDirect = isDirect
        rows.reserveCapacity(events.count + pending.count + 8)
        for event in events { add(event, &people) }
        for item in unconfirmed(pending, events) { add(item, &people) }
    }

    /// Marks the messages that the person has saved.
    mutating func mark(_ saved: Set<Int64>) {
        guard !saved.isEmpty else { return }
        for index in rows.indices {
            guard rows[index].kind == .message, case .event(let seq) = rows[index].key else { continue }
            rows[index].isSaved = saved.contains(seq)
        }
    }

    /// An own event that looks like a pending message stands for it: the acknowledgement may come later.
    private func unconfirmed(_ pending: [Outbox.Item], _ events: [RoomEvent]) -> [Outbox.Item] {
        var taken: Set<Int64> = .init()
        var rest: [Outbox.Item] = []
        for item in pending {
            if item.attempted, item.state == .queued || item.state == .sending,
                let seq = match(item, events, taken)
            {
                taken.insert(seq)
            } else {
                rest.append(item)
            }
        }
        return rest
    }

    private func match(_ item: Outbox.Item, _ events: [RoomEvent], _ taken: Set<Int64>) -> Int64? {
        var found: Int64?
        for event in events.reversed() {
            if event.seq <= item.after { break }
            guard event.actor == me, case .message(let message) = event.body, !taken.contains(event.seq),
                message.text.utf8.elementsEqual(item.text.utf8)
            else { continue }
            found = event.seq
        }
        return found
    }

    private mutating func add(_ event: RoomEvent, _ people: inout People) {
        let at = event.at.milliseconds
        switch event.body {
        case .messageDeleted, .messageEdited, .reaction, .messagePinned, .messagesExpired, .roomDeleted: return
        // A thread's replies are the thread's own rows, below its root.
        case .message, .messageGone:
            guard event.thread == thread || event.seq == thread else { return }
            openDay(at)
        case .memberJoined where isDirect: return
        default: openDay(at)
        }
        switch event.body {
        case .messageDeleted, .messageEdited, .reaction, .messagePinned, .messagesExpired, .roomDeleted: break
        case .messageGone:
            rows.append(
                Row(
                    key: .event(event.seq), kind: .message, text: "", at: at, author: people.person(event.actor),
                    mine: event.actor == me, follows: follows(event.actor, at), isGone: true))
        case .message(let message):
            rows.append(
                Row(
                    key: .event(event.seq), kind: .message, text: message.text, at: at,
                    author: people.person(event.actor),
                    mine: event.actor == me, follows: follows(event.actor, at)))
        case .memberJoined(let user):
            let person = people.person(user)
            let isOwnDoing = user == event.actor
            // Whoever makes a room is the first in it.
            let text = !isOwnDoing ? " added " + person.name : event.seq == 1 ? " made this room" : " joined"
            notice(event, (isOwnDoing ? person : people.person(event.actor)).name + text, person)
        case .memberRemoved(let user):
            notice(event, people.person(event.actor).name + " removed " + people.person(user).name, people.person(user))
        case .memberLeft(let user): notice(event, people.person(user).name + " left", people.person(user))
        case .roleChanged(let user, let role):
            notice(event, people.person(user).name + " is now " + TimelineRows.text(role), people.person(user))
        case .roomUpdated(let name, let description):
            let about = description.isEmpty ? "" : ": " + description
            let actor = people.person(event.actor)
            notice(event, actor.name + " named the room " + name + about, actor)
        case .memberMuted(let user, let until):
            notice(
                event, people.person(user).name + (until == nil ? " may write again" : " was muted"),
                people.person(user))
        case .roomRules(let slowMode, let retention):
            notice(event, TimelineRows.text(slowMode: slowMode, retention: retention), people.person(event.actor))
        case .roomArchived(let isArchived):
            notice(
                event, people.person(event.actor).name + (isArchived ? " archived the room" : " opened the room again"),
                people.person(event.actor))
        }
    }

    private static func text(_ role: RoomRole) -> String {
        switch role {
        case .owner: "an owner"
        case .moderator: "a moderator"
        case .member: "a member"
        }
    }

    private static func text(slowMode: Int64, retention: Int64) -> String {
        let pace = slowMode > 0 ? "Members write once in \(slowMode) s" : "Members write as often as they like"
        return retention > 0 ? pace + "; messages stay \(retention) days" : pace + "; messages stay"
    }

    private mutating func notice(_ event: RoomEvent, _ text: String, _ person: Person) {
        rows.append(
            Row(
                key: .event(event.seq), kind: .notice, text: text, at: event.at.milliseconds, author: person,
                mine: person.id == me))
        lastAuthor = nil
    }

    private mutating func add(_ item: Outbox.Item, _ people: inout People) {
        openDay(item.at)
        var row = Row(
            key: .pending(item.nonce), kind: .message, text: item.text, at: item.at, author: people.person(me),
            mine: true, follows: follows(me, item.at), nonce: item.nonce)
        switch item.state {
        case .queued, .sending: row.state = .sending
        case .acknowledged: row.state = .sent
        case .failed(let error):
            row.state = .failed
            row.error = error.message
        }
        rows.append(row)
    }

    /// Days only go forward: a clock that was wrong must not give two lines of one day.
    private mutating func openDay(_ at: Int64) {
        let day = CivilDay(milliseconds: at, offset: utcOffset)
        guard day.number > lastDay else { return }
        lastDay = day.number
        lastAuthor = nil
        rows.append(Row(key: .day(day.number), kind: .day, text: day.text, at: at))
    }

    private mutating func follows(_ author: UserID, _ at: Int64) -> Bool {
        defer { (lastAuthor, lastAt) = (author, at) }
        guard lastAuthor == author else { return false }
        let (distance, overflow) = at.subtractingReportingOverflow(lastAt)
        return !overflow && distance > -TimelineRows.followLimit && distance <= TimelineRows.followLimit
    }
}
