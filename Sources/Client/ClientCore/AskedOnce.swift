/// What is known of something of the person's own that is asked for once, and then kept by what their stream tells.
enum AskedOnce<Change: Hashable & Sendable>: Hashable, Sendable {
    /// Nothing is known, or what is held may be old. `asked` follows.
    case unknown
    /// The server was asked, and this changed meanwhile: the answer may be from before it. `known` follows, or `unknown`
    /// when the connection is lost or the server could not answer.
    case asked(since: [Change])
    /// Every change comes as an event. `unknown` follows where events may have been missed.
    case known

    mutating func ask() { self = .asked(since: []) }

    /// An event says that this changed.
    mutating func hear(_ change: Change) {
        if case .asked(let since) = self { self = .asked(since: since + [change]) }
    }

    /// The answer is here, and this is to be carried out on it; nil where nobody waits for it any more.
    mutating func answered() -> [Change]? {
        guard case .asked(let since) = self else { return nil }
        self = .known
        return since
    }

    /// What is held is all that there will be: as it was kept, or because the server will never say.
    mutating func settle() { self = .known }

    /// What was told is no longer all.
    mutating func missed() { self = .unknown }

    mutating func connectionLost() {
        if case .asked = self { self = .unknown }
    }
}
