/// The chat client without its senses: what happened goes in, what has to be done comes out.
///
/// It performs no I/O and has no clock and no randomness of its own; the same events give the same effects. One owner
/// hands it one event at a time. No input traps, whoever made it.
package struct ClientCore: Sendable {
    var out: [ClientEffect] = []

    package init() {}

    package mutating func handle(_ event: ClientEvent) -> [ClientEffect] {
        out = []
        if case .start = event.kind { out.append(.view(.screen(.loading))) }
        return out
    }
}
