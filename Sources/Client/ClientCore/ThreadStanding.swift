import ChatModel

/// Where the person stands in a thread that they follow, as far as is known here.
struct ThreadStanding: Hashable, Sendable {
    struct Key: Hashable, Sendable {
        let room: RoomID
        /// The number of the message that the thread hangs on.
        let root: Int64
    }

    enum Count: Hashable, Sendable {
        /// The counts are right. `stale` follows when what is heard does not tell any more.
        case exact
        /// `asked` follows.
        case stale
        /// The server was asked, and nothing but replies was heard meanwhile. `exact` follows, or `overtaken`, or `stale`
        /// where the answer was no use.
        case asked
        /// The answer may not know what was heard since it was asked for. `stale` follows.
        case overtaken
    }

    let key: Key
    /// The last reply that was read.
    private(set) var cursor: Int64
    /// The newest reply that the counts know of.
    private(set) var through: Int64
    /// The same when the server was asked.
    private var askedThrough: Int64 = 0
    private(set) var unread: Int
    private(set) var mentions: Int
    var count: Count
    /// Read up to here, and the server has not said so yet.
    private(set) var wish: Int64?
    /// The server is being told of `wish`.
    var isTold = false

    /// As the server says, knowing of replies up to `last`.
    init(_ key: Key, _ told: ThreadState, through last: Int64) {
        self.key = key
        (cursor, through, count) = (told.cursor, last, .exact)
        (unread, mentions) = (told.unread, told.mentions)
    }

    /// As kept: read up to `wish`, of which the server has not heard.
    init(_ key: Key, wish: Int64) {
        self.init(key, ThreadState(isFollowing: true, cursor: wish), through: wish)
        (self.wish, count) = (wish, .stale)
    }

    mutating func ask() { (count, askedThrough) = (.asked, through) }

    /// Asked anew, or once more where an answer is under way.
    mutating func overtake() { count = count == .asked || count == .overtaken ? .overtaken : .stale }

    /// An answer to `asked`; false where the server says that it is not followed.
    mutating func take(_ told: ThreadState, through last: Int64) -> Bool {
        if count == .overtaken {
            count = .stale
            return true
        }
        guard told.isFollowing else { return false }
        // A reply that was heard meanwhile may be newer than the answer; so is what was read here.
        guard wish == nil, last >= through || count != .asked || through == askedThrough else {
            count = .stale
            return true
        }
        through = max(last, through)
        (cursor, unread, mentions, count) = (told.cursor, told.unread, told.mentions, .exact)
        return true
    }

    /// A reply is heard.
    mutating func take(reply event: RoomEvent, reader: UserID) {
        guard event.seq > through else { return }
        through = event.seq
        guard event.actor != reader, event.seq > cursor, case .message(let message) = event.body else { return }
        unread = min(unread + 1, Unread.exactLimit + 1)
        if message.mentions.names(reader) { mentions = min(mentions + 1, Unread.exactLimit + 1) }
    }

    /// The reply `target` counts for nothing any more, or for something else; `isNamed` says whether it names the person now.
    mutating func changed(_ target: Int64, isNamed: Bool) {
        if target > cursor, unread > 0 || isNamed || count != .exact { overtake() }
    }

    /// It is read up to `seq`; never back.
    mutating func move(to seq: Int64) {
        if let wish, wish <= seq { self.wish = nil }
        guard seq > cursor else { return }
        cursor = seq
        if seq >= through { (unread, mentions) = (0, 0) }
        if seq < through || count != .exact { overtake() }
    }

    /// The person has read up to `seq`; false where that is no news.
    mutating func read(to seq: Int64) -> Bool {
        guard seq > cursor else { return false }
        move(to: seq)
        (wish, isTold) = (seq, false)
        return true
    }

    /// The server has heard of `wish` and says that it is read up to `seq`; nil where it refused.
    mutating func told(_ wish: Int64, at seq: Int64?) {
        guard self.wish == wish else { return }
        self.wish = nil
        guard let seq, seq >= wish else {
            // It is elsewhere than was asked: what it says next counts.
            cursor = seq ?? 0
            return overtake()
        }
    }

    mutating func connectionLost() {
        isTold = false
        if count != .exact { count = .stale }
    }
}
