import CSQLite
import ChatModel

/// Sets the parameters of one statement; keeps the first failure.
struct Bindings {
    let statement: OpaquePointer
    private(set) var code: Int32 = SQLITE_OK

    init(statement: OpaquePointer) { self.statement = statement }

    mutating func set(_ index: Int32, _ value: Int64) { note(sqlite3_bind_int64(statement, index, value)) }

    mutating func set(_ index: Int32, _ text: String) {
        var text = text
        let code = text.withUTF8 { utf8 in
            // A nil pointer, as an empty buffer may have, would bind null.
            guard let bytes = utf8.baseAddress else {
                return sqlite3_bind_text64(statement, index, "", 0, nil, utf8Encoding)
            }
            return bytes.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                sqlite3_bind_text64(statement, index, $0, UInt64(utf8.count), copyNow, utf8Encoding)
            }
        }
        note(code)
    }

    mutating func set(_ index: Int32, _ bytes: [UInt8]) {
        let code = bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress, raw.count > 0 else { return sqlite3_bind_zeroblob(statement, index, 0) }
            return sqlite3_bind_blob64(statement, index, base, UInt64(raw.count), copyNow)
        }
        note(code)
    }

    private mutating func note(_ result: Int32) {
        if code == SQLITE_OK { code = result }
    }
}

private let utf8Encoding = UInt8(SQLITE_UTF8)

/// SQLITE_TRANSIENT: SQLite copies before the call returns.
private var copyNow: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

/// The columns of a statement's present row; valid inside the closure it is given to.
struct Row {
    let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func time(_ column: Int32) -> Timestamp { Timestamp(milliseconds: integer(column)) }

    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    func id<Entity>(_ column: Int32) throws(ChatError) -> Identifier<Entity> {
        guard let id = Identifier<Entity>(rawValue: UInt64(bitPattern: integer(column))) else {
            throw .damagedRow
        }
        return id
    }

    func place(_ column: Int32) -> Place { Place(rawValue: UInt64(bitPattern: max(0, integer(column)))) }
}
