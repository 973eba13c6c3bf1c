import ChatModel

/// The word that is being completed, and what was asked for to complete it.
struct Completing: Sendable {
    /// Items told at once, at most.
    static let limit = 8

    /// The last one asked for; answers that come later complete it again.
    var word: (room: RoomID, mark: CompletionMark, text: String)?
    /// Whose members were asked for on this connection.
    var rooms: Set<RoomID> = .init()
    var hasAskedForChannels = false
    /// Members of rooms as far as they were told.
    var members = Pairs<RoomID, Set<UserID>>()

    mutating func connectionLost() { self = Completing() }
}
