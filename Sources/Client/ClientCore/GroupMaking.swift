import ChatModel

/// A group that the person is making. Its nonce stays the same for as long as it is not known whether the group was made,
/// so that trying again makes no second one.
struct GroupMaking: Sendable {
    struct Content: Hashable, Sendable {
        var name: String
        var description: String
        /// The others.
        var users: [UserID]
    }

    enum State: Hashable, Sendable {
        /// `asked` follows when the person is done choosing.
        case idle
        /// The answer is awaited: `idle` follows, or `interrupted` with the connection.
        case asked
        /// Whether the group was made is not known. `asked` follows with the next connection.
        case interrupted
    }

    private(set) var state = State.idle
    private(set) var content = Content(name: "", description: "", users: [])
    private(set) var nonce: Nonce?

    /// False while another is under way. `fresh` becomes its nonce where none is waiting to be answered for.
    mutating func begin(_ content: Content, fresh: Nonce) -> Bool {
        guard state == .idle else { return false }
        self.content = content
        nonce = nonce ?? fresh
        state = .asked
        return true
    }

    mutating func connectionLost() {
        if state == .asked { state = .interrupted }
    }

    /// What has to be asked again; nil where nothing was interrupted.
    mutating func resume() -> (content: Content, nonce: Nonce)? {
        guard state == .interrupted, let nonce else { return nil }
        state = .asked
        return (content, nonce)
    }

    /// False for the answer to what was given up.
    mutating func answered(_ nonce: Nonce) -> Bool {
        guard state != .idle, nonce == self.nonce else { return false }
        state = .idle
        return true
    }

    /// It is certain what became of this nonce: the next group has another one.
    mutating func settle() { self = GroupMaking() }
}
