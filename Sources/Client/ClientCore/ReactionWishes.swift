import ChatModel

/// The reactions of our own that the server has not told of yet: shown at once, and taken back where it refuses them.
struct ReactionWishes: Sendable {
    struct Wish: Hashable, Sendable {
        let room: RoomID
        let seq: Int64
        let emoji: String
        let isOn: Bool

        func concerns(_ room: RoomID, _ seq: Int64, _ emoji: String) -> Bool {
            self.seq == seq && self.room == room && self.emoji.utf8.elementsEqual(emoji.utf8)
        }
    }

    private(set) var wishes: [Wish] = []

    mutating func add(_ wish: Wish) {
        settle(wish.room, wish.seq, wish.emoji)
        wishes.append(wish)
    }

    /// The server's own word of it is here.
    mutating func settle(_ room: RoomID, _ seq: Int64, _ emoji: String) {
        wishes.removeAll { $0.concerns(room, seq, emoji) }
    }

    mutating func refused(_ wish: Wish) { wishes.removeAll { $0 == wish } }

    /// What stands on a message with the wishes for it.
    func reactions(_ responses: Responses?, _ room: RoomID, _ seq: Int64, me: UserID) -> [Reaction] {
        var responses = responses ?? Responses()
        for wish in wishes where wish.seq == seq && wish.room == room {
            responses.take(wish.emoji, wish.isOn, by: me, reader: me, isExact: true)
        }
        return responses.reactions
    }
}
