/// The search for where unread begins in the selected room, when what is held of it does not tell.
enum UnreadSearch: Hashable, Sendable {
    /// Nothing is searched. `asked` may follow when the room was loaded or its cursor went back.
    case idle
    /// The server was asked. Nothing counts as read meanwhile: that would change the answer. `found` or `idle` follows.
    case asked
    /// `loading` follows when the person wants to go there.
    case found(FirstUnread)
    /// What lies between is being loaded. `found` follows when it is here, or cannot be had.
    case loading(FirstUnread)

    var first: FirstUnread? {
        switch self {
        case .idle, .asked: nil
        case .found(let first), .loading(let first): first
        }
    }

    /// Answers that are under way will not come.
    mutating func connectionLost() {
        switch self {
        case .idle, .found: break
        case .asked: self = .idle
        case .loading(let first): self = .found(first)
        }
    }
}

/// The first message that counts as unread, as the server told.
package struct FirstUnread: Hashable, Sendable {
    package var seq: Int64
    /// Milliseconds since 1970.
    package var at: Int64
    /// How many count: the number, or `999+`.
    package var count: String
}
