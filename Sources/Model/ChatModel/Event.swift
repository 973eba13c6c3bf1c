/// A change to a room, numbered without gaps by the room's `seq` (from 1). A message is one.
package struct RoomEvent: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case message(Message)
        /// `user` is a member from this `seq` on.
        case memberJoined(UserID)
        /// `user` is no member after this `seq`.
        case memberLeft(UserID)
        /// `user` was taken out of the room by somebody else and is no member after this `seq`.
        case memberRemoved(UserID)
        /// The message `target`, which `author` had sent, is gone; `thread` is the root of the one that it was a reply in.
        case messageDeleted(target: Int64, author: UserID, thread: Int64? = nil)
        /// A message that was deleted since: its place stays, its text does not. `replies` are those that hang on it.
        case messageGone(id: MessageID, thread: Int64? = nil, replies: Replies? = nil)
        /// The message `target` of `author` says something else now: it is told as it is, nil where it is gone.
        case messageEdited(target: Int64, author: UserID, Message?)
        /// The actor put `emoji` on the message `target`, or took it back. Empty where the message is gone.
        case reaction(target: Int64, emoji: String, isOn: Bool)
        /// The message `target` stands among the room's pins from now on, or no longer.
        case messagePinned(target: Int64, isPinned: Bool)
        /// The member's part in the room is now this one.
        case roleChanged(UserID, RoomRole)
        /// What the room is called now.
        case roomUpdated(name: String, description: String)
        /// The room takes no more messages, or does again.
        case roomArchived(Bool)
        /// How often members write from now on (seconds), and how long messages stay (days); 0 for no such rule.
        case roomRules(slowMode: Int64, retention: Int64)
        /// `user` may not write before this time, or (nil) may again.
        case memberMuted(UserID, until: Timestamp?)
        /// Every message up to `through` is gone: the room keeps none for longer. Done in the name of who made it.
        case messagesExpired(through: Int64)
        /// The room's last event: everyone's membership ends with it.
        case roomDeleted
    }

    package var place: Place
    package var room: RoomID
    package var seq: Int64
    package var at: Timestamp
    /// Who did it.
    package var actor: UserID
    package var body: Body

    package init(place: Place, room: RoomID, seq: Int64, at: Timestamp, actor: UserID, body: Body) {
        self.place = place
        self.room = room
        self.seq = seq
        self.at = at
        self.actor = actor
        self.body = body
    }
}

/// A change of a person's own state, numbered without gaps by their `useq` (from 1); told to their devices only.
package struct PersonEvent: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        /// What the person has read in `room` now ends at `seq`.
        case cursorMoved(room: RoomID, seq: Int64)
        /// What the person has read in the thread of the root `thread` now ends at `seq`.
        case threadRead(room: RoomID, thread: Int64, seq: Int64)
        /// The person follows the thread, read up to `cursor`, or does no more.
        case threadFollowed(room: RoomID, thread: Int64, ThreadFollow)
        /// The person has blocked somebody, or does no more.
        case blockChanged(UserID, isBlocked: Bool)
        /// Of which messages of `room` the person wants to be told from now on.
        case levelChanged(room: RoomID, NotifyLevel)
        /// What the person wants of their devices now; it is told as it is now.
        case preferencesChanged(Preferences)
        /// What the person has begun to write; empty for nothing. It is told as it is now.
        case draftChanged(DraftKey, text: String)
        /// The person has saved a message, or does no more.
        case savedChanged(SavedMark, isSaved: Bool)
        /// What became of a message that the person has scheduled.
        case scheduledChanged(ScheduledID, ScheduledState)
    }

    package var place: Place
    package var user: UserID
    package var useq: Int64
    package var at: Timestamp
    package var body: Body

    package init(place: Place, user: UserID, useq: Int64, at: Timestamp, body: Body) {
        self.place = place
        self.user = user
        self.useq = useq
        self.at = at
        self.body = body
    }
}

/// A change that belongs to no room and no person, numbered without gaps by `dseq` (from 1); told to all but guests.
package struct DirectoryEvent: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case channelCreated(Room)
        /// The channel's name, description or archiving changed; it is told as it is now.
        case channelUpdated(Room)
        case channelDeleted(RoomID)
        case userRegistered(User)
        /// The person's name, handle, avatar, role or state changed; they are told as they are now.
        case userUpdated(User)
    }

    package var place: Place
    package var dseq: Int64
    package var at: Timestamp
    package var body: Body

    package init(place: Place, dseq: Int64, at: Timestamp, body: Body) {
        self.place = place
        self.dseq = dseq
        self.at = at
        self.body = body
    }
}

/// What a commit adds to the log.
package enum Event: Hashable, Sendable {
    case room(RoomEvent)
    case person(PersonEvent)
    case directory(DirectoryEvent)

    /// The event of a room, where it is one.
    package var roomEvent: RoomEvent? {
        if case .room(let event) = self { event } else { nil }
    }

    package var place: Place {
        switch self {
        case .room(let event): event.place
        case .person(let event): event.place
        case .directory(let event): event.place
        }
    }
}
