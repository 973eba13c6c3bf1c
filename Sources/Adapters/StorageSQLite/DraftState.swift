import ChatModel
import StorageAPI

extension SnapshotReading {
    func drafts(of user: UserID) throws(ChatError) -> [Draft] {
        try connection.all(.drafts, user) { row throws(ChatError) in
            Draft(
                key: DraftKey(room: try row.id(0), thread: row.threadUnlessZero(1)), text: row.text(2), at: row.time(3))
        }
    }

    func draft(of user: UserID, for key: DraftKey) throws(ChatError) -> Draft? {
        try connection.draft(of: user, for: key)
    }

    func draftSize(of user: UserID) throws(ChatError) -> (count: Int, bytes: Int) {
        try connection.first(.draftSize, user) { (Int(clamping: $0.integer(0)), Int(clamping: $0.integer(1))) } ?? (
            0, 0
        )
    }

    func oldestDraft(of user: UserID, besides key: DraftKey) throws(ChatError) -> DraftKey? {
        try connection.first(.oldestDraft, user, key.room, key.thread ?? 0) { row throws(ChatError) in
            DraftKey(room: try row.id(0), thread: row.threadUnlessZero(1))
        }
    }
}

extension WriterTransaction {
    func setDraft(_ draft: Draft, of user: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(
            .setDraft, user, draft.key.room, draft.key.thread ?? 0, draft.text, draft.at, Int64(draft.text.utf8.count))
    }

    func deleteDraft(of user: UserID, for key: DraftKey) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteDraft, user, key.room, key.thread ?? 0)
    }
}

extension Connection {
    func draft(of user: UserID, for key: DraftKey) throws(ChatError) -> Draft? {
        try first(.draft, user, key.room, key.thread ?? 0) { row in
            Draft(key: key, text: row.text(0), at: row.time(1))
        }
    }
}

extension Row {
    /// A thread's number, where the column is not 0.
    func threadUnlessZero(_ column: Int32) -> Int64? { integer(column) == 0 ? nil : integer(column) }
}
