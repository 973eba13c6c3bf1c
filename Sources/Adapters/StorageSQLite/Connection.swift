import CSQLite
import ChatModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One SQLite connection with its prepared statements. Used by one thread at a time, which whoever owns it sees to.
final class Connection {
    let handle: OpaquePointer
    private var prepared = [OpaquePointer?](repeating: nil, count: Statement.allCases.count)
    /// The first failure that puts the whole transaction in doubt; `clearFailure` forgets it.
    private(set) var failure: ChatError?
    /// What was wrong with the disk the first time that something was; `clearFailure` forgets it.
    private(set) var trouble: DiskTrouble?

    init(path: String, flags: Int32, configuration: SQLiteConfiguration) throws(StorageError) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(
            path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, configuration.vfs)
        guard let opened else { throw StorageError(.outOfMemory, "There is no memory left to open \(path).") }
        handle = opened
        guard code == SQLITE_OK else { throw StorageError(opening: path, code: code) }
        sqlite3_busy_timeout(handle, 5000)
        for pragma in [
            "trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0", "foreign_keys=ON", "synchronous=FULL",
            "temp_store=MEMORY",
            // Where fsync leaves data in the disk's own cache (macOS), ask for more; elsewhere these do nothing.
            "fullfsync=ON", "checkpoint_fullfsync=ON", "wal_autocheckpoint=0",
            // What is deleted is overwritten in the file, not only left out of it.
            "secure_delete=ON",
            "cache_size=-\(max(64, configuration.cacheKibibytes))",
        ] {
            try open(path, run: "PRAGMA \(pragma)")
        }
    }

    deinit {
        for statement in prepared { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    private func open(_ path: String, run sql: String) throws(StorageError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw StorageError(opening: path, code: code) }
    }

    func clearFailure() {
        failure = nil
        trouble = nil
        errno = 0
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs SQL that gives no rows and has no parameters. Answers SQLite's result code.
    func execute(_ sql: String) -> Int32 { sqlite3_exec(handle, sql, nil, nil, nil) }

    /// What `read` makes of the first row of SQL without parameters, prepared for this once.
    func once<Value>(_ sql: String, read: (Row) -> Value) throws(ChatError) -> Value? {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        guard code == SQLITE_OK, let statement else { throw fail(code) }
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return read(Row(statement: statement))
        case SQLITE_DONE: return nil
        case let code: throw fail(code)
        }
    }

    /// Runs a statement that gives no rows.
    func run<each P: Parameter>(_ statement: Statement, _ parameters: repeat each P) throws(ChatError) {
        let prepared = try bound(statement, repeat each parameters)
        defer { release(prepared) }
        let code = sqlite3_step(prepared)
        guard code == SQLITE_DONE || code == SQLITE_ROW else { throw fail(code) }
    }

    /// Rows that the last `run` changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// What `read` makes of the first row.
    func first<each P: Parameter, Value>(
        _ statement: Statement, _ parameters: repeat each P, read: (Row) throws(ChatError) -> Value
    ) throws(ChatError) -> Value? {
        let prepared = try bound(statement, repeat each parameters)
        defer { release(prepared) }
        switch sqlite3_step(prepared) {
        case SQLITE_ROW: return try read(Row(statement: prepared))
        case SQLITE_DONE: return nil
        case let code: throw fail(code)
        }
    }

    /// What `read` makes of each row.
    func all<each P: Parameter, Value>(
        _ statement: Statement, _ parameters: repeat each P, read: (Row) throws(ChatError) -> Value
    ) throws(ChatError) -> [Value] {
        let prepared = try bound(statement, repeat each parameters)
        defer { release(prepared) }
        var values: [Value] = []
        while true {
            switch sqlite3_step(prepared) {
            case SQLITE_ROW: values.append(try read(Row(statement: prepared)))
            case SQLITE_DONE: return values
            case let code: throw fail(code)
            }
        }
    }

    private func bound<each P: Parameter>(
        _ statement: Statement, _ parameters: repeat each P
    ) throws(ChatError) -> OpaquePointer {
        let handle = try prepare(statement)
        var bindings = Bindings(statement: handle)
        var index: Int32 = 1
        for parameter in repeat each parameters {
            parameter.bind(to: &bindings, at: index)
            index += 1
        }
        guard bindings.code == SQLITE_OK else {
            release(handle)
            throw fail(bindings.code)
        }
        return handle
    }

    private func prepare(_ statement: Statement) throws(ChatError) -> OpaquePointer {
        if let ready = prepared[statement.rawValue] { return ready }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, statement.sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK, let made else { throw fail(code) }
        prepared[statement.rawValue] = made
        return made
    }

    /// Ends the statement's use of its snapshot and forgets its parameters, so that one not bound next time is null.
    private func release(_ statement: OpaquePointer) {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    /// What the system answered to the last call that failed since `clearFailure`; nil for no failure of the system's.
    private func systemReason(_ left: Int32) -> String? {
        // SQLite 3.40 does not keep what a COMMIT met.
        let kept = sqlite3_system_errno(handle)
        let number = kept == 0 ? left : kept
        guard number != 0, let text = strerror(number) else { return nil }
        return String(cString: text)
    }

    private func fail(_ code: Int32) -> ChatError {
        let left = errno
        let error = ChatError(sqlite: code)
        if failure == nil && ResultClass(code).endsTransaction { failure = error }
        if trouble == nil { trouble = DiskTrouble(code: code, system: systemReason(left)) }
        return error
    }
}
