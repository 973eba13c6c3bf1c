package import ChatModel

/// What happened outside the core: the shell tells it, in order, one at a time.
///
/// After a `socketConnect` or `socketClose` effect nothing of an earlier socket may be told any more.
package struct ClientEvent: Hashable, Sendable {
    /// Milliseconds since 1970; held to 0...8.64e15, so that no sum with it overflows.
    package var now: Int64
    package var kind: Kind

    package init(now: Int64, _ kind: Kind) {
        self.now = min(max(now, 0), 8_640_000_000_000_000)
        self.kind = kind
    }

    package enum Kind: Hashable, Sendable {
        /// Comes once, first.
        case start(ClientStart)

        case socketOpened
        /// One WebSocket text message.
        case socketText(String)
        /// The socket failed or was closed by the other side.
        case socketClosed
        case timer(ClientTimer)
        /// Whether the device has a network at all.
        case online(Bool)
        /// Whether a person can see the client.
        case visible(Bool)
        /// Whether nobody has been at the device for a while.
        case away(Bool)
        /// `status` is 0 where no answer came.
        case httpAnswer(id: Int64, status: Int64, body: String)
        /// A `store` effect was carried out, or failed; in the order of the effects.
        case stored(ClientStoreKey, ok: Bool)

        case setUp(ClientAccount)
        case register(ClientAccount)
        case logIn(email: String, password: String)
        case logOut
        /// A new password for whom the opened link is for.
        case reset(password: String)
        /// The person would rather log in (`login`), or rather make an account (`register`).
        case showForm(FormName)
        case openRoom(RoomID)
        case createChannel(name: String, description: String)
        /// `users` are the others.
        case createGroup(name: String, description: String, users: [UserID])
        /// The person no longer waits for the channel or the group that they are making.
        case giveUpMaking
        /// The room of these people and oneself is to be opened, and made where there is none.
        case direct([UserID])
        /// The list of this room's members is open; nil where none is. Again for what could not be read.
        case showMembers(RoomID?)
        /// The end of the list of members is in sight.
        case moreMembers
        case join(RoomID)
        case leave(RoomID)
        /// Whether the list of all channels is open.
        case browseChannels(Bool)
        /// Each change of what stands in the room's composer, or in that of a thread in it.
        case draft(RoomID, thread: Int64?, text: String)
        /// `thread` is the root of the thread that it is a reply in, `reply` the message that it answers.
        case send(RoomID, text: String, thread: Int64? = nil, reply: Int64? = nil)
        /// Who is on the screen: whether they are there is asked for them, in place of whom the core would ask for.
        case watch([UserID])
        /// A word that may be completed stands at the caret, without its mark.
        case complete(RoomID, CompletionMark, text: String)
        /// The thread of the message `root` is to stand beside its room.
        case openThread(RoomID, root: Int64)
        case closeThread
        case followThread(RoomID, root: Int64, Bool)
        /// The last message of one's own, in the room or the thread, is to be edited.
        case editLast(RoomID, thread: Int64?)
        case message(RoomID, seq: Int64, MessageDeed)
        /// As `send`, at a time: milliseconds since 1970.
        case schedule(RoomID, thread: Int64?, text: String, at: Int64)
        /// What is to be sent later says something else, or goes at another time; nil for as it was.
        case reschedule(ScheduledID, text: String?, at: Int64?)
        /// It is not sent.
        case unschedule(ScheduledID)
        /// A list of messages is opened; again for what could not be read. `room` is whose pins.
        case openList(MessageListKind, RoomID?)
        case moreOfList
        case closeList
        /// What a message said before is no longer looked at.
        case closeEdits
        /// What another instance of the same person's client stored as its outbox before it ended.
        case adopt(outbox: String)
        /// The message `seq` and what follows it is to count as unread.
        case markUnread(RoomID, seq: Int64)
        /// The message `seq` is to go at once; there is no way back.
        case delete(RoomID, seq: Int64)
        case retry(nonce: String)
        case discard(nonce: String)
        /// `top` asks for older messages; `bottom` says that the newest are in sight.
        case timelineReached(RoomID, ClientEdge, thread: Int64? = nil)
        /// The first unread message, which is above what is held, is to be loaded and shown.
        case goToFirstUnread(RoomID)
        /// The newest messages are to be shown again after others.
        case goToNewest(RoomID)
        /// The newest messages are no longer in sight.
        case timelineLeft(RoomID, thread: Int64? = nil)
        /// A request of the views' own, whose answer changes nothing that the core holds; `answered` follows with the
        /// same id. `arguments` is the text of a JSON object.
        case ask(id: Int64, name: String, arguments: String)
    }
}

/// What the core has to know before anything else.
package struct ClientStart: Hashable, Sendable {
    /// Random bits, new at each start: nonces and back-off are drawn from them.
    package var entropy: (high: UInt64, low: UInt64) { (entropyHigh, entropyLow) }
    private var entropyHigh: UInt64
    private var entropyLow: UInt64
    /// What was opened: `/`, `/setup/TOKEN`, `/invite/CODE`, `/reset/CODE`, `/room/ID` or `/room/ID/SEQ`.
    package var path: String
    /// Such as `https://chat.example.org`, without a path.
    package var origin: String
    package var online: Bool
    /// Minutes that local time is ahead of UTC; decides where days begin.
    package var utcOffset: Int64
    /// What the list of sessions calls this device; nil leaves it to the server, which knows a browser by what it says of
    /// itself.
    package var device: String?
    /// What `store` effects wrote last, under their keys.
    package var snapshot: String?
    package var outbox: String?

    package init(
        entropy: (high: UInt64, low: UInt64), path: String, origin: String, online: Bool = true, utcOffset: Int64 = 0,
        device: String? = nil, snapshot: String? = nil, outbox: String? = nil
    ) {
        (entropyHigh, entropyLow) = entropy
        self.path = path
        self.origin = origin
        self.online = online
        self.utcOffset = min(max(utcOffset, -1440), 1440)
        self.device = device
        self.snapshot = snapshot
        self.outbox = outbox
    }
}

/// What a person fills in to get an account.
package struct ClientAccount: Hashable, Sendable {
    package var email: String
    package var password: String
    package var name: String
    package var avatar: Avatar

    package init(email: String, password: String, name: String, avatar: Avatar) {
        self.email = email
        self.password = password
        self.name = name
        self.avatar = avatar
    }
}

/// Every timer that the core sets; setting one that runs starts it anew.
package enum ClientTimer: String, Hashable, Sendable, CaseIterable {
    /// Ends the back-off.
    case reconnect
    /// The connection has not become usable in time.
    case handshake
    /// No ping came in time.
    case heartbeat
    /// The oldest request was not answered in time.
    case answers
    /// Sends again what could not be sent a while ago.
    case outbox
    /// Loads again what could not be loaded a while ago.
    case load
    case snapshot
    /// Tells the server what was written lately.
    case drafts
    /// Asks anew of whom we hear whether they are there.
    case presence
    /// What was deleted a while ago goes for good.
    case deletions
}

package enum ClientStoreKey: String, Hashable, Sendable, CaseIterable {
    /// What the client shows before it has heard from the server; may be lost without harm.
    case snapshot
    /// What was said and not yet acknowledged; must not be lost.
    case outbox
}

package enum ClientEdge: String, Hashable, Sendable, CaseIterable {
    case top
    case bottom
}
