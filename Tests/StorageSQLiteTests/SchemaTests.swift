import CSQLite
import TestThreads
import Testing

@testable import StorageSQLite

@Suite("the schema", .ownThread)
struct SchemaTests {
    @Test("every statement finds its rows by a key or an index, and none sorts", arguments: Statement.allCases)
    func plans(_ statement: Statement) async throws {
        let database = try await Database()
        for step in database.rows("EXPLAIN QUERY PLAN " + statement.sql) {
            let plan = step[3]
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
            if plan.hasPrefix("SCAN") {
                // Indexes that hold owners and administrators only, and those who may not log in; rows that an inner query
                // limits already; and what is asked once, when the server starts.
                let isShort = [
                    "INDEX user_owner", "INDEX user_administers", "INDEX user_inactive", "(subquery",
                    "INDEX block_blocked",
                ].contains { plan.contains($0) }
                #expect(isShort, "\(plan)")
            }
        }
    }

    @Test("unread counts and a room's newest number are read from the index alone")
    func covering() async throws {
        let database = try await Database()
        for statement in [Statement.summariesOfUser, .newestInRoom, .placesInRoom] {
            let plan = database.rows("EXPLAIN QUERY PLAN " + statement.sql).map { $0[3] }
            let ofEvents = plan.filter { $0.contains("event_room") }
            #expect(!ofEvents.isEmpty)
            #expect(ofEvents.allSatisfy { $0.contains("COVERING INDEX") }, "\(plan)")
        }
    }

    @Test(
        "the database itself refuses a second event with the same number or counter",
        arguments: [
            "room, seq) VALUES (1, 7", "person, seq) VALUES (1, 7", "seq) VALUES (7",
            "person, device, counter, seq) VALUES (random(), 3, 4, random()",
        ])
    func unique(_ rest: String) async throws {
        let database = try await Database()
        let insert =
            "INSERT INTO event(kind, at, actor, subject, " + rest.replacing("VALUES (", with: "VALUES (1, 0, 1, 1, ")
            + ")"
        #expect(database.run(insert) == SQLITE_OK)
        #expect(database.run(insert) == SQLITE_CONSTRAINT)
        #expect(database.rows("SELECT count(*) FROM event") == [["1"]])
    }
}

/// A new store's database, opened beside it.
private final class Database {
    private let folder: TemporaryFolder
    private let handle: OpaquePointer

    init() async throws {
        folder = try TemporaryFolder()
        try await SQLiteStore.open(folder: folder.path).close()
        var opened: OpaquePointer?
        #expect(sqlite3_open(folder.path + "/roost.db", &opened) == SQLITE_OK)
        handle = try #require(opened)
    }

    deinit { sqlite3_close(handle) }

    func run(_ sql: String) -> Int32 { sqlite3_exec(handle, sql, nil, nil, nil) }

    func rows(_ sql: String) -> [[String]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        #expect(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        var rows: [[String]] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(
                (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                })
        }
        return rows
    }
}
