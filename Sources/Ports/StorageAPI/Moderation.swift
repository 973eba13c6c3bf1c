package import ChatModel

/// Questions about the order in a room.
package protocol ModerationQueries {
    /// What a send asks; nil where `user` is no member of `room`.
    func sendFacts(of user: UserID, in room: RoomID) throws(ChatError) -> SendFacts?
    /// The end of the person's last mute in the room, which may be over; it outlives their membership.
    func mutedUntil(_ user: UserID, in room: RoomID) throws(ChatError) -> Timestamp?
    /// Those that end after `now`, in every room.
    func mutes(at now: Timestamp) throws(ChatError) -> [Mute]
    func isBanned(_ user: UserID, from room: RoomID) throws(ChatError) -> Bool
    func banCount(of room: RoomID) throws(ChatError) -> Int
    /// Who is banned from `room`, ordered by id, those after `after`, at most `limit`.
    func bans(of room: RoomID, after: UserID?, limit: Int) throws(ChatError) -> [User]

    /// With what the message says now.
    func report(_ id: ReportID) throws(ChatError) -> Report?
    /// Reports of `room` with an id below `before`, in `state` (nil: in any), the newest first, at most `limit`; each
    /// with what its message says now.
    func reports(
        of room: RoomID, state: Report.State?, before: ReportID?, limit: Int
    ) throws(ChatError) -> [Report]
    /// As `reports(of:…)`, of every channel and of the other rooms that `asker` is in.
    func reports(
        for asker: UserID, state: Report.State?, before: ReportID?, limit: Int
    ) throws(ChatError) -> [Report]
    func openReports(by reporter: UserID) throws(ChatError) -> Int
    /// Reports of `room` that are open, counted to at most `limit`.
    func openReports(of room: RoomID, limit: Int) throws(ChatError) -> Int
    /// Members of `room` who are more than that, there or on the server; at most `limit`.
    func keepers(of room: RoomID, limit: Int) throws(ChatError) -> [UserID]
    /// The server's owners and administrators, at most `limit`.
    func administrators(limit: Int) throws(ChatError) -> [UserID]

    /// Rooms with a retention, ordered by id, those after `after`, at most `limit`.
    func retainedRooms(after: RoomID?, limit: Int) throws(ChatError) -> [Room]
}

/// What is decided and kept of it.
package protocol ModerationChanges {
    /// Nil ends the mute.
    func setMute(until: Timestamp?, of user: UserID, in room: RoomID) throws(ChatError)
    /// Remembers when the member wrote last, for rooms with slow mode.
    func noteSend(by user: UserID, in room: RoomID, at time: Timestamp) throws(ChatError)
    /// Keeps `user` out of `room`; their membership is the caller's to end. Again, it changes nothing.
    func ban(_ user: UserID, from room: RoomID, by actor: UserID, at time: Timestamp) throws(ChatError)
    /// False where there was no such ban.
    func unban(_ user: UserID, from room: RoomID) throws(ChatError) -> Bool
    /// False, and nothing changes, where the reporter has reported this message before.
    func insert(_ report: Report) throws(ChatError) -> Bool
    /// Keeps the report's state and who put it there. Throws `not_found`.
    func update(_ report: Report) throws(ChatError)

    /// Looks at the next `limit` events of `room` from where the last call ended and erases the messages among them, as
    /// `eraseMessage` does; ends at the first event that is not older than `before`. What lies after `now` has its time
    /// from a clock that was set back since, and is as old as the first event after it that does not. Throws `not_found`.
    func expireMessages(
        in room: RoomID, before: Timestamp, now: Timestamp, limit: Int
    ) throws(ChatError) -> Expiry
}

/// What a send asks of its room and of who sends.
package struct SendFacts: Hashable, Sendable {
    package var isArchived: Bool
    /// Seconds; 0 for none.
    package var slowMode: Int64
    package var role: RoomRole
    /// May be over.
    package var mutedUntil: Timestamp?
    /// As `noteSend` was told last.
    package var lastSend: Timestamp?

    package init(isArchived: Bool, slowMode: Int64, role: RoomRole, mutedUntil: Timestamp?, lastSend: Timestamp?) {
        self.isArchived = isArchived
        self.slowMode = slowMode
        self.role = role
        self.mutedUntil = mutedUntil
        self.lastSend = lastSend
    }
}

/// What a step of a room's retention did.
package struct Expiry: Hashable, Sendable {
    /// Every message up to here is gone.
    package var through: Int64
    /// Messages that lost their text in this step.
    package var erased: Int
    /// Whether the next call may find more.
    package var more: Bool

    package init(through: Int64, erased: Int, more: Bool) {
        self.through = through
        self.erased = erased
        self.more = more
    }
}
