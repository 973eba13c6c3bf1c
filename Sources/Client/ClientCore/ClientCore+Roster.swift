import ChatModel
import ChatWire

/// The list of a room's members.
extension ClientCore {
    /// Nil closes it.
    mutating func showMembers(_ room: RoomID?) {
        guard let room, rooms[room] != nil else { return roster.close() }
        if roster.room == room { roster.reload() } else { roster.open(room) }
        shown.rosterIsStale = true
        askForMembers()
    }

    mutating func moreMembers() {
        guard canAsk, roster.more() else { return }
        shown.rosterIsStale = true
        askForMembers()
    }

    /// What was missed may concern anybody in it.
    mutating func reloadRoster() {
        guard let room = roster.room else { return }
        showMembers(room)
    }

    private mutating func askForMembers() {
        guard let room = roster.room, roster.state == .loading else { return }
        guard canAsk else { return roster.fail(ClientCore.offline) }
        ask(
            .members(room: room, after: roster.last, limit: Limits.membersPage.most),
            .members(room, after: roster.last))
    }

    mutating func takeMembers(_ answer: ReceivedAnswer, _ room: RoomID, after: UserID?) {
        guard room == roster.room, after == roster.last, roster.state == .loading else { return }
        shown.rosterIsStale = true
        switch answer {
        case .ok(let ok):
            guard let (members, more) = AnswerContent.members(ok) else {
                return roster.fail(ErrorCode.internal.defaultMessage)
            }
            for member in members { people.add(member.user) }
            if roster.take(members, more: more) { askForMembers() }
        case .error(let error): roster.fail(error.message)
        }
    }

    mutating func publishRoster() {
        if let room = roster.room, rooms[room] == nil { roster.close() }
        guard roster.isOpen else {
            if shown.rosterIsOpen {
                (shown.rosterIsOpen, shown.rosterHead) = (false, [])
                out.add(.view(.members(MembersShown(room: nil))))
            }
            return
        }
        guard shown.rosterIsStale || shown.rosterPeople != people.version else { return }
        shown.rosterIsOpen = true
        shown.rosterIsStale = false
        var view = MembersShown(room: roster.room)
        switch roster.state {
        case .closed, .whole: break
        case .loading: view.loading = true
        case .partial: view.more = true
        case .failed(let message): view.error = message
        }
        view.members = memberItems()
        shown.rosterHead = []
        // One more: we are among them, and watch ourselves not.
        for item in view.members.prefix(Watching.limit + 1) { shown.rosterHead.append(item.person.id) }
        watching.isStale = true
        // Whoever is not known yet is asked for, and changes this when they are.
        shown.rosterPeople = people.version
        out.add(.view(.members(view)))
    }

    /// Owners first, then moderators; by name then, and by id.
    private mutating func memberItems() -> [MemberItem] {
        var sorted: [(key: [UInt8], item: MemberItem)] = []
        sorted.reserveCapacity(roster.entries.count)
        for (id, entry) in roster.entries {
            let person = people.person(id)
            let item = MemberItem(
                person: person, part: entry.part, me: id == session.me?.id, mutedUntil: entry.mutedUntil?.milliseconds)
            sorted.append((RoomTitle.fold(person.name), item))
        }
        sorted = sorted.inOrder { left, right in
            if left.item.part != right.item.part { return left.item.part.order < right.item.part.order }
            if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
            return left.item.person.id < right.item.person.id
        }
        var items: [MemberItem] = []
        items.reserveCapacity(sorted.count)
        for entry in sorted { items.append(entry.item) }
        return items
    }
}

extension RoomRole {
    fileprivate var order: Int {
        switch self {
        case .owner: 0
        case .moderator: 1
        case .member: 2
        }
    }
}
