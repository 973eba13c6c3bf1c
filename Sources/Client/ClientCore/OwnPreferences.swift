import ChatModel
import ChatWire

/// What we want of our devices: asked for once, and kept by what our own stream tells, which is always the whole of it.
struct OwnPreferences: Sendable {
    enum State: Hashable, Sendable {
        /// What is held may be old. `asked` follows, or `known` by an event.
        case unknown
        /// `known` follows: by an event, which is as new as the answer or newer, or by the answer. `unknown` when the
        /// connection is lost.
        case asked
        /// Every change comes as an event. `unknown` follows where events may have been missed.
        case known
    }

    private(set) var value = Preferences()
    private(set) var state = State.unknown

    init() {}

    /// As they were kept.
    init(restored value: Preferences) {
        self.value = value
        state = .known
    }

    mutating func asking() { state = .asked }

    mutating func take(_ answer: Preferences) {
        if state == .asked { changed(answer) }
    }

    mutating func changed(_ value: Preferences) {
        self.value = value
        state = .known
    }

    /// The server will never say.
    mutating func giveUp() { state = .known }

    mutating func missed() { state = .unknown }

    mutating func connectionLost() {
        if state == .asked { state = .unknown }
    }
}

extension ClientCore {
    /// Once all rooms are loaded: what we want of our devices, where that is not known.
    mutating func askForPreferences() {
        guard canAsk, sync.isLive, preferences.state == .unknown else { return }
        preferences.asking()
        ask(.state(.preferences), .preferences)
    }

    mutating func takePreferences(_ answer: ReceivedAnswer) {
        switch answer {
        case .ok(let ok): preferences.take(AnswerContent.preferences(ok) ?? preferences.value)
        case .error(let error):
            if loadLater(error) { preferences.missed() } else { preferences.giveUp() }
        }
        touch()
    }

    mutating func publishPreferences() {
        guard preferences.state == .known, preferences.value != shown.preferences else { return }
        shown.preferences = preferences.value
        out.add(.view(.preferences(preferences.value)))
    }
}
