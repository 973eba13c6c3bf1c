/// Where the person wants their cursor to be, until the server's own word of it has come.
///
/// The server's word comes as an event of the person's own stream; its answer to our request may come before or
/// after it, and alone does not say which later moves of other devices are known here.
struct CursorWish: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Read up to here: never back.
        case read
        /// Unread from the next on: never forward.
        case unread
        /// Read up to here and unread from the next on, where the server may not have heard yet that it was read: it
        /// is told the one, then the other.
        case readThenUnread
    }

    let kind: Kind
    /// The cursor as it is to be.
    let seq: Int64
    /// The server has heard the first half of `readThenUnread`.
    var isRead = false
    /// The server has carried it out; its event is on the way.
    var isTold = false

    /// Whether a cursor at `seq` is what was wished for.
    func isMet(by seq: Int64) -> Bool {
        switch kind {
        case .read: seq >= self.seq
        case .unread: seq <= self.seq
        case .readThenUnread: seq == self.seq
        }
    }

    /// Where the cursor counts as being, when the server's is at `confirmed`.
    func applied(to confirmed: Int64) -> Int64 {
        switch kind {
        case .read: max(confirmed, seq)
        case .unread: min(confirmed, seq)
        case .readThenUnread: seq
        }
    }

    /// What the server is told next: `read` or `unread`.
    var isAsReading: Bool {
        switch kind {
        case .read: true
        case .unread: false
        case .readThenUnread: !isRead
        }
    }

    /// The wish that follows when the person, whose cursor this wish puts at more than `target` and the server's word
    /// at `confirmed`, wants everything after `target` to be unread.
    func movedBack(to target: Int64, confirmed: Int64) -> CursorWish {
        var wish = CursorWish(kind: .unread, seq: target)
        guard kind != .unread, confirmed <= target else { return wish }
        wish = CursorWish(kind: .readThenUnread, seq: target)
        wish.isRead = isRead || isTold
        return wish
    }
}
