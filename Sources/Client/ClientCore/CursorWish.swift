/// Where the person wants their cursor to be, until the server's own word of it has come.
///
/// The server's word comes as an event of the person's own stream; its answer to our request may come before or
/// after it, and alone does not say which later moves of other devices are known here.
struct CursorWish: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Read up to here: never back.
        case read
        /// Unread from the next on: wherever the cursor was.
        case unread
    }

    let kind: Kind
    /// The cursor as it is to be.
    let seq: Int64
    /// The server has carried it out; its event is on the way.
    var isTold = false

    /// Whether a cursor at `seq` is what was wished for.
    func isMet(by seq: Int64) -> Bool {
        switch kind {
        case .read: seq >= self.seq
        case .unread: seq == self.seq
        }
    }

    /// Where the cursor counts as being, when the server's is at `confirmed`.
    func applied(to confirmed: Int64) -> Int64 {
        switch kind {
        case .read: max(confirmed, seq)
        case .unread: seq
        }
    }
}
