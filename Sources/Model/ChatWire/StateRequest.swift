import ByteCoding
package import ChatModel

/// What somebody asks of their own state, which all their devices share, and of who is there.
package enum StateRequest: Hashable, Sendable {
    case setLevel(room: RoomID, NotifyLevel)
    case preferences
    case updatePreferences(PreferencesChange)
    /// An empty text takes it away.
    case keepDraft(DraftKey, text: String)
    case drafts
    case save(SavedMark, isSaved: Bool)
    case saved(before: Place?, limit: Int)
    case savedMarks
    /// Replaces whom this connection hears of.
    case watchPresence([UserID])
    /// Whether anybody is at this device.
    case setPresence(isAway: Bool)

    /// Throws as `Request.init(name:arguments:)` does; `unknown_request` for a name that is none of these.
    init(_ name: RequestName, _ arguments: Arguments) throws(ChatError) {
        switch name {
        case .setLevel: self = .setLevel(room: try arguments.id("room"), try arguments.word("level"))
        case .preferences: self = .preferences
        case .updatePreferences:
            self = .updatePreferences(
                PreferencesChange(
                    quiet: arguments.change("quiet", try arguments.optionalQuietHours("quiet")),
                    dndUntil: arguments.change(
                        "dnd_until",
                        try arguments.optionalInteger("dnd_until", Limits.time).map { Timestamp(milliseconds: $0) }),
                    sound: try arguments.optionalBool("sound"), preview: try arguments.optionalBool("preview")))
        case .keepDraft:
            self = .keepDraft(
                try arguments.draftKey(), text: try arguments.string("text", most: Request.messageBytes))
        case .drafts: self = .drafts
        case .save:
            self = .save(
                SavedMark(room: try arguments.id("room"), seq: try arguments.integer("seq", 1...Int64.max)),
                isSaved: try arguments.bool("saved"))
        case .saved:
            self = .saved(before: try arguments.optionalNext("before"), limit: try arguments.limit(Limits.savedPage))
        case .savedMarks: self = .savedMarks
        case .watchPresence: self = .watchPresence(try arguments.ids("users", Limits.watchedPeople))
        case .setPresence:
            let state: PresenceState = try arguments.word("state", among: [.online, .away])
            self = .setPresence(isAway: state == .away)
        default: throw ChatError(.unknownRequest)
        }
    }
}

extension Arguments {
    /// What was read of a member that null takes away: nil where it is absent.
    fileprivate func change<Value>(_ name: String, _ value: Value?) -> Value?? {
        if isNull(name) { return .some(nil) }
        guard let value else { return nil }
        return .some(value)
    }

    /// Where a page ended, as the one before it said.
    fileprivate func optionalNext(_ name: String) throws(ChatError) -> Place? {
        guard let text = try optionalString(name, most: Limits.secretBytes) else { return nil }
        guard let place = Place(text) else {
            throw ChatError(.invalidArgument, "The argument \(name) must be the next of the page before.", field: name)
        }
        return place
    }

    fileprivate func draftKey() throws(ChatError) -> DraftKey {
        DraftKey(room: try id("room"), thread: try optionalInteger("thread", 1...Int64.max))
    }

    fileprivate func optionalQuietHours(_ name: String) throws(ChatError) -> QuietHours? {
        guard let value = optionalValue(name) else { return nil }
        guard let from = value.int("from"), let to = value.int("to"), QuietHours.minutes.contains(from),
            QuietHours.minutes.contains(to)
        else {
            throw ChatError(
                .invalidArgument, "The argument \(name) must be an object with from and to, 0 to 1439.", field: name)
        }
        return QuietHours(from: from, to: to)
    }
}
