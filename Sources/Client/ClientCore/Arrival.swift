import ChatModel

/// A room that we came into and whose summary is on its way.
struct Arrival: Sendable {
    /// The event with which our membership began: an answer from before it tells of an earlier one.
    let joinedSeq: Int64
    /// Who brought us in; ourselves where we joined.
    let actor: UserID
    /// What happened there meanwhile.
    private(set) var events: [RoomEvent] = []
    /// Where our cursor was moved meanwhile.
    var cursor: Int64?
    /// What was chosen for it meanwhile.
    var level: NotifyLevel?

    init(joinedSeq: Int64, by actor: UserID) {
        self.joinedSeq = joinedSeq
        self.actor = actor
    }

    mutating func append(_ event: RoomEvent) {
        // What is past the limit is found missing by its number, and read then.
        if events.count < SyncProgress.queueLimit { events.append(event) }
    }
}
