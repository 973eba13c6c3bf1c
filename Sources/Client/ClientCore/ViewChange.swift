package import ChatModel
package import ChatWire

/// A small change of what is shown; applied in order they make the whole picture. In boxes, so that what holds one stays small.
package indirect enum ViewChange: Hashable, Sendable {
    case screen(Screen)
    /// How far a form has come; `error` stands beside its field, or above the form where it names none.
    case form(FormName, busy: Bool, error: FormError?, done: Bool)
    case me(User)
    /// Whom we have blocked, in the order of their ids.
    case blocks([UserID])
    case preferences(Preferences)
    /// Who is there of those in sight; with `reset` nothing is known of anybody else.
    case presence([Presence], reset: Bool)
    /// What the server says of itself, when it says something new.
    case server(ServerFacts)
    /// - Parameters:
    ///   - queued: messages that wait to be sent or acknowledged.
    ///   - retryIn: milliseconds until the next attempt, while waiting for one.
    case connection(ConnectionShown, queued: Int, retryIn: Int64?)
    case roomsReset([RoomItem])
    case roomsInsert(index: Int, RoomItem)
    case roomsUpdate(index: Int, RoomItem)
    case roomsRemove(index: Int)
    /// The list of all channels.
    case channels(open: Bool, loading: Bool, [ChannelItem])
    /// The list of a room's members.
    case members(MembersShown)
    /// The selected room's header.
    case room(RoomItem?, RoomShown)
    case timelineReset([Row], atStart: Bool, firstUnread: RowKey?)
    case timelineAppend([Row])
    /// `firstUnread` is there when only now it is known.
    case timelinePrepend([Row], atStart: Bool, firstUnread: RowKey?)
    /// The row of this key becomes `Row`, whose key may be another.
    case timelineUpdate(RowKey, Row)
    case timelineRemove(RowKey)
    case timelineLoading(ClientEdge, Bool)
    /// The first unread message, where it is above the rows that are shown; nil where it is not.
    case timelineUnread(FirstUnread?)
    /// The row of this key is to be brought into sight.
    case timelineShow(RowKey)
    /// Whether the newest messages are not among the rows that are shown, and what is unread then: empty, the number, or
    /// `999+`.
    case timelineDetached(Bool, unread: String)
    /// Which thread stands beside its room; nil for none.
    case thread(RoomID, root: Int64?, isFollowing: Bool)
    /// A change of a timeline is that of the open thread's.
    case inThread(ViewChange)
    /// One's own message is to be changed in the composer; `text` is its editable form. `thread` is the root of the
    /// thread that it is a reply in.
    case composerEdit(RoomID, thread: Int64?, seq: Int64, text: String)
    /// What could complete the word `text` behind the mark `kind`.
    case completions(CompletionMark, text: String, [CompletionItem])
    /// What is unread in the lists of messages.
    case lists(mentions: String, threads: String)
    /// The list of messages that is open.
    case list(MessageListShown)
    /// What a message said before; closed where no room is named.
    case edits(EditsShown)
    /// How many of the room's reports are open; told when that changes, to who may read them.
    case reports(RoomID, open: Int)
    /// Who else is typing in the selected room; empty for nobody.
    case typing(String)
    /// What the composer of a room or thread that was just opened holds.
    case composer(RoomID, thread: Int64? = nil, draft: String)
    /// What the composer of the selected room, or of a thread, holds now that another device wrote in it.
    case draft(DraftKey, text: String)
    /// The mark of everything unread.
    case title(unread: String)
    /// Shown for a moment.
    case notice(String)
    /// What became of an `ask`: `json` is the content of the answer's `ok`, or its error.
    case answered(Int64, ok: Bool, json: String)
}

package enum Screen: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known yet; any other may follow.
    case loading
    case setup
    case register
    case login
    /// A new password.
    case reset
    case chat
}

package enum FormName: String, Hashable, Sendable, CaseIterable {
    case login
    case setup
    case register
    case reset
    case channel
    case group
    case direct
}

package struct FormError: Hashable, Sendable {
    /// The field's name in the event that the form sends.
    package var field: String?
    package var message: String

    package init(field: String? = nil, message: String) {
        self.field = field
        self.message = message
    }
}

package enum ConnectionShown: String, Hashable, Sendable, CaseIterable {
    /// Also while what was missed is being read.
    case connecting
    case online
    /// The device has no network.
    case offline
    /// The next attempt comes later.
    case waiting
}

package enum RoomShown: String, Hashable, Sendable, CaseIterable {
    case loading
    case ready
    /// Nothing was ever said here.
    case empty
    /// The room could not be read.
    case failed
}

