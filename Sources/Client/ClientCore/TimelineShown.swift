import ChatModel

/// The rows of one timeline as the views have them.
struct TimelineShown: Sendable {
    private(set) var rows: [Row] = []
    /// Where the views show that unread begins.
    private(set) var firstUnread: RowKey?
    private var atStart = false
    private var isReady = false
    private var loadingOlder = false
    private var loadingNewer = false
    /// The next rows are those of something else, or are to be shown as if they were.
    var isOther = true

    /// What brings the views to `rows`, which are `window`'s.
    ///
    /// - Parameters:
    ///   - found: where unread begins; told once, when it is first known.
    ///   - seeks: a message further up is being looked for.
    mutating func changes(
        to rows: [Row], of window: TimelineWindow, firstUnread found: RowKey?, seeks: Bool = false
    ) -> [ViewChange] {
        let isReady = window.state == .ready
        var changes: [ViewChange] = []
        if isOther || isReady != self.isReady {
            firstUnread = found
            changes.append(.timelineReset(rows, atStart: window.atStart, firstUnread: found))
        } else {
            changes = steps(to: rows, atStart: window.atStart, found)
        }
        let isLoading = window.loadingOlder || seeks
        if isLoading != loadingOlder { changes.append(.timelineLoading(.top, isLoading)) }
        if window.loadingNewer != loadingNewer { changes.append(.timelineLoading(.bottom, window.loadingNewer)) }
        (self.rows, atStart, self.isReady) = (rows, window.atStart, isReady)
        (loadingOlder, loadingNewer, isOther) = (isLoading, window.loadingNewer, false)
        return changes
    }

    private mutating func steps(to rows: [Row], atStart: Bool, _ first: RowKey?) -> [ViewChange] {
        let found = firstUnread == nil ? first : nil
        var toldStart = atStart == self.atStart && found == nil
        var changes: [ViewChange] = []
        for change in RowDiff.changes(from: self.rows, to: rows) {
            switch change {
            case .reset:
                changes.append(.timelineReset(rows, atStart: atStart, firstUnread: first))
                firstUnread = first
                toldStart = true
            case .append(let rows): changes.append(.timelineAppend(rows))
            case .prepend(let rows):
                changes.append(.timelinePrepend(rows, atStart: atStart, firstUnread: found))
                firstUnread = firstUnread ?? found
                toldStart = true
            case .update(let key, let row): changes.append(.timelineUpdate(key, row))
            case .remove(let key): changes.append(.timelineRemove(key))
            }
        }
        guard !toldStart else { return changes }
        firstUnread = firstUnread ?? found
        return changes + [.timelinePrepend([], atStart: atStart, firstUnread: found)]
    }
}
