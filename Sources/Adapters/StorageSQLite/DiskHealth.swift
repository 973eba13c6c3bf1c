import CSQLite

/// Whether what is written reaches the disk; for the operator's log.
package enum DiskHealth: Hashable, Sendable {
    /// After `failing`: a write was stored again.
    case working
    /// From here on writes are refused, until one is stored; reads go on as far as the disk lets them.
    case failing(DiskTrouble)
}

/// Why the disk refused a write.
package struct DiskTrouble: Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// No space is left.
        case full
        /// The disk, its file system or the rights to its files; `system` says more, where the system did.
        case unusable
        /// What the database's file holds is wrong.
        case damaged
    }

    package var reason: Reason
    /// SQLite's extended result code (https://sqlite.org/rescode.html).
    package var code: Int32
    /// What the system said, such as "Read-only file system"; nil where it said nothing.
    package var system: String?

    /// Nil for a code that does not blame the disk.
    init?(code: Int32, system: String?) {
        switch ResultClass(code) {
        case .full: reason = .full
        case .trouble: reason = .unusable
        case .damaged, .foreign: reason = .damaged
        case .refused, .other: return nil
        }
        self.code = code
        self.system = system
    }

    /// For the operator: what is wrong and what to do.
    package var description: String {
        let details = [system, "SQLite code \(code)"].compactMap { $0 }.joined(separator: ", ")
        return switch reason {
        case .full: "the disk is full (\(details)): free some space"
        case .unusable: "the disk cannot be written (\(details)): see to the disk and to the rights of the files"
        case .damaged: "the database is damaged (\(details)): restore the newest backup"
        }
    }
}
