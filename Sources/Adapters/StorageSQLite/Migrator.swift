import CSQLite
import ChatModel

/// Brings a database to the newest schema.
struct Migrator {
    /// "Rst1": SQLite's `application_id`, by which `file` and we know our own.
    private static let applicationID: Int64 = 0x5273_7431

    let connection: Connection
    let folder: DataFolder
    let migrations: [Migration]

    /// Refuses a newer schema and files of other programs. Keeps a copy of an older database beside it as
    /// `roost.db.before-N`, N the first step that it lacked.
    func run() throws(StorageError) {
        let found = try integer("PRAGMA user_version") ?? 0
        let known = migrations.last?.number ?? 0
        let isEmpty = try integer("SELECT count(*) FROM sqlite_schema") == 0
        if !isEmpty, try integer("PRAGMA application_id") != Migrator.applicationID {
            throw StorageError(opening: folder.database, code: SQLITE_NOTADB)
        }
        if found > known {
            throw StorageError(
                .schemaNewer(found: found, known: known),
                "\(folder.database) was written by a newer version of Roost (schema \(found), this one knows \(known)). "
                    + "Start that version, or restore the copy it made before it changed the database.")
        }
        guard try once("PRAGMA journal_mode=WAL", read: { $0.text(0) }) == "wal" else {
            throw StorageError(
                .folderUnusable,
                "\(folder.path) is on a file system that SQLite cannot share memory on. Choose a folder on a local disk."
            )
        }
        let missing = migrations.filter { $0.number > found }
        guard let first = missing.first else { return }
        if !isEmpty { try keepCopy(before: first.number) }
        for migration in missing { try apply(migration) }
    }

    private func apply(_ migration: Migration) throws(StorageError) {
        do throws(StorageError) {
            try execute("BEGIN IMMEDIATE")
            try execute(migration.sql)
            if let work = migration.work { try perform(work) }
            try execute("PRAGMA application_id=\(Migrator.applicationID)")
            try execute("PRAGMA user_version=\(migration.number)")
            try execute("COMMIT")
        } catch {
            // The first failure is the one to tell; whether undoing it fails too, the file stays as it was.
            _ = connection.execute("ROLLBACK")
            throw error
        }
    }

    private func perform(_ work: (Connection) throws(ChatError) -> Void) throws(StorageError) {
        do throws(ChatError) { try work(connection) } catch {
            throw StorageError(opening: folder.database, code: sqlite3_extended_errcode(connection.handle))
        }
    }

    private func keepCopy(before number: Int64) throws(StorageError) {
        let copy = "\(folder.database).before-\(number)"
        let part = copy + ".part"
        try DataFolder.remove(part)
        try DataFolder.makePrivate(file: part)
        try execute(
            "VACUUM INTO '\(part.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'")
        try DataFolder.replace(copy, with: part)
    }

    private func execute(_ sql: String) throws(StorageError) {
        let code = connection.execute(sql)
        guard code == SQLITE_OK else { throw StorageError(opening: folder.database, code: code) }
    }

    private func integer(_ sql: String) throws(StorageError) -> Int64? {
        try once(sql) { $0.integer(0) }
    }

    private func once<Value>(_ sql: String, read: (Row) -> Value) throws(StorageError) -> Value? {
        do throws(ChatError) { return try connection.once(sql, read: read) } catch {
            throw StorageError(opening: folder.database, code: sqlite3_extended_errcode(connection.handle))
        }
    }
}
