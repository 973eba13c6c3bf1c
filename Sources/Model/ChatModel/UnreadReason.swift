/// What a room's unread count rests on.
package struct UnreadReason: Hashable, Sendable {
    /// As `Unread.count` gives it.
    package var unread: Int
    /// The first message that counts; nil where none does.
    package var first: RoomEvent?

    package init(unread: Int, first: RoomEvent?) {
        self.unread = unread
        self.first = first
    }
}
