import ChatModel

/// What we have begun to write, here and on our other devices: what is typed here is told to the server a moment after
/// the last key, and what is typed elsewhere is taken where nothing of ours waits to be told.
struct Drafts: Sendable {
    struct Change: Hashable, Sendable {
        var key: DraftKey
        var text: String
    }

    private struct Entry: Sendable {
        /// Empty while the server has yet to hear that it is.
        var text: String
        /// When it was changed here, in milliseconds; 0 for what came from the server.
        var at: Int64 = 0
        /// The server has not heard of it.
        var isChanged = false
        /// What the server is being told.
        var telling: String?
        /// Of our own stream, the last event that counts in `text`.
        var useq: Int64 = 0
        /// The last event that came while the server was being told: ours, or one after it, or one before.
        var heard: (useq: Int64, text: String)?
    }

    /// Milliseconds from the last key to when the server is told.
    static let pause: Int64 = 2_000

    private var entries = Pairs<DraftKey, Entry>()
    var state = AskedOnce<Change>.unknown
    /// The server keeps no drafts.
    private(set) var isRefused = false

    func text(_ key: DraftKey) -> String { entries[key]?.text ?? "" }

    /// What is to outlive the client: each text with when it was changed here, and whether the server has yet to hear
    /// of it.
    var kept: [(key: DraftKey, text: String, at: Int64, isChanged: Bool)] {
        var kept: [(key: DraftKey, text: String, at: Int64, isChanged: Bool)] = []
        for key in entries.keys {
            guard let entry = entries[key], !entry.text.isEmpty || entry.isChanged || entry.telling != nil else {
                continue
            }
            kept.append((key, entry.text, entry.at, entry.isChanged || entry.telling != nil))
        }
        return kept.inOrder { $0.key < $1.key }
    }

    mutating func restore(_ key: DraftKey, _ text: String, at: Int64, isChanged: Bool) {
        entries[key] = Entry(text: text, at: at, isChanged: isChanged)
    }

    /// What was kept is all that the server had then.
    mutating func restored() { state.settle() }

    // MARK: Here

    /// The person has changed it; false where it was so.
    mutating func write(_ text: String, _ key: DraftKey, now: Int64) -> Bool {
        guard !self.text(key).utf8.elementsEqual(text.utf8) else { return false }
        var entry = entries[key] ?? Entry(text: text)
        (entry.text, entry.at, entry.isChanged) = (text, now, true)
        entries[key] = entry
        return true
    }

    var hasChanges: Bool { entries.values.contains { $0.isChanged && $0.telling == nil } }

    /// What the server is to be told now; it counts as on its way.
    mutating func takeChanges() -> [Change] {
        guard !isRefused else { return [] }
        var changes: [Change] = []
        for key in entries.keys.inOrder() {
            guard var entry = entries[key], entry.isChanged, entry.telling == nil else { continue }
            (entry.isChanged, entry.telling, entry.heard) = (false, entry.text, nil)
            entries[key] = entry
            changes.append(Change(key: key, text: entry.text))
        }
        return changes
    }

    /// The server has kept it, as the event `useq` tells, or had it so already (nil).
    mutating func told(_ change: Change, useq: Int64?) {
        guard var entry = entries[change.key], entry.telling != nil else { return }
        entry.telling = nil
        entry.useq = max(entry.useq, useq ?? 0)
        state.hear(change)
        let heard = entry.heard
        entry.heard = nil
        put(entry, change.key)
        if let heard { take(heard.text, change.key, useq: heard.useq) }
    }

    /// The server did not take it, and never will (`forGood`), or may later.
    mutating func refused(_ key: DraftKey, forGood: Bool) {
        guard var entry = entries[key] else { return }
        entry.telling = nil
        if !forGood { entry.isChanged = true }
        put(entry, key)
    }

    // MARK: Elsewhere

    /// Our own stream tells of it; `useq` is the event's number.
    mutating func take(_ text: String, _ key: DraftKey, useq: Int64) {
        state.hear(Change(key: key, text: text))
        var entry = entries[key] ?? Entry(text: "")
        guard useq > entry.useq else { return }
        if entry.telling != nil {
            entry.heard = (useq, text)
        } else {
            entry.useq = useq
            // What is being typed here is told in a moment and stands then.
            if !entry.isChanged { (entry.text, entry.at) = (text, 0) }
        }
        put(entry, key)
    }

    /// What the server has. What was changed here later than there stays, and is told.
    mutating func take(_ drafts: [Draft]) {
        guard let since = state.answered() else { return }
        for key in entries.keys {
            guard let entry = entries[key], !entry.isChanged, entry.telling == nil else { continue }
            if !drafts.contains(where: { $0.key == key }) { entries[key] = nil }
        }
        for draft in drafts {
            var entry = entries[draft.key] ?? Entry(text: "")
            if entry.telling != nil { continue }
            if entry.isChanged, entry.at >= draft.at.milliseconds { continue }
            (entry.text, entry.at, entry.isChanged) = (draft.text, 0, false)
            entries[draft.key] = entry
        }
        for change in since {
            var entry = entries[change.key] ?? Entry(text: "")
            guard !entry.isChanged, entry.telling == nil else { continue }
            entry.text = change.text
            put(entry, change.key)
        }
    }

    /// The server keeps none, and never will.
    mutating func giveUp() {
        state.settle()
        isRefused = true
    }

    mutating func forget(_ room: RoomID) {
        for key in entries.keys where key.room == room { entries[key] = nil }
    }

    /// What was on its way has to be told again.
    mutating func connectionLost() {
        isRefused = false
        state.connectionLost()
        for key in entries.keys {
            guard var entry = entries[key], entry.telling != nil else { continue }
            (entry.telling, entry.heard, entry.isChanged) = (nil, nil, true)
            entries[key] = entry
        }
    }

    /// After loading afresh the numbers begin anew.
    mutating func forgetNumbers() {
        for key in entries.keys { entries[key]?.useq = 0 }
    }

    private mutating func put(_ entry: Entry, _ key: DraftKey) {
        let isNothing = entry.text.isEmpty && !entry.isChanged && entry.telling == nil
        // The number stays known while it may still keep an older event out.
        entries[key] = isNothing && entry.useq == 0 ? nil : entry
    }
}
