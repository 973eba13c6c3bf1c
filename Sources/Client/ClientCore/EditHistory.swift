package import ChatModel

/// What a message said before, which the person looks at.
struct EditHistory: Sendable {
    enum State: Hashable, Sendable {
        /// Nobody looks. `loading` follows.
        case closed
        /// A page was asked for. Any other follows.
        case loading
        /// Everything is here. `loading` follows when the message is edited again, `failed` when it is deleted.
        case ready
        /// With the reason, to be shown. `loading` follows when it is opened again.
        case failed(String)
    }

    private(set) var state = State.closed
    private(set) var room: RoomID?
    private(set) var seq: Int64 = 0
    /// The oldest first.
    private(set) var versions: [MessageVersion] = []
    /// The views have to be told.
    var isStale = false

    var isOpen: Bool { state != .closed }

    mutating func open(_ room: RoomID, _ seq: Int64) {
        if self.room != room || self.seq != seq { versions = [] }
        (self.room, self.seq, state, isStale) = (room, seq, .loading, true)
    }

    mutating func close() {
        guard isOpen else { return }
        self = EditHistory()
        isStale = true
    }

    func shows(_ seq: Int64, in room: RoomID) -> Bool { isOpen && self.room == room && self.seq == seq }

    /// A page, the one after the first `number`; whether another has to be asked for.
    mutating func take(_ page: [MessageVersion], after number: Int, more: Bool) -> Bool {
        guard state == .loading else { return false }
        versions = Array(versions.prefix(number)) + page
        isStale = true
        // A page that brings nothing ends it: asking for the same again would never end.
        let goesOn = more && !page.isEmpty && versions.count <= Limits.edits
        if !goesOn { state = .ready }
        return goesOn
    }

    mutating func fail(_ why: String) {
        guard isOpen else { return }
        (state, versions, isStale) = (.failed(why), [], true)
    }

    mutating func connectionLost(_ why: String) {
        if state == .loading { fail(why) }
    }
}

/// What the views show of it.
package struct EditsShown: Hashable, Sendable {
    package struct Version: Hashable, Sendable {
        package var text: String
        /// As a row's.
        package var markup: String
        /// Since when it said so, in milliseconds since 1970.
        package var at: Int64
    }

    /// Nil where nothing is shown.
    package var room: RoomID?
    package var seq: Int64 = 0
    package var loading = false
    /// Why it could not be read.
    package var error: String?
    /// The oldest first.
    package var versions: [Version] = []
}
