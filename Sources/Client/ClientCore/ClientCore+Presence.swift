import ChatModel
import ChatWire

/// Who is there of those in sight, and whether we are.
extension ClientCore {
    /// After each event: whoever came into sight is asked for.
    mutating func watchPeople() {
        guard watching.isStale, canAsk, sync.isLive, !watching.isAsking, !watching.isRefused, !watching.timerRuns else {
            return
        }
        let wait = watching.wait(now: now)
        guard wait == 0 else {
            watching.timerRuns = true
            return out.add(.timerSet(.presence, after: wait))
        }
        watching.isStale = false
        let wanted = watching.wished ?? peopleInSight()
        guard watching.ask(for: wanted, now: now) else { return }
        ask(.state(.watchPresence(wanted)), .watch(wanted))
    }

    /// The selected direct room's people, who wrote what is shown (the newest first), the open list of members, and the
    /// people of direct rooms, as many as may be watched; oneself not.
    private func peopleInSight() -> [UserID] {
        var seen: Set<UserID> = .init()
        if let me = session.me { seen.insert(me.id) }
        var wanted: [UserID] = []
        func add(_ user: UserID) {
            if wanted.count < Watching.limit, seen.insert(user).inserted { wanted.append(user) }
        }
        if let room = reader.selected { for user in rooms[room]?.directUsers ?? [] { add(user) } }
        for row in shown.timeline.rows.reversed() where row.kind == .message {
            if wanted.count >= Watching.limit { break }
            if let author = row.author { add(author.id) }
        }
        for user in shown.rosterHead { add(user) }
        for item in shown.rooms { for person in item.people { add(person.id) } }
        return wanted
    }

    mutating func takeWatched(_ answer: ReceivedAnswer, _ users: [UserID]) {
        switch answer {
        case .ok(let ok):
            watching.take(AnswerContent.presence(ok) ?? [])
            var people: [Presence] = []
            for user in users {
                if let presence = watching.known[user] { people.append(presence) }
            }
            out.add(.view(.presence(people, reset: true)))
        case .error(let error):
            watching.failed(forGood: !error.code.retryHelps)
            guard let wait = error.retryAfter, !watching.timerRuns else { return }
            watching.timerRuns = true
            out.add(.timerSet(.presence, after: max(wait, Watching.pause)))
        }
    }

    mutating func take(presence people: [Presence]) {
        let changed = watching.changed(people)
        if !changed.isEmpty { out.add(.view(.presence(changed, reset: false))) }
    }

    /// What was known of people is not true any more.
    mutating func watchingLost() {
        if !watching.known.isEmpty { out.add(.view(.presence([], reset: true))) }
        watching = watching.afresh
    }

    mutating func awayChanged(_ isAway: Bool) {
        guard isAway != watching.isAway else { return }
        watching.isAway = isAway
        tellAway()
    }

    /// A connection begins with somebody at its device.
    mutating func tellAway() {
        if canAsk { ask(.state(.setPresence(isAway: watching.isAway)), .away) }
    }
}
