import ByteCoding
import ChatModel
import ChatWire

/// The person's deletions that are not done yet: each waits a while in which it can be taken back. They outlive the
/// client.
struct Deletions: Sendable {
    enum State: Hashable, Sendable {
        /// Can be taken back until then, in milliseconds since 1970. `due` follows, or it is taken back.
        case waiting(until: Int64)
        /// Its time has come, but it cannot be asked for now. `asked` follows.
        case due
        /// The server was asked. `done` follows, or it is refused, or `due` when the connection is lost.
        case asked
        /// The server has done it; the event that tells of it follows and ends it.
        case done
    }

    struct Item: Hashable, Sendable {
        let room: RoomID
        let seq: Int64
        var state: State
    }

    /// Milliseconds in which a deletion can be taken back.
    static let patience: Int64 = 8000
    static let limit = 1000

    private(set) var items: [Item] = []

    func state(_ room: RoomID, _ seq: Int64) -> State? { items.first { $0.seq == seq && $0.room == room }?.state }

    /// False where it waits already, or too many do.
    mutating func add(_ room: RoomID, _ seq: Int64, _ state: State) -> Bool {
        guard items.count < Deletions.limit, self.state(room, seq) == nil else { return false }
        items.append(Item(room: room, seq: seq, state: state))
        return true
    }

    /// False where it is too late.
    mutating func takeBack(_ room: RoomID, _ seq: Int64) -> Bool {
        guard case .waiting = state(room, seq) else { return false }
        remove(room, seq)
        return true
    }

    mutating func remove(_ room: RoomID, _ seq: Int64) {
        items.removeAll { $0.seq == seq && $0.room == room }
    }

    mutating func set(_ room: RoomID, _ seq: Int64, _ state: State) {
        guard let index = items.firstIndex(where: { $0.seq == seq && $0.room == room }) else { return }
        items[index].state = state
    }

    /// Those whose time has come by `now`; they count as `due`.
    mutating func takeDue(now: Int64) -> [Item] {
        var due: [Item] = []
        for index in items.indices {
            if case .waiting(let until) = items[index].state, until <= now { items[index].state = .due }
            if items[index].state == .due { due.append(items[index]) }
        }
        return due
    }

    /// When the next one's time comes.
    var next: Int64? {
        var next: Int64?
        for case .waiting(let until) in items.map({ $0.state }) { next = min(next ?? until, until) }
        return next
    }

    mutating func connectionLost() {
        for index in items.indices where items[index].state == .asked { items[index].state = .due }
        // Whether its event came is told by what is read anew.
        items.removeAll { $0.state == .done }
    }

    /// False where there is nothing to keep.
    func write(to writer: inout JSONWriter) -> Bool {
        writer.key("deletions")
        writer.beginArray()
        var isEmpty = true
        for item in items where item.state != .done {
            isEmpty = false
            writer.beginObject()
            writer.member("room", item.room.description)
            writer.member("seq", item.seq)
            writer.endObject()
        }
        writer.endArray()
        return !isEmpty
    }

    /// As `write` kept them: their time has come.
    mutating func restore(stored text: String) {
        let json = try? JSON.parse(Array(text.utf8))
        for value in (json?.array("deletions") ?? []).prefix(Deletions.limit) {
            if let room = RoomID(value["room"]), let seq = value.int("seq"), seq > 0 { _ = add(room, seq, .due) }
        }
    }
}
