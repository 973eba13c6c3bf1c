import ChatModel
import StorageAPI

extension SnapshotReading {
    func isSaved(_ mark: SavedMark, by user: UserID) throws(ChatError) -> Bool {
        try connection.first(.isSaved, user, mark.room, mark.seq) { _ in true } ?? false
    }

    func savedCount(of user: UserID) throws(ChatError) -> Int {
        try connection.first(.savedCount, user) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func saved(by user: UserID, before: Place?, limit: Int, channels: Bool) throws(ChatError) -> [SavedMessage] {
        let connection = connection
        let found = try connection.all(
            .saved, user, before.map { Int64(bitPattern: $0.rawValue) } ?? .max, rowLimit(limit),
            Int64(channels ? 1 : 0)
        ) { row throws(ChatError) in
            SavedMessage(event: try connection.roomEvent(row), savedAt: row.time(12), place: row.place(13))
        }
        return found.sorted { $0.place > $1.place }
    }

    func savedMarks(of user: UserID) throws(ChatError) -> [SavedMark] {
        try connection.all(.savedMarks, user) { row throws(ChatError) in
            SavedMark(room: try row.id(0), seq: row.integer(1))
        }
    }
}

extension WriterTransaction {
    func insertSaved(_ mark: SavedMark, by user: UserID, at time: Timestamp, place: Place) throws(ChatError) {
        try willWrite()
        try connection.run(.insertSaved, user, mark.room, mark.seq, Int64(bitPattern: place.rawValue), time)
    }

    func deleteSaved(_ mark: SavedMark, by user: UserID) throws(ChatError) {
        try willWrite()
        try connection.run(.deleteSaved, user, mark.room, mark.seq)
    }
}
