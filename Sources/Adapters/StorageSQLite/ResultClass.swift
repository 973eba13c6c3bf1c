import CSQLite
import ChatModel

/// What a SQLite result code means for who asked (https://sqlite.org/rescode.html).
enum ResultClass {
    /// The disk is full; may pass.
    case full
    /// The disk or the system fails; may pass.
    case trouble
    /// The file's content is wrong.
    case damaged
    /// The file is no database.
    case foreign
    /// A constraint forbids the change; only that statement was undone.
    case refused
    /// A fault of this program.
    case other

    /// `code` may be extended; its low byte decides.
    init(_ code: Int32) {
        switch code & 0xff {
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR, SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_NOMEM, SQLITE_PROTOCOL,
            SQLITE_PERM, SQLITE_INTERRUPT, SQLITE_AUTH:
            self = .trouble
        case SQLITE_CORRUPT: self = .damaged
        case SQLITE_NOTADB: self = .foreign
        case SQLITE_CONSTRAINT: self = .refused
        default: self = .other
        }
    }

    /// Whether everything in the transaction is in doubt, not only the statement that failed.
    var endsTransaction: Bool {
        switch self {
        case .full, .trouble: true
        case .damaged, .foreign, .refused, .other: false
        }
    }
}

/// Milliseconds: an operator has to see to the disk first, and everybody's retries wait for the same writer.
private let retryAfterTrouble: Int64 = 5_000

extension ChatError {
    /// Names the code, never a file.
    init(sqlite code: Int32) {
        switch ResultClass(code) {
        case .full: self.init(.storageFull, retryAfter: retryAfterTrouble)
        case .trouble:
            self.init(
                .unavailable, "The server's disk cannot be used just now. Nothing was stored; try again later.",
                retryAfter: retryAfterTrouble)
        case .damaged, .foreign:
            self.init(.internal, "The server's database is damaged (SQLite code \(code)). Ask its operator.")
        case .refused, .other:
            self.init(.internal, "\(ErrorCode.internal.defaultMessage) (SQLite code \(code))")
        }
    }

    /// A row that no version of this program wrote.
    static let damagedRow = ChatError(.internal, "The server's database holds a wrong row. Ask its operator.")
}
