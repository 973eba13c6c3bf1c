package import ByteCoding
package import ChatModel

/// Contents of `ok` that tell of one's own state, and of who is there.
extension AnswerContent {
    /// Of `preferences` and `preferences.update`.
    package static func preferences(_ ok: JSON) -> Preferences? { ok["preferences"].flatMap { Preferences($0) } }

    /// One that cannot be read is left out.
    package static func drafts(_ ok: JSON) -> [Draft]? {
        guard let values = ok.array("drafts") else { return nil }
        var drafts: [Draft] = []
        for value in values.prefix(Limits.drafts) {
            guard let key = DraftKey(value), let text = value.string("text") else { continue }
            drafts.append(Draft(key: key, text: text, at: Timestamp(value["at"]) ?? Timestamp(milliseconds: 0)))
        }
        return drafts
    }

    /// Of `saved.ids`.
    package static func savedMarks(_ ok: JSON) -> [SavedMark]? { SavedMark.list(ok["saved"]) }

    /// Of `presence.watch`.
    package static func presence(_ ok: JSON) -> [Presence]? { Presence.list(ok["users"]) }
}

extension Preferences {
    /// What is missing or cannot be read counts as the usual.
    package init?(_ json: JSON) {
        guard json.objectValue != nil else { return nil }
        self.init(
            quiet: json["quiet"].flatMap { QuietHours($0) }, dndUntil: Timestamp(json["dnd_until"]),
            sound: json.bool("sound") ?? true, preview: json.bool("preview") ?? true)
    }
}

extension SavedMark {
    /// By rooms, as `saved.ids` has it; what cannot be read is left out.
    package static func list(_ json: JSON?) -> [SavedMark]? {
        guard let values = json?.arrayValue else { return nil }
        var marks: [SavedMark] = []
        for value in values {
            guard let room = RoomID(value["room"]) else { continue }
            for seq in value.array("seqs") ?? [] {
                guard marks.count < Limits.savedMessages else { return marks }
                if let seq = seq.intValue, seq > 0 { marks.append(SavedMark(room: room, seq: seq)) }
            }
        }
        return marks
    }
}

extension DraftKey {
    init?(_ json: JSON) {
        guard let room = RoomID(json["room"]) else { return nil }
        self.init(room: room, thread: json.int("thread"))
    }
}

extension QuietHours {
    fileprivate init?(_ json: JSON) {
        guard let from = json.int("from"), let to = json.int("to"), QuietHours.minutes.contains(from),
            QuietHours.minutes.contains(to)
        else { return nil }
        self.init(from: from, to: to)
    }
}

extension Presence {
    /// Who cannot be read is left out; a state that is not known here counts as `away`.
    static func list(_ json: JSON?) -> [Presence]? {
        guard let values = json?.arrayValue else { return nil }
        var people: [Presence] = []
        for value in values.prefix(Limits.watchedPeople.upperBound) {
            guard let user = UserID(value["id"]), let state = value.string("state") else { continue }
            people.append(
                Presence(
                    user: user, state: PresenceState(rawValue: state) ?? .away, lastSeen: Timestamp(value["last_seen"]))
            )
        }
        return people
    }
}
