internal import ChatModel
internal import ChatWire
internal import SocketIOServer

/// One committed event, made ready for every loop: encoded once, with who hears it and whose subscriptions it changes.
struct Delivery: Sendable {
    /// A membership that begins or ends with this event, or what is another of an account from it on.
    enum Subscription: Sendable {
        case begins(UserID, RoomID)
        case ends(UserID, RoomID)
        case endsForAll(RoomID)
        case changes(User)
        /// Until when the person is not to be disturbed, from then on.
        case quiets(UserID, until: Timestamp?)
    }

    let packet: EncodedPacket
    let audience: String
    let subscription: Subscription?
    let place: Place

    init(_ event: Event, safe: Place) {
        packet = Frames.event(event, safe: safe)
        place = event.place
        switch event {
        case .room(let event):
            audience = Audience.room(event.room)
            switch event.body {
            case .memberJoined(let user): subscription = .begins(user, event.room)
            case .memberLeft(let user), .memberRemoved(let user): subscription = .ends(user, event.room)
            case .roomDeleted: subscription = .endsForAll(event.room)
            case .message, .messageDeleted, .messageGone, .messageEdited, .reaction, .messagePinned, .messagesExpired,
                .memberMuted, .roleChanged, .roomUpdated, .roomArchived, .roomRules:
                subscription = nil
            }
        case .person(let event):
            audience = Audience.person(event.user)
            if case .preferencesChanged(let preferences) = event.body {
                subscription = .quiets(event.user, until: preferences.dndUntil)
            } else {
                subscription = nil
            }
        case .directory(let event):
            audience = Audience.directory
            if case .userUpdated(let user) = event.body { subscription = .changes(user) } else { subscription = nil }
        }
    }
}

/// The names of the Socket.IO rooms that carry the streams.
enum Audience {
    static let directory = "directory"
    static func room(_ id: RoomID) -> String { "room:\(id)" }
    static func person(_ id: UserID) -> String { "person:\(id)" }
}
