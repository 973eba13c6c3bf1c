import ChatModel

/// The way to one message of the selected room, and the stretch of the room's past where it led: what is shown need not
/// go up to the newest.
struct Jump: Sendable {
    enum State: Hashable, Sendable {
        /// `wanted` may follow.
        case idle
        /// Waits for the connection, for the room's newest messages or for those that lie a page before them. `asked`
        /// follows where the message is far from them, `replyAsked` where it is none of the room's own, or `idle`.
        case wanted(Int64)
        /// What stands around it was asked for. `idle` follows, or `replyAsked`, or `wanted` when the connection is lost.
        case asked(Int64)
        /// The thread was asked for whose reply it may be. `idle` follows, or `wanted` when the connection is lost.
        case replyAsked(Int64)
    }

    /// A stretch that is shown in place of the newest messages.
    struct Past: Sendable {
        var window: TimelineWindow
        /// The message that it was read for.
        let target: Int64
        /// Everything of the room from the oldest event that is held up to this number is held.
        var through: Int64

        func covers(_ seq: Int64) -> Bool { window.reaches(back: seq) && seq <= through }
    }

    /// Events around the message that are asked for, the half of them after it.
    static let pageSize = 100
    /// A message that is at most so far before what is held is reached without a gap.
    static let nearby: Int64 = 200

    private(set) var state = State.idle
    private(set) var past: Past?
    /// What is on its way, which hears what changes meanwhile.
    private var coming = TimelineWindow()
    /// Which stretch is shown; it grows with each that has nothing to do with the one before.
    private(set) var stretch = 0

    /// Something was asked of the server and is not answered.
    var isUnderWay: Bool {
        switch state {
        case .idle, .wanted: false
        case .asked, .replyAsked: true
        }
    }

    mutating func want(_ seq: Int64) {
        switch state {
        // Asked twice, it is on its way already.
        case .asked(seq), .replyAsked(seq): break
        default: state = .wanted(seq)
        }
    }

    /// The message is in sight, or cannot be.
    mutating func end() {
        state = .idle
        coming.reset()
    }

    mutating func askedAround(_ seq: Int64) {
        state = .asked(seq)
        coming.beginLoading()
    }

    mutating func askedForReply(_ seq: Int64) { state = .replyAsked(seq) }

    /// What stands around `seq` came; false where it is not among it.
    mutating func arrived(_ events: [RoomEvent], more: Bool, around seq: Int64, through: Int64, reader: UserID) -> Bool
    {
        coming.load(events, more: more, reader: reader)
        defer { coming.reset() }
        guard coming.holds(seq) else { return false }
        past = Past(window: coming, target: seq, through: max(through, coming.events.last?.seq ?? 0))
        stretch &+= 1
        return true
    }

    /// An event of the room that was not taken before.
    mutating func follow(_ event: RoomEvent, reader: UserID) {
        past?.window.follow(event, reader: reader)
        coming.follow(event, reader: reader)
    }

    /// Changes what is shown of the past.
    mutating func change(_ work: (inout Past) -> Void) {
        guard var changed = past else { return }
        past = nil
        work(&changed)
        past = changed
    }

    /// What is shown became one with the newest messages.
    mutating func joined() { past = nil }

    /// Back to the newest messages; nothing is wanted any more.
    mutating func leave() {
        end()
        backToNewest()
    }

    mutating func backToNewest() {
        guard past != nil else { return }
        past = nil
        stretch &+= 1
    }

    /// What is held may have changed unheard: the message is gone to once more.
    mutating func again() {
        guard let target = past?.target else { return }
        backToNewest()
        if state == .idle { state = .wanted(target) }
    }

    /// Answers that are under way will not come.
    mutating func connectionLost() {
        switch state {
        case .idle, .wanted: break
        case .asked(let seq), .replyAsked(let seq): state = .wanted(seq)
        }
        coming.reset()
        past?.window.connectionLost()
    }
}
