import ChatModel
import StorageAPI

extension SnapshotReading {
    func event(_ seq: Int64, in room: RoomID, for reader: UserID?) throws(ChatError) -> RoomEvent? {
        try connection.event(seq, in: room, for: reader)
    }

    func edits(of seq: Int64, in room: RoomID, after number: Int64) throws(ChatError) -> [MessageVersion] {
        try connection.all(.editsOfMessage, room, seq, number) { MessageVersion(text: $0.text(0), at: $0.time(1)) }
    }

    func editCount(of seq: Int64, in room: RoomID) throws(ChatError) -> Int {
        try connection.first(.editCount, room, seq) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func reactionCounts(
        of emoji: String, on seq: Int64, in room: RoomID, by user: UserID
    ) throws(ChatError) -> ReactionCounts {
        let isUsed = try connection.first(.reactionUsed, room, seq, emoji) { _ in true } ?? false
        return ReactionCounts(
            isMine: try connection.first(.reactionOf, room, seq, user, emoji) { _ in true } ?? false, isUsed: isUsed,
            emoji: isUsed ? 0 : try connection.first(.reactionKinds, room, seq) { Int(clamping: $0.integer(0)) } ?? 0,
            own: try connection.first(.ownReactions, room, seq, user) { Int(clamping: $0.integer(0)) } ?? 0)
    }

    func isPinned(_ seq: Int64, in room: RoomID) throws(ChatError) -> Bool {
        try connection.first(.isPinned, room, seq) { _ in true } ?? false
    }

    func pinCount(of room: RoomID) throws(ChatError) -> Int {
        try connection.first(.pinCount, room) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func pins(of room: RoomID, for reader: UserID?) throws(ChatError) -> [RoomEvent] {
        var events: [RoomEvent] = []
        for seq in try connection.all(.pinsOfRoom, room, read: { $0.integer(0) }) {
            if let event = try connection.event(seq, in: room, for: reader) { events.append(event) }
        }
        return events
    }

    func mentions(of user: UserID, before place: Place?, limit: Int) throws(ChatError) -> [RoomEvent] {
        let before = place.map { Int64(bitPattern: $0.rawValue) } ?? .max
        var places: [Int64] = []
        for room in try roomIDs(of: user) {
            for called in [user, everyone] {
                places += try connection.all(.mentionsInRoom, called, room, before, user, rowLimit(limit)) {
                    $0.integer(0)
                }
            }
        }
        var events: [RoomEvent] = []
        let connection = connection
        for place in places.sorted(by: >).prefix(max(0, limit)) {
            let event = try connection.first(.eventByPlace, place) { row throws(ChatError) in
                try connection.roomEvent(row, for: user)
            }
            if let event { events.append(event) }
        }
        return events
    }

    // MARK: - Threads

    func replies(
        to thread: Int64, in room: RoomID, before: Int64?, limit: Int, for reader: UserID?
    ) throws(ChatError) -> [RoomEvent] {
        let connection = connection
        let newestFirst = try connection.all(.repliesTo, room, thread, before ?? .max, rowLimit(limit)) {
            row throws(ChatError) in try connection.roomEvent(row, for: reader)
        }
        return newestFirst.reversed()
    }

    func lastReply(to thread: Int64, in room: RoomID) throws(ChatError) -> Int64 {
        try connection.first(.lastReply, room, thread) { $0.integer(0) } ?? 0
    }

    func follow(of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) -> ThreadFollow? {
        try connection.first(.follow, user, room, thread) { row in
            ThreadFollow(isFollowing: row.integer(0) != 0, cursor: row.integer(1))
        }
    }

    func reactions(
        by user: UserID, in room: RoomID, after seq: Int64, limit: Int
    ) throws(ChatError) -> [OwnReaction] {
        try connection.all(.reactionsByUser, user, room, seq, rowLimit(limit)) { row in
            OwnReaction(room: room, seq: row.integer(0), emoji: row.text(1))
        }
    }

    func follows(of user: UserID, in room: RoomID, after root: Int64, limit: Int) throws(ChatError) -> [OwnThread] {
        try connection.all(.followsInRoom, user, room, root, rowLimit(limit)) { row in
            OwnThread(
                room: room, root: row.integer(0),
                follow: ThreadFollow(isFollowing: row.integer(1) != 0, cursor: row.integer(2)))
        }
    }

    func threadState(of user: UserID, thread: Int64, in room: RoomID) throws(ChatError) -> ThreadState {
        guard let follow = try follow(of: user, thread: thread, in: room) else { return ThreadState() }
        var state = ThreadState(isFollowing: follow.isFollowing, cursor: follow.cursor)
        guard follow.isFollowing else { return state }
        state.unread = try count(.threadUnread, room, thread, follow.cursor, user, nil)
        state.mentions = min(
            try count(.threadMentions, room, thread, follow.cursor, user, user)
                + (try count(.threadMentions, room, thread, follow.cursor, user, everyone)),
            Unread.exactLimit + 1)
        return state
    }

    private func count(
        _ statement: Statement, _ room: RoomID, _ thread: Int64, _ cursor: Int64, _ reader: UserID, _ called: UserID?
    ) throws(ChatError) -> Int {
        try connection.first(statement, room, thread, cursor, reader, called) { Int(clamping: $0.integer(0)) } ?? 0
    }

    func threads(of user: UserID, before place: Place?, limit: Int) throws(ChatError) -> [FollowedThread] {
        let before = place.map { Int64(bitPattern: $0.rawValue) } ?? .max
        let found = try connection.all(.followedThreads, user, before) { row throws(ChatError) in
            (room: try row.id(0) as RoomID, root: row.integer(1), newest: row.place(2))
        }
        var threads: [FollowedThread] = []
        for one in found.sorted(by: { $0.newest > $1.newest }).prefix(max(0, limit)) {
            guard let root = try connection.event(one.root, in: one.room, for: user) else { continue }
            threads.append(
                FollowedThread(
                    root: root, newest: one.newest,
                    state: try threadState(of: user, thread: one.root, in: one.room)))
        }
        return threads
    }
}

extension Connection {
    func event(_ seq: Int64, in room: RoomID, for reader: UserID?) throws(ChatError) -> RoomEvent? {
        try first(.eventInRoom, room, seq) { row throws(ChatError) in try roomEvent(row, for: reader) }
    }
}
