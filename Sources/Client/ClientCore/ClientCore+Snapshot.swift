import ChatModel

extension ClientCore {
    /// Milliseconds between a change and its storing, at most.
    static let snapshotDelay: Int64 = 2000

    /// Something changed that a snapshot keeps.
    mutating func touch() {
        guard !snapshotTimerRuns, session.me != nil, sync.safe != nil else { return }
        snapshotTimerRuns = true
        out.add(.timerSet(.snapshot, after: ClientCore.snapshotDelay))
    }

    mutating func storeSnapshot() {
        guard let me = session.me, let safe = sync.safe else { return }
        var snapshot = Snapshot(me: me, safe: safe, useq: sync.useq, dseq: sync.dseq)
        snapshot.recent = reader.recent
        // In an order of their own: a dictionary's differs from run to run.
        snapshot.rooms = rooms.keys.inOrder().compactMap { rooms[$0] }
        // What is not certain is not kept: the room's newest messages are loaded again.
        for index in snapshot.rooms.indices where roots.concerns(snapshot.rooms[index].room.id) {
            snapshot.rooms[index].window.reset()
        }
        snapshot.people = peopleToKeep()
        if blocks.state == .known { snapshot.blocks = blocks.users.inOrder() }
        if saved.state == .known {
            snapshot.saved = saved.marks.inOrder { ($0.room, $0.seq) < ($1.room, $1.seq) }
        }
        if preferences.state == .known { snapshot.preferences = preferences.value }
        for standing in threads.standings {
            if let wish = standing.wish { snapshot.threads.append((standing.key, wish)) }
        }
        snapshot.drafts = drafts.kept
        snapshot.knowsDrafts = drafts.state == .known
        out.add(.store(.snapshot, value: snapshot.encoded()))
    }

    /// Those whom the kept events name.
    private func peopleToKeep() -> [Person] {
        var ids: Set<UserID> = .init()
        for room in reader.recent {
            guard let window = rooms[room]?.window else { continue }
            for event in window.events.suffix(Snapshot.eventsPerRoom) {
                ids.insert(event.actor)
                switch event.body {
                case .message, .messageGone, .messageDeleted, .messageEdited, .reaction, .messagePinned,
                    .messagesExpired, .roomUpdated, .roomArchived, .roomRules, .roomDeleted:
                    break
                case .memberJoined(let user), .memberLeft(let user), .memberRemoved(let user),
                    .memberMuted(let user, _), .roleChanged(let user, _):
                    ids.insert(user)
                }
            }
        }
        // A direct room's name is theirs.
        for room in rooms.values { ids.formUnion(room.directUsers) }
        var kept: [Person] = []
        for id in ids.inOrder() {
            if let person = people.known[id] { kept.append(person) }
        }
        return kept
    }

    /// Shows what was kept, until the server says what is new.
    mutating func restore(_ snapshot: Snapshot) {
        guard outbox.owner == nil || outbox.owner == snapshot.me.id else { return }
        session.me = snapshot.me
        out.add(.view(.me(snapshot.me)))
        sync.restore(safe: snapshot.safe, useq: snapshot.useq, dseq: snapshot.dseq)
        for room in snapshot.rooms { rooms[room.room.id] = room }
        people.add(snapshot.me)
        for person in snapshot.people { people.add(person) }
        if let kept = snapshot.blocks { blocks = Blocks(restored: kept) }
        if let kept = snapshot.saved { saved = SavedMessages(restored: kept) }
        if let kept = snapshot.preferences { preferences = OwnPreferences(restored: kept) }
        for thread in snapshot.threads { threads.restore(thread.key, wish: thread.seq) }
        for draft in snapshot.drafts {
            drafts.restore(draft.key, draft.text, at: draft.at, isChanged: draft.isChanged)
        }
        if snapshot.knowsDrafts { drafts.restored() }
        reader.restore(recent: snapshot.recent)
        enterChat()
        // A room that is not held may be one that was joined meanwhile.
        if let wanted = reader.wanted, rooms[wanted] == nil { return }
        enterWantedRoom()
    }
}