/// The headings of the list of rooms, in their order.
package enum RoomSection: String, Hashable, Sendable, CaseIterable {
    /// What everyone is in, above all others and without a heading.
    case feed
    case channels
    case groups
    case direct
    /// Of any kind.
    case archived

    var order: Int {
        switch self {
        case .feed: 0
        case .channels: 1
        case .groups: 2
        case .direct: 3
        case .archived: 4
        }
    }
}

package struct RoomItem: Hashable, Sendable {
    package var id: RoomID
    package var kind: Room.Kind
    package var section: RoomSection
    /// Of a direct room the names of its other people.
    package var name: String
    package var description: String
    package var members: Int
    /// Empty, the number, or `999+`.
    package var unread: String
    package var marked: Bool
    /// Of the unread, those that name the person or everyone; as `unread`.
    package var mentions = ""
    package var selected: Bool
    package var isArchived = false
    /// The person's own part in it.
    package var part = RoomRole.member
    /// Of which of its messages the person wants to be told.
    package var level = NotifyLevel.all
    package var rights = RoomRights()
    /// Seconds between two messages of a member; 0 for none.
    package var slowMode: Int64 = 0
    /// Days for which messages stay; 0 for ever.
    package var retention: Int64 = 0
    /// The others in a direct room.
    package var people: [Person] = []

    package init(
        id: RoomID, kind: Room.Kind, section: RoomSection, name: String, description: String, members: Int,
        unread: String, marked: Bool, selected: Bool
    ) {
        self.id = id
        self.kind = kind
        self.section = section
        self.name = name
        self.description = description
        self.members = members
        self.unread = unread
        self.marked = marked
        self.selected = selected
    }
}

package struct ChannelItem: Hashable, Sendable {
    package var id: RoomID
    package var name: String
    package var description: String
    package var members: Int
    package var joined: Bool
    package var isArchived: Bool
}

/// The list of a room's members as far as it is here, in the order in which it is shown.
package struct MembersShown: Hashable, Sendable {
    /// Nil where the list is closed.
    package var room: RoomID?
    package var members: [MemberItem] = []
    package var loading = false
    /// There are more members than these, to be asked for.
    package var more = false
    /// Why the list could not be read.
    package var error: String?
}

package struct MemberItem: Hashable, Sendable {
    package var person: Person
    package var part: RoomRole
    package var me: Bool
    /// Milliseconds since 1970; nil for who may write.
    package var mutedUntil: Int64?
}

/// What names a row for as long as it is shown; no two rows of a timeline have the same.
package enum RowKey: Hashable, Sendable {
    /// A room's event, by its `seq`.
    case event(Int64)
    /// What is not confirmed yet, by its nonce.
    case pending(String)
    /// The line above a day's first message: year * 10000 + month * 100 + day.
    case day(Int64)

    package var text: String {
        switch self {
        case .event(let seq): "s\(seq)"
        case .pending(let nonce): "n" + nonce
        case .day(let number): "d\(number)"
        }
    }
}

package struct Row: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case message
        /// Someone joined or left.
        case notice
        case day
    }

    package enum State: String, Hashable, Sendable, CaseIterable {
        case sent
        /// Not acknowledged yet.
        case sending
        /// Refused for good: `error` says why; the person may retry or discard it.
        case failed
    }

    package var key: RowKey
    package var kind: Kind
    package var text: String
    package var at: Int64
    package var author: Person?
    package var mine = false
    /// By the author of the message above, within five minutes: needs no header.
    package var follows = false
    package var state = State.sent
    package var error: String?
    package var nonce: String?
    /// The message was deleted: it has no text.
    package var isGone = false
    /// The person has saved it.
    package var isSaved = false
    /// The text as a tree in JSON, as `MarkupJSON` writes it but with names; empty for what is no message.
    package var markup = ""
    /// When it was edited last, in milliseconds since 1970.
    package var editedAt: Int64?
    package var reply: QuoteShown?
    package var thread: ThreadShown?
    package var reactions: [ReactionShown] = []
    package var isPinned = false
    /// It mentions the person, or everyone.
    package var isNamed = false
    /// It is about to be deleted, which can be taken back.
    package var canUndo = false
    /// Nil for what is no message, or not confirmed yet.
    package var can: MessageRights?
}

/// What is shown of somebody.
package struct Person: Hashable, Sendable {
    package var id: UserID
    package var name: String
    /// By which they are mentioned; empty where they have none or it is not known.
    package var handle: String
    package var avatar: Avatar
    /// On the server.
    package var role: Role

    package init(id: UserID, name: String, handle: String = "", avatar: Avatar, role: Role = .member) {
        self.id = id
        self.name = name
        self.handle = handle
        self.avatar = avatar
        self.role = role
    }
}
