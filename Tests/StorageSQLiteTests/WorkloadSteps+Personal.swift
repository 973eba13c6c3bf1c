import ChatModel
import StorageAPI

extension WorkloadStep {
    /// What people choose for themselves, all of it in one step.
    func choose(_ store: any WriteTransaction) throws(ChatError) {
        let (user, room) = (WorkloadStep.people[1], WorkloadStep.room)
        if let membership = try store.membership(of: user, in: room) {
            let level: NotifyLevel = membership.level == .nothing ? .mentions : .nothing
            try store.setLevel(level, of: user, in: room)
            _ = try store.append(.levelChanged(room: room, level), for: user, at: time)
        }
        let preferences = Preferences(quiet: QuietHours(from: number % 1440, to: (number + 1) % 1440), sound: false)
        try store.setPreferences(preferences, of: user)
        _ = try store.append(.preferencesChanged(preferences), for: user, at: time)
        try store.setLastSeen(time, of: user)
        let key = DraftKey(room: room, thread: number)
        try store.setDraft(Draft(key: key, text: "draft \(number)", at: time), of: user)
        _ = try store.append(.draftChanged(key, text: "draft \(number)"), for: user, at: time)
        if number / WorkloadStep.round % 2 == 1 { try store.deleteDraft(of: user, for: key) }
        let mark = SavedMark(room: room, seq: number / WorkloadStep.round + 1)
        if try !store.isSaved(mark, by: user) {
            let event = try store.append(.savedChanged(mark, isSaved: true), for: user, at: time)
            try store.insertSaved(mark, by: user, at: time, place: event.place)
        }
        if number / WorkloadStep.round % 2 == 1 { try store.deleteSaved(mark, by: user) }
        try store.setPreferences(preferences, of: WorkloadStep.people[2])
        try store.deletePersonalState(of: WorkloadStep.people[2])
    }
}

extension RecordingTransaction {
    func setLevel(_ level: NotifyLevel?, of user: UserID, in room: RoomID) throws(ChatError) {
        try base.setLevel(level, of: user, in: room)
        log.note(.setLevel)
    }

    func setPreferences(_ preferences: Preferences, of user: UserID) throws(ChatError) {
        try base.setPreferences(preferences, of: user)
        log.note(.setPreferences)
    }

    func setLastSeen(_ time: Timestamp, of user: UserID) throws(ChatError) {
        try base.setLastSeen(time, of: user)
        log.note(.setLastSeen)
    }

    func deletePersonalState(of user: UserID) throws(ChatError) {
        try base.deletePersonalState(of: user)
        log.note(.deletePersonalState)
    }

    func setDraft(_ draft: Draft, of user: UserID) throws(ChatError) {
        try base.setDraft(draft, of: user)
        log.note(.setDraft)
    }

    func deleteDraft(of user: UserID, for key: DraftKey) throws(ChatError) {
        try base.deleteDraft(of: user, for: key)
        log.note(.deleteDraft)
    }

    func insertSaved(_ mark: SavedMark, by user: UserID, at time: Timestamp, place: Place) throws(ChatError) {
        try base.insertSaved(mark, by: user, at: time, place: place)
        log.note(.insertSaved)
    }

    func deleteSaved(_ mark: SavedMark, by user: UserID) throws(ChatError) {
        try base.deleteSaved(mark, by: user)
        log.note(.deleteSaved)
    }

    // MARK: - Questions, passed on

    func preferences(of user: UserID) throws(ChatError) -> Preferences { try base.preferences(of: user) }
    func drafts(of user: UserID) throws(ChatError) -> [Draft] { try base.drafts(of: user) }
    func draft(of user: UserID, for key: DraftKey) throws(ChatError) -> Draft? { try base.draft(of: user, for: key) }
    func draftSize(of user: UserID) throws(ChatError) -> (count: Int, bytes: Int) { try base.draftSize(of: user) }
    func oldestDraft(of user: UserID, besides key: DraftKey) throws(ChatError) -> DraftKey? {
        try base.oldestDraft(of: user, besides: key)
    }
    func isSaved(_ mark: SavedMark, by user: UserID) throws(ChatError) -> Bool { try base.isSaved(mark, by: user) }
    func savedCount(of user: UserID) throws(ChatError) -> Int { try base.savedCount(of: user) }
    func saved(by user: UserID, before: Place?, limit: Int, channels: Bool) throws(ChatError) -> [SavedMessage] {
        try base.saved(by: user, before: before, limit: limit, channels: channels)
    }
    func savedMarks(of user: UserID) throws(ChatError) -> [SavedMark] { try base.savedMarks(of: user) }
    func seen(_ ids: [UserID]) throws(ChatError) -> [SeenPerson] { try base.seen(ids) }
}
