import ChatModel
import StorageAPI

extension Migration {
    /// Step 5: handles, made for who is there; the accounts' states; when sessions were used; who blocks whom.
    static let accounts = """
        ALTER TABLE user ADD COLUMN handle TEXT NOT NULL DEFAULT '';
        ALTER TABLE user ADD COLUMN state TEXT NOT NULL DEFAULT 'active';
        CREATE UNIQUE INDEX user_handle ON user(handle) WHERE handle <> '';

        ALTER TABLE session ADD COLUMN last_used_at INTEGER NOT NULL DEFAULT 0;
        UPDATE session SET last_used_at = created_at;

        CREATE TABLE block(
            user INTEGER NOT NULL,
            blocked INTEGER NOT NULL,
            PRIMARY KEY (user, blocked)
        ) STRICT, WITHOUT ROWID;
        """

    @Sendable static func giveHandles(_ connection: Connection) throws(ChatError) {
        var last: UserID?
        while true {
            let page = try connection.all(.usersToName, last.map { Int64(bitPattern: $0.rawValue) } ?? -1) {
                row throws(ChatError) in (id: try row.id(0) as UserID, name: row.text(1), email: row.text(2))
            }
            for user in page {
                let base = HandleMaking.base(name: user.name, email: user.email)
                let handle = try HandleMaking.free(base) { candidate throws(ChatError) in
                    try connection.first(.handleOwner, candidate) { _ in true } ?? false
                }
                try connection.run(.setHandle, user.id, handle)
            }
            guard let end = page.last else { return }
            last = end.id
        }
    }

    /// Step 9.
    @Sendable static func keepHandleWords(_ connection: Connection) throws(ChatError) {
        var last: UserID?
        while true {
            let page = try connection.all(
                .usersAfter, last.map { Int64(bitPattern: $0.rawValue) } ?? -1, Int64(500)
            ) { row throws(ChatError) in try User(row) }
            for user in page { try connection.insertWords(of: user) }
            guard let end = page.last else { return }
            last = end.id
        }
    }
}
