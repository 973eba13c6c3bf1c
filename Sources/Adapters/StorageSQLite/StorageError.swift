/// Why a store could not be opened. `message` is for the operator and says what to do.
package struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Reason: Hashable, Sendable {
        /// Another server holds the lock of the data folder.
        case folderInUse
        /// The folder or a file in it cannot be made, read or written.
        case folderUnusable
        /// The database was written by a newer version.
        case schemaNewer(found: Int64, known: Int64)
        /// The file is not a database of this program.
        case foreignDatabase
        case damaged
        case diskFull
        case outOfMemory
    }

    package var reason: Reason
    package var message: String

    package var description: String { message }

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// What a SQLite result `code` means while opening `path`.
    init(opening path: String, code: Int32) {
        switch ResultClass(code) {
        case .full:
            self.init(.diskFull, "The disk that holds \(path) is full. Free some space, then start again.")
        case .damaged:
            self.init(.damaged, "\(path) is damaged (SQLite code \(code)). Restore the newest backup.")
        case .foreign:
            self.init(.foreignDatabase, "\(path) is not a Roost database. Choose another data folder.")
        case .trouble, .refused, .other:
            self.init(
                .folderUnusable,
                "\(path) cannot be opened (SQLite code \(code)). Check that this user may read and write its folder.")
        }
    }
}
