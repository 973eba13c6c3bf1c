import ChatModel
import ChatWire

/// A person's own state, and who is there.
extension SimulatedServer {
    func performOwn(_ request: StateRequest, by user: UserID, on connection: Connection) -> [UInt8] {
        switch request {
        case .setLevel(let room, let level):
            guard channels[room]?.members.contains(user) == true else { return Answer.error(ChatError(.notMember)) }
            setLevel(level, of: user, in: room)
            return Answer.done
        case .preferences: return Answer.preferences(preferences[user] ?? Preferences())
        case .updatePreferences(let change):
            let changed = change.applied(to: preferences[user] ?? Preferences())
            set(changed, of: user)
            return Answer.preferences(changed)
        case .keepDraft(let key, let text):
            guard drafts[user]?[key]?.text ?? "" != text else { return Answer.draft(useq: nil) }
            drafts[user, default: [:]][key] = text.isEmpty ? nil : Draft(key: key, text: text, at: now)
            tellOwn(.draftChanged(key, text: text), to: user)
            return Answer.draft(useq: useq(of: user))
        case .drafts: return Answer.drafts((drafts[user] ?? [:]).values.sorted { $0.key < $1.key })
        case .save(let mark, let isSaved):
            save(mark, isSaved, by: user)
            return Answer.done
        case .savedMarks:
            return Answer.savedMarks((saved[user] ?? []).sorted { ($0.room, $0.seq) < ($1.room, $1.seq) })
        case .saved:
            let marks = (saved[user] ?? []).sorted { ($0.room, $0.seq) > ($1.room, $1.seq) }
            let messages = marks.compactMap { mark in
                channels[mark.room]?.events.first { $0.seq == mark.seq }.map {
                    SavedMessage(event: $0, savedAt: now, place: safe)
                }
            }
            return Answer.saved(SavedPage(messages: messages, next: nil))
        case .watchPresence(let users):
            connection.watches = users
            return Answer.presence(users.map(presence))
        case .setPresence(let isAway):
            connection.isAway = isAway
            return Answer.done
        }
    }

    func perform(_ request: ScheduleRequest, by user: UserID) -> [UInt8] {
        switch request {
        case .schedule(let room, let thread, let text, let at, let nonce):
            if let made = scheduledBy[nonce] { return Answer.scheduled(made) }
            let message = ScheduledMessage(id: nextID(), room: room, thread: thread, text: text, at: at)
            scheduledBy[nonce] = message
            scheduled[user, default: []].append(message)
            tellOwn(.scheduledChanged(message.id, .made), to: user)
            return Answer.scheduled(message)
        case .scheduled: return Answer.scheduled((scheduled[user] ?? []).sorted { $0.at < $1.at })
        case .update(let id, let text, let at):
            guard let index = scheduled[user]?.firstIndex(where: { $0.id == id }) else {
                return Answer.error(ChatError(.notFound))
            }
            if let text { scheduled[user]?[index].text = text }
            if let at { scheduled[user]?[index].at = at }
            tellOwn(.scheduledChanged(id, .changed), to: user)
            return Answer.done
        case .cancel(let id):
            scheduled[user]?.removeAll { $0.id == id }
            tellOwn(.scheduledChanged(id, .cancelled), to: user)
            return Answer.done
        }
    }

    func save(_ mark: SavedMark, _ isSaved: Bool, by user: UserID) {
        if isSaved { saved[user, default: []].insert(mark) } else { saved[user]?.remove(mark) }
        tellOwn(.savedChanged(mark, isSaved: isSaved), to: user)
    }

    func setLevel(_ level: NotifyLevel, of user: UserID, in room: RoomID) {
        levels[user, default: [:]][room] = level
        tellOwn(.levelChanged(room: room, level), to: user)
    }

    func set(_ preferences: Preferences, of user: UserID) {
        self.preferences[user] = preferences
        tellOwn(.preferencesChanged(preferences), to: user)
    }

    /// Who is not told of is offline.
    func setPresence(_ state: PresenceState, of user: UserID) {
        states[user] = state
        for connection in connections where connection.watches.contains(user) {
            emit("presence", Notice.presence([presence(user)]), on: connection)
        }
    }

    private func presence(_ user: UserID) -> Presence {
        Presence(user: user, state: states[user] ?? .offline)
    }
}
