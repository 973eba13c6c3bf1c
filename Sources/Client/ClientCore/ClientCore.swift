import ChatModel
import ChatWire

/// The chat client without its senses: what happened goes in, what has to be done comes out.
///
/// It performs no I/O and has no clock and no randomness of its own; the same events give the same effects. One owner
/// hands it one event at a time. No input traps, whoever made it.
package struct ClientCore: Sendable {
    /// The effects of the event that is being handled.
    var out: [ClientEffect] = []
    var now: Int64 = 0
    var started = false
    var visible = true
    var utcOffset: Int64 = 0
    var entropy = Entropy(high: 0, low: 0)

    var link = Link()
    var transport = Transport()
    var requests = PendingRequests()
    /// What the person did that the last connection left unanswered.
    var unanswered: [PendingRequests.Repeated] = []

    var session = Session()
    var sync = SyncProgress()
    var people = People()
    var blocks = Blocks()
    var preferences = OwnPreferences()
    var watching = Watching()
    var rooms: [RoomID: RoomState] = .init()
    /// Rooms that we came into and whose summary is on its way, with what happened there meanwhile.
    var arriving = Pairs<RoomID, Arrival>()
    /// Where our membership ended last, on this connection: an older answer must not bring a room back.
    var departed = Pairs<RoomID, Int64>()
    var reader = Reader()
    /// Rooms whose `read` or `unread` is under way.
    var reading: Set<RoomID> = .init()
    var drafts = Drafts()
    var saved = SavedMessages()
    var browse = Browse()
    var making = RoomMaking()
    var roster = Roster()
    var outbox = Outbox()
    var ownTyping = OwnTyping()
    var typing = TypingBoard()
    var shown = Shown()
    var snapshotTimerRuns = false
    var roomNames = RoomNames()
    var channels = KnownChannels()
    var rendered = RenderedTexts()
    var reactions = ReactionWishes()
    var deletions = Deletions()
    var quotes = Quotes()
    var completing = Completing()
    var listCounts = ListCounts()
    var list = MessageList()
    var edits = EditHistory()
    var early = EarlyWords()
    var notifying = Notifying()
    var threads = FollowedThreads()
    var roots = DoubtfulRoots()
    /// The thread that is open.
    var pane: ThreadPane?

    package init() {}

    /// What has to be done about `event`, in order.
    package mutating func handle(_ event: ClientEvent) -> [ClientEffect] {
        out = []
        now = event.now
        if case .start(let start) = event.kind {
            if !started { begin(start) }
        } else if started {
            handle(event.kind)
        }
        publish()
        watchPeople()
        followThreads()
        askForRoots()
        // Making rows is what finds people who are not known yet.
        askForPeople()
        askForQuotes()
        askForChannelNames()
        return out
    }

    private mutating func handle(_ kind: ClientEvent.Kind) {
        switch kind {
        case .start: break
        case .socketOpened: transport.opened()
        case .socketText(let text): receive(text)
        case .socketClosed:
            if transport.state != .closed { loseConnection(closing: false) }
        case .timer(let timer): fire(timer)
        case .online(let online): networkChanged(online)
        case .visible(let visible): visibilityChanged(visible)
        case .away(let isAway): awayChanged(isAway)
        case .httpAnswer(let id, let status, let body): answered(id, status, body)
        case .stored(let key, _): stored(key)
        case .setUp, .register, .logIn, .logOut, .reset: submit(kind)
        case .showForm(let form): showForm(form)
        case .ask(let id, let name, let arguments): askForViews(id, name, arguments)
        default: handleChat(kind)
        }
    }

    private mutating func handleChat(_ kind: ClientEvent.Kind) {
        guard session.me != nil else { return keepEarly(kind) }
        switch kind {
        case .openRoom(let room): open(room, replacingPath: false)
        case .createChannel(let name, let description): make(.channel(name: name, description: description))
        case .createGroup(let name, let description, let users):
            make(.group(name: name, description: description, users: users))
        case .giveUpMaking: giveUpMaking()
        case .direct(let users): openDirect(users)
        case .showMembers(let room): showMembers(room)
        case .moreMembers: moreMembers()
        case .watch(let users): watching.wish(users)
        case .join(let room): join(room)
        case .leave(let room): leave(room)
        case .browseChannels(let open): browseChannels(open)
        case .draft(let room, let thread, let text): draftChanged(DraftKey(room: room, thread: thread), text)
        case .send(let room, let text, let thread, let reply): send(room, text, thread: thread, reply: reply)
        case .complete(let room, let mark, let text): complete(room, mark, text)
        case .openThread(let room, let root): openThread(room, root)
        case .closeThread: closeThread()
        case .followThread(let room, let root, let isFollowing): followThread(room, root, isFollowing)
        case .editLast(let room, let thread): editLast(room, thread: thread)
        case .message(let room, let seq, let deed): perform(deed, on: seq, in: room)
        case .schedule(let room, let thread, let text, let at):
            schedule(DraftKey(room: room, thread: thread), text, at: at)
        case .reschedule(let id, let text, let at): reschedule(id, text, at: at)
        case .unschedule(let id): unschedule(id)
        case .openList(let kind, let room): openList(kind, room)
        case .moreOfList: moreOfList()
        case .closeList: list = MessageList()
        case .closeEdits: edits.close()
        case .markUnread(let room, let seq): markUnread(room, from: seq)
        case .delete(let room, let seq): delete(room, seq)
        case .adopt(let outbox): adopt(outbox)
        case .retry(let nonce): retry(nonce)
        case .discard(let nonce): discard(nonce)
        case .timelineReached(let room, let edge, let thread):
            if thread == nil { reached(room, edge) } else if isOpen(room, thread) { reachedInPane(edge) }
        case .goToFirstUnread(let room): goToFirstUnread(room)
        case .goToNewest(let room): goToNewest(room)
        case .timelineLeft(let room, let thread):
            if thread != nil {
                if isOpen(room, thread) { pane?.atBottom = false }
            } else if room == reader.selected {
                (reader.atBottom, reader.holds) = (false, false)
            }
        default: break
        }
    }

    private func isOpen(_ room: RoomID, _ thread: Int64?) -> Bool { pane?.key.room == room && pane?.key.root == thread }

    private mutating func begin(_ start: ClientStart) {
        started = true
        entropy = Entropy(high: start.entropy.high, low: start.entropy.low)
        utcOffset = start.utcOffset
        session.device = start.device
        session.entry = Entry(path: start.path)
        link.url = Link.url(origin: start.origin)
        link.isOnline = start.online
        if let text = start.outbox, let stored = Outbox(stored: text) {
            outbox = stored
            deletions.restore(stored: text)
        }
        // Who chooses a new password sees nobody's rooms until then.
        if case .reset = session.entry {
        } else if let snapshot = start.snapshot.flatMap({ Snapshot(stored: $0) }) {
            restore(snapshot)
        }
        if start.online { connect() }
    }

    private mutating func fire(_ timer: ClientTimer) {
        switch timer {
        case .reconnect:
            if link.retryAt != nil { connect() }
        case .handshake:
            if transport.state != .closed, !session.isReady { loseConnection(closing: true) }
        case .heartbeat:
            if transport.state != .closed { loseConnection(closing: true) }
        case .answers: requestsTimedOut()
        case .outbox:
            outbox.giveUpStoring()
            outbox.wake()
            pumpOutbox()
        case .load: retryLoading()
        case .drafts: tellDrafts()
        // Watching follows every event.
        case .presence: watching.timerRuns = false
        case .deletions: deleteDue()
        case .snapshot:
            snapshotTimerRuns = false
            storeSnapshot()
        }
    }

    private mutating func stored(_ key: ClientStoreKey) {
        guard key == .outbox else { return }
        outbox.endStore()
        pumpOutbox()
    }

    mutating func notice(_ text: String) { out.add(.view(.notice(text))) }
}
