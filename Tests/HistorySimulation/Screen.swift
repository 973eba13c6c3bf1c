import ClientCore

/// What a person sees: view changes applied. One that does not fit what is shown is a fault.
struct ShownScreen {
    var connection: ConnectionShown?
    var queued = 0
    var rooms: [RoomItem] = []
    var header: RoomItem?
    var state: RoomShown?
    var rows: [Row] = []
    var atStart = false
    var firstUnread: RowKey?
    var unreadAbove: FirstUnread?
    var fault: String?

    mutating func apply(_ change: ViewChange) {
        switch change {
        case .connection(let state, let queued, _): (connection, self.queued) = (state, queued)
        case .room(let item, let state): (header, self.state) = (item, state)
        case .roomsReset(let items): rooms = items
        case .roomsInsert(let index, let item):
            guard index <= rooms.count else { return misfit(change) }
            rooms.insert(item, at: index)
        case .roomsUpdate(let index, let item):
            guard index < rooms.count, rooms[index].id == item.id else { return misfit(change) }
            rooms[index] = item
        case .roomsRemove(let index):
            guard index < rooms.count else { return misfit(change) }
            rooms.remove(at: index)
        case .timelineReset(let rows, let atStart, let firstUnread):
            (self.rows, self.atStart, self.firstUnread) = (rows, atStart, firstUnread)
        case .timelineAppend(let rows): self.rows += rows
        case .timelinePrepend(let rows, let atStart, let firstUnread):
            self.rows = rows + self.rows
            self.atStart = atStart
            guard let firstUnread else { break }
            guard self.rows.contains(where: { $0.key == firstUnread }) else { return misfit(change) }
            self.firstUnread = firstUnread
        case .timelineUnread(let first): unreadAbove = first
        case .timelineShow(let key):
            guard rows.contains(where: { $0.key == key }) else { return misfit(change) }
        case .timelineUpdate(let key, let row):
            guard let index = rows.firstIndex(where: { $0.key == key }) else { return misfit(change) }
            rows[index] = row
        case .timelineRemove(let key):
            guard let index = rows.firstIndex(where: { $0.key == key }) else { return misfit(change) }
            rows.remove(at: index)
        default: break
        }
    }

    private mutating func misfit(_ change: ViewChange) { fault = fault ?? "a change that does not fit: \(change)" }
}
