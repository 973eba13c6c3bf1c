import CSQLite

/// Copies the write-ahead log into the database file now and then. Only the writer's connection does so: SQLite
/// before 3.51.3 may damage a database where two connections check-point and write at once.
///
/// A checkpoint runs after the acknowledgements of the commit that made it due, so that none waits for it.
final class WriteAheadLog {
    private let connection: Connection
    private let checkpointPages: Int32
    private let growth = UnsafeMutablePointer<Growth>.allocate(capacity: 1)
    /// The log's length from which the next checkpoint is due.
    private var threshold: Int32

    init(connection: Connection, checkpointPages: Int) {
        self.connection = connection
        self.checkpointPages = Int32(clamping: max(1, checkpointPages))
        threshold = self.checkpointPages
        growth.initialize(to: Growth())
        sqlite3_wal_hook(connection.handle, noteGrowth, growth)
    }

    deinit {
        sqlite3_wal_hook(connection.handle, nil, nil)
        growth.deallocate()
    }

    /// Commits so far that put something on the disk: one that changes nothing does not.
    var commits: Int { growth.pointee.commits }

    func checkpointIfLong() {
        let length = growth.pointee.pages
        if length < checkpointPages { threshold = checkpointPages }
        guard length >= threshold else { return }
        var inLog: Int32 = 0
        var copied: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_PASSIVE, &inLog, &copied)
        // A reader of old pages, or a failing disk, holds it up: try again when as much has come again.
        let isDone = code == SQLITE_OK && inLog == copied
        threshold = isDone ? checkpointPages : length.addingReportingOverflow(checkpointPages).partialValue
    }

    /// Copies everything and cuts the log to nothing, as far as the disk allows; what stays is copied at the next start.
    func empty() {
        _ = sqlite3_wal_checkpoint_v2(connection.handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    }
}

/// What SQLite tells at the end of each commit.
private struct Growth {
    var pages: Int32 = 0
    var commits = 0
}

private func noteGrowth(
    _ growth: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int32
) -> Int32 {
    let growth = growth?.assumingMemoryBound(to: Growth.self)
    growth?.pointee.pages = length
    growth?.pointee.commits &+= 1
    return SQLITE_OK
}
