import ChatModel
import ChatWire
import Testing

@testable import ClientCore

/// The views as a person sees them: changes are applied, and a change that does not fit is recorded as a fault.
struct ViewState {
    var screen: Screen?
    var form: (name: FormName, busy: Bool, error: FormError?, done: Bool)?
    var me: User?
    var blocks: [UserID] = []
    var preferences: Preferences?
    var presence: [UserID: PresenceState] = [:]
    var server: ServerFacts?
    var connection: ConnectionShown?
    var queued = 0
    var retryIn: Int64?
    var rooms: [RoomItem] = []
    var channels: [ChannelItem] = []
    var browsing = false
    var members = MembersShown(room: nil)
    var header: RoomItem?
    var headerState: RoomShown?
    var rows: [Row] = []
    var atStart = false
    var firstUnread: RowKey?
    var loadingOlder = false
    var unreadAbove: FirstUnread?
    /// What was last brought into sight.
    var shownRow: RowKey?
    var resets = 0
    /// What is unread at the newest messages, where these are not shown.
    var detached: String?
    var loadingNewer = false
    var edits = EditsShown()
    var typing = ""
    /// Open reports by room, as far as they were told.
    var reports: [RoomID: Int] = [:]
    var composer: (room: RoomID, draft: String)?
    var threadComposer: (room: RoomID, root: Int64, draft: String)?
    var openThread: (room: RoomID, root: Int64, isFollowing: Bool)?
    var threadRows: [Row] = []
    var threadTyping = ""
    var threadFirstUnread: RowKey?
    var threadShownRow: RowKey?
    var editing: (thread: Int64?, seq: Int64, text: String)?
    var completions: (mark: CompletionMark, text: String, items: [CompletionItem])?
    var lists: (mentions: String, threads: String)?
    var list: MessageListShown?
    var title = ""
    var notices: [String] = []
    /// What was asked and answered, in the order of the answers.
    var answers: [(id: Int64, ok: Bool, json: String)] = []

    mutating func apply(_ change: ViewChange) {
        switch change {
        case .screen(let screen): self.screen = screen
        case .form(let name, let busy, let error, let done): form = (name, busy, error, done)
        case .me(let user): me = user
        case .blocks(let users): blocks = users
        case .preferences(let value): preferences = value
        case .presence(let people, let reset):
            if reset { presence = [:] }
            for person in people { presence[person.user] = person.state }
        case .server(let facts): server = facts
        case .connection(let state, let queued, let retryIn):
            (connection, self.queued, self.retryIn) = (state, queued, retryIn)
        case .channels(let open, _, let channels): (browsing, self.channels) = (open, channels)
        case .members(let members): self.members = members
        case .room(let item, let state): (header, headerState) = (item, state)
        case .typing(let text): typing = text
        case .reports(let room, let open): reports[room] = open
        case .composer(let room, nil, let draft): composer = (room, draft)
        case .composer(let room, .some(let root), let draft): threadComposer = (room, root, draft)
        case .thread(let room, let root, let isFollowing):
            openThread = root.map { (room, $0, isFollowing) }
            if root == nil { threadRows = [] }
        case .inThread(let change): applyInThread(change)
        case .draft(let key, let text): if key == composer.map({ DraftKey(room: $0.room) }) { composer?.draft = text }
        case .composerEdit(_, let thread, let seq, let text): editing = (thread, seq, text)
        case .completions(let mark, let text, let items): completions = (mark, text, items)
        case .lists(let mentions, let threads): lists = (mentions, threads)
        case .list(let shown): list = shown
        case .edits(let shown): edits = shown
        case .title(let unread): title = unread
        case .notice(let text): notices.append(text)
        case .answered(let id, let ok, let json): answers.append((id, ok, json))
        case .roomsReset, .roomsInsert, .roomsUpdate, .roomsRemove: applyRooms(change)
        default: applyTimeline(change)
        }
        check(change)
    }

    private func check(_ change: ViewChange) {
        switch change {
        case .timelineReset, .timelineAppend, .timelinePrepend, .timelineUpdate:
            var keys: Set<RowKey> = []
            for row in rows { keys.insert(row.key) }
            if keys.count != rows.count { Issue.record("a key is shown twice") }
        default: break
        }
    }

    /// The open thread's timeline takes the same changes.
    private mutating func applyInThread(_ change: ViewChange) {
        if openThread == nil { Issue.record("a change of a thread that is not open: \(change)") }
        var other = ViewState()
        (other.rows, other.firstUnread, other.shownRow) = (threadRows, threadFirstUnread, threadShownRow)
        other.typing = threadTyping
        other.apply(change)
        (threadRows, threadFirstUnread, threadShownRow) = (other.rows, other.firstUnread, other.shownRow)
        threadTyping = other.typing
    }

    private mutating func applyRooms(_ change: ViewChange) {
        switch change {
        case .roomsReset(let items): rooms = items
        case .roomsInsert(let index, let item):
            guard index <= rooms.count else { return fault(change) }
            rooms.insert(item, at: index)
        case .roomsUpdate(let index, let item):
            guard index < rooms.count, rooms[index].id == item.id else { return fault(change) }
            rooms[index] = item
        case .roomsRemove(let index):
            guard index < rooms.count else { return fault(change) }
            rooms.remove(at: index)
        default: break
        }
    }

    private mutating func applyTimeline(_ change: ViewChange) {
        switch change {
        case .timelineReset(let rows, let atStart, let firstUnread):
            (self.rows, self.atStart, self.firstUnread) = (rows, atStart, firstUnread)
            resets += 1
        case .timelineAppend(let rows): self.rows += rows
        case .timelinePrepend(let rows, let atStart, let firstUnread):
            self.rows = rows + self.rows
            self.atStart = atStart
            guard let firstUnread else { break }
            guard self.rows.contains(where: { $0.key == firstUnread }) else { return fault(change) }
            self.firstUnread = firstUnread
        case .timelineUpdate(let key, let row):
            guard let index = rows.firstIndex(where: { $0.key == key }) else { return fault(change) }
            rows[index] = row
        case .timelineRemove(let key):
            guard let index = rows.firstIndex(where: { $0.key == key }) else { return fault(change) }
            rows.remove(at: index)
        case .timelineLoading(.top, let value): loadingOlder = value
        case .timelineLoading(.bottom, let value): loadingNewer = value
        case .timelineDetached(let on, let unread): detached = on ? unread : nil
        case .timelineUnread(let first): unreadAbove = first
        case .timelineShow(let key):
            guard rows.contains(where: { $0.key == key }) else { return fault(change) }
            shownRow = key
        default: break
        }
    }

    private func fault(_ change: ViewChange) { Issue.record("a change that does not fit: \(change)") }

    /// The messages on screen.
    var texts: [String] { rows.filter { $0.kind == .message }.map { $0.text } }
    var states: [Row.State] { rows.filter { $0.kind == .message }.map { $0.state } }
    func room(_ id: RoomID) -> RoomItem? { rooms.first { $0.id == id } }
}
