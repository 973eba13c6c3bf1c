import CSQLite
import Testing

/// A database opened beside the store, to look at.
final class DatabaseFile {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        #expect(sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK)
        handle = try #require(opened)
        sqlite3_busy_timeout(handle, 5000)
    }

    deinit { sqlite3_close(handle) }

    /// Every row as text, blobs in hexadecimal.
    func rows(_ sql: String) -> [[String]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        #expect(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append((0..<sqlite3_column_count(statement)).map { text(statement, $0) })
        }
        #expect(sqlite3_reset(statement) == SQLITE_OK, "\(sql)")
        return rows
    }

    /// What is in all tables, and their definitions.
    var content: String {
        sqlite3_exec(handle, "BEGIN", nil, nil, nil)
        defer { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
        var lines: [String] = []
        for table in rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
            lines.append(table.joined(separator: ": "))
            lines += rows("SELECT * FROM \(table[0])").map { $0.joined(separator: "|") }.sorted()
        }
        return lines.joined(separator: "\n")
    }

    private func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
        if sqlite3_column_type(statement, column) == SQLITE_BLOB {
            let count = Int(sqlite3_column_bytes(statement, column))
            return UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
                .map { String($0, radix: 16) }.joined(separator: ",")
        }
        return sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "null"
    }
}
