/// Who is typing in one thread of a room now.
package struct ThreadTyping: Hashable, Sendable {
    /// The `seq` of the root.
    package var thread: Int64
    /// At most four, in the order in which they began; empty for nobody.
    package var users: [UserID]
    /// All of them.
    package var count: Int

    package init(thread: Int64, users: [UserID], count: Int) {
        self.thread = thread
        self.users = users
        self.count = count
    }
}
