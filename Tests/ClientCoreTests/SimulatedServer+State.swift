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
        case .saved: return Answer.error(ChatError(.unknownRequest))
        case .watchPresence(let users):
            connection.watches = users
            return Answer.presence(users.map(presence))
        case .setPresence(let isAway):
            connection.isAway = isAway
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
