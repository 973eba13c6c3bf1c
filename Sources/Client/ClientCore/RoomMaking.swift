import ChatModel
import ChatWire

/// A channel or a group that the person is making. Its nonce stays the same for as long as it is not known whether the room
/// was made, so that trying again makes no second one.
struct RoomMaking: Sendable {
    enum Content: Hashable, Sendable {
        case channel(name: String, description: String)
        /// `users` are the others.
        case group(name: String, description: String, users: [UserID])

        /// Where the person fills it in.
        var form: FormName {
            switch self {
            case .channel: .channel
            case .group: .group
            }
        }

        func request(_ nonce: Nonce) -> Request {
            switch self {
            case .channel(let name, let description):
                .createChannel(name: name, description: description, nonce: nonce)
            case .group(let name, let description, let users):
                .createGroup(name: name, description: description, users: users, nonce: nonce)
            }
        }
    }

    enum State: Hashable, Sendable {
        /// `asked` follows when the person is done choosing.
        case idle
        /// The answer is awaited: `idle` follows, or `interrupted` with the connection.
        case asked
        /// Whether the room was made is not known. `asked` follows with the next connection.
        case interrupted
    }

    private(set) var state = State.idle
    private(set) var content: Content?
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
        guard state == .interrupted, let content, let nonce else { return nil }
        state = .asked
        return (content, nonce)
    }

    /// What the answer is to; nil for the answer to what was given up.
    mutating func answered(_ nonce: Nonce) -> Content? {
        guard state != .idle, nonce == self.nonce else { return nil }
        state = .idle
        return content
    }

    /// It is certain what became of this nonce: the next room has another one.
    mutating func settle() { self = RoomMaking() }
}
