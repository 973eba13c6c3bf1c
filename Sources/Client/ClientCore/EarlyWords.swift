import ChatModel

/// What was said before it was known here who is logged in and which rooms there are: a client that began anew without
/// its snapshot is told so of what the person typed meanwhile.
struct EarlyWords: Sendable {
    struct Item: Hashable, Sendable {
        let room: RoomID
        /// As it was typed.
        let text: String
        let thread: Int64?
        let replyTo: Int64?
    }

    static let limit = 100
    private var items: [Item] = []

    var isEmpty: Bool { items.isEmpty }

    /// False where there are too many.
    mutating func add(_ item: Item) -> Bool {
        guard items.count < EarlyWords.limit else { return false }
        items.append(item)
        return true
    }

    /// In the order in which they were said.
    mutating func takeAll() -> [Item] {
        defer { items = [] }
        return items
    }
}
