import ChatModel
import StorageAPI

extension StorageCheck {
    static let threads: [StorageCheck] = [
        StorageCheck("whom a thread of a room concerns finds it by its root, also where they stopped following") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in 1...2 { try await it.make(room: room, members: [1, 2]) }
            let (user, room) = (Sample.userID(1), Sample.roomID(1))
            let follows = [
                OwnThread(room: room, root: 2, follow: ThreadFollow(isFollowing: true, cursor: 5)),
                OwnThread(room: room, root: 7, follow: ThreadFollow(isFollowing: false, cursor: 0)),
            ]
            try await it.write { store throws(ChatError) in
                for one in follows.reversed() {
                    try store.setFollow(one.follow, of: user, thread: one.root, in: room)
                }
                let other = ThreadFollow(isFollowing: true, cursor: 1)
                try store.setFollow(other, of: user, thread: 3, in: Sample.roomID(2))
                try store.setFollow(other, of: Sample.userID(2), thread: 4, in: room)
            }
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.follows(of: user, in: room, after: 0, limit: 9),
                    try store.follows(of: user, in: room, after: 0, limit: 1),
                    try store.follows(of: user, in: room, after: 2, limit: 9)
                )
            }
            try require(found.0, is: follows)
            try require(found.1, is: [follows[0]])
            try require(found.2, is: [follows[1]])
        },
        StorageCheck("replies are no part of the room's history and unread; sync brings them in their place") { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let since = try await it.read { store throws(ChatError) in store.place }
            let sent = try await it.write { store throws(ChatError) in
                let root = try say(store, "root", by: 2, to: 1)
                let reply = try say(store, "reply", by: 2, to: 1, thread: root.seq, replyTo: root.seq)
                return [root, reply, try say(store, "after", by: 2, to: 1)]
            }
            let (room, reader) = (sent[0].room, Sample.userID(1))
            let found = try await it.read { store throws(ChatError) in
                (
                    try store.history(of: room, before: nil, limit: 2, for: nil),
                    try store.changes(for: reader, since: since, limit: 9, directory: false).events.map(
                        \.roomEvent?.seq),
                    try store.summary(of: room, for: reader)?.unread, try store.event(sent[1].seq, in: room),
                    try store.firstUnread(in: room, after: sent[0].seq, for: reader)?.seq,
                    try store.messages(by: Sample.userID(2), in: room, after: 0, scanning: 99).messages.map(\.seq)
                )
            }
            try require(found.0, is: [sent[0], sent[2]])
            try require(found.1, is: sent.map(\.seq))
            try require(found.2, is: 2)
            try require(found.3, is: sent[1])
            try require(found.4, is: sent[2].seq)
            try require(found.5, is: sent.map(\.seq))
        },
        StorageCheck(
            "a root tells how many live replies it has, the last one, and who wrote last, also when it is gone"
        ) { place in
            let it = try await Fixture(place)
            try await it.make(users: 6)
            try await it.make(room: 1, members: [1, 2])
            let sent = try await it.write { store throws(ChatError) in
                let root = try say(store, "root", by: 1, to: 1)
                var replies: [RoomEvent] = []
                for user in [1, 2, 3, 4, 5, 6, 5, 6] {
                    replies.append(try say(store, "r", by: user, to: 1, thread: root.seq))
                }
                return (root: root, replies: replies)
            }
            let (root, room) = (sent.root.seq, sent.root.room)
            func replies() async throws -> Replies? {
                try await it.read { store throws(ChatError) in
                    switch try store.history(of: room, before: nil, limit: 1, for: Sample.userID(1)).last?.body {
                    case .message(let message): message.responses?.replies
                    case .messageGone(_, nil, let replies): replies
                    default: nil
                    }
                }
            }
            func expected(_ count: Int, _ last: Int, _ users: [Int]) -> Replies {
                Replies(
                    count: count, lastSeq: sent.replies[last].seq, lastAt: sent.replies[last].at,
                    users: users.map(Sample.userID))
            }
            try require(try await replies(), is: expected(8, 7, [6, 5, 4, 3]))
            try await it.write { store throws(ChatError) in
                for index in [7, 6, 2] { _ = try store.eraseMessage(sent.replies[index].seq, in: room) }
            }
            try require(try await replies(), is: expected(5, 5, [6, 5, 4, 2]))
            try await it.write { store throws(ChatError) in _ = try store.eraseMessage(root, in: room) }
            try require(try await replies(), is: expected(5, 5, [6, 5, 4, 2]), "of a root that is gone")
            let page = try await it.read { store throws(ChatError) in
                (
                    try store.replies(to: root, in: room, before: nil, limit: 3, for: nil).map(\.body),
                    try store.replies(to: root, in: room, before: sent.replies[2].seq, limit: 9, for: nil),
                    try store.lastReply(to: root, in: room), try store.lastReply(to: 1, in: room)
                )
            }
            guard case .message(let sixth) = sent.replies[6].body, case .message(let last) = sent.replies[7].body else {
                return
            }
            try require(
                page.0,
                is: [
                    sent.replies[5].body, .messageGone(id: sixth.id, thread: root),
                    .messageGone(id: last.id, thread: root),
                ])
            try require(page.1, is: Array(sent.replies[0...1]))
            try require(page.2, is: sent.replies[7].seq)
            try require(page.3, is: 0)
            try await it.write { store throws(ChatError) in
                for event in sent.replies { _ = try store.eraseMessage(event.seq, in: room) }
            }
            try require(try await replies(), is: nil, "where none is live")
        },
        StorageCheck(
            "a thread's unread and mentions count live replies of others after the cursor, while it is followed"
        ) { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            try await it.make(room: 1, members: [1, 2, 3])
            let (me, other) = (Sample.userID(1), Sample.userID(3))
            let sent = try await it.write { store throws(ChatError) in
                let root = try say(store, "root", by: 1, to: 1, mentions: Mentions(everyone: true))
                let calls = [
                    Mentions(), Mentions(users: [me]), Mentions(users: [me, other], everyone: true),
                    Mentions(users: [other]),
                    Mentions(everyone: true),
                ]
                var replies: [RoomEvent] = []
                for mentions in calls {
                    replies.append(try say(store, "r", by: 2, to: 1, thread: root.seq, mentions: mentions))
                }
                replies.append(try say(store, "mine", by: 1, to: 1, thread: root.seq, mentions: Mentions(users: [me])))
                return (root: root, replies: replies)
            }
            let (root, room) = (sent.root.seq, sent.root.room)
            func state(_ follow: ThreadFollow?) async throws -> ThreadState {
                try await it.write { store throws(ChatError) in
                    if let follow { try store.setFollow(follow, of: me, thread: root, in: room) }
                }
                return try await it.read { store throws(ChatError) in
                    try store.threadState(of: me, thread: root, in: room)
                }
            }
            try require(try await state(nil), is: ThreadState())
            let all = ThreadFollow(isFollowing: true, cursor: 0)
            try require(try await state(all), is: ThreadState(isFollowing: true, cursor: 0, unread: 5, mentions: 3))
            let cursor = sent.replies[1].seq
            try require(
                try await state(ThreadFollow(isFollowing: true, cursor: cursor)),
                is: ThreadState(isFollowing: true, cursor: cursor, unread: 3, mentions: 2))
            try await it.write { store throws(ChatError) in
                _ = try store.eraseMessage(sent.replies[2].seq, in: room)
            }
            try require(
                try await state(nil), is: ThreadState(isFollowing: true, cursor: cursor, unread: 2, mentions: 1))
            try require(
                try await state(ThreadFollow(isFollowing: false, cursor: cursor)),
                is: ThreadState(isFollowing: false, cursor: cursor))
            let follow = try await it.read { store throws(ChatError) in
                try store.follow(of: me, thread: root, in: room)
            }
            try require(follow, is: ThreadFollow(isFollowing: false, cursor: cursor))
            let summary = try await it.read { store throws(ChatError) in
                (try store.summary(of: room, for: other)?.mentions, try store.summary(of: room, for: me)?.mentions)
            }
            try require(summary.0, is: 1, "of the room's own messages")
            try require(summary.1, is: 0, "not one's own")
        },
        StorageCheck("threads that one follows stand by their newest live reply, in pages, and end with the membership")
        { place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            for room in 1...3 { try await it.make(room: room, members: [1, 2]) }
            let me = Sample.userID(1)
            let roots = try await it.write { store throws(ChatError) in
                var roots: [RoomEvent] = []
                for room in 1...3 { roots.append(try say(store, "root", by: 2, to: room)) }
                for (index, room) in [1, 2, 3, 1].enumerated() {
                    let root = roots[room - 1]
                    try say(store, "r\(index)", by: 2, to: room, thread: root.seq)
                    let follow = ThreadFollow(isFollowing: true, cursor: 0)
                    try store.setFollow(follow, of: me, thread: root.seq, in: root.room)
                }
                return roots
            }
            func list(_ before: Place? = nil, limit: Int = 9) async throws -> [FollowedThread] {
                try await it.read { store throws(ChatError) in try store.threads(of: me, before: before, limit: limit) }
            }
            let all = try await list()
            try require(all.map(\.root.room), is: [1, 3, 2].map(Sample.roomID))
            try require(all.map(\.state.unread), is: [2, 1, 1])
            try require(try await list(limit: 1), is: [all[0]])
            try require(try await list(all[0].newest, limit: 1), is: [all[1]])
            try require(try await list(all[2].newest), is: [])
            try await it.write { store throws(ChatError) in
                _ = try store.eraseMessage(roots[0].seq, in: roots[0].room)
                try leave(store, 1, 3)
                try join(store, 1, 3)
                let last = try store.lastReply(to: roots[1].seq, in: roots[1].room)
                _ = try store.eraseMessage(last, in: roots[1].room)
            }
            try require(try await list().map(\.root.room), is: [Sample.roomID(1)], "with a root that is gone")
        },
        StorageCheck("mentions are listed over all of one's rooms, the newest first, in pages, once each") { place in
            let it = try await Fixture(place)
            try await it.make(users: 3)
            for room in 1...3 { try await it.make(room: room, members: room == 3 ? [2, 3] : [1, 2]) }
            let me = Sample.userID(1)
            let sent = try await it.write { store throws(ChatError) in
                let root = try say(store, "nobody", by: 2, to: 1)
                return [
                    try say(store, "me", by: 2, to: 1, mentions: Mentions(users: [me])),
                    try say(store, "all", by: 2, to: 2, mentions: Mentions(users: [me], everyone: true)),
                    try say(store, "reply", by: 2, to: 1, thread: root.seq, mentions: Mentions(users: [me])),
                    try say(store, "elsewhere", by: 2, to: 3, mentions: Mentions(users: [me], everyone: true)),
                    try say(store, "another", by: 2, to: 1, mentions: Mentions(users: [Sample.userID(2)])),
                    try say(store, "mine", by: 1, to: 1, mentions: Mentions(users: [me], everyone: true)),
                    try say(store, "all again", by: 2, to: 1, mentions: Mentions(everyone: true)),
                ]
            }
            func list(_ before: Place? = nil, limit: Int = 9) async throws -> [RoomEvent] {
                try await it.read { store throws(ChatError) in
                    try store.mentions(of: me, before: before, limit: limit)
                }
            }
            let expected = [sent[6], sent[2], sent[1], sent[0]]
            try require(try await list(), is: expected)
            try require(try await list(limit: 2), is: Array(expected[0...1]))
            try require(try await list(expected[1].place, limit: 1), is: [expected[2]])
            let counts = try await it.read { store throws(ChatError) in
                try store.rooms(of: me).map { [$0.unread, $0.mentions] }
            }
            try require(counts, is: [[4, 2], [1, 1]])
        },
        StorageCheck("what a person's devices hear of threads comes back as it was") { place in
            let it = try await Fixture(place)
            try await it.make(users: 1)
            let room = Sample.roomID(1)
            let made = try await it.write { store throws(ChatError) in
                let bodies: [PersonEvent.Body] = [
                    .threadRead(room: room, thread: 3, seq: 9),
                    .threadFollowed(room: room, thread: 3, ThreadFollow(isFollowing: true, cursor: 8)),
                    .threadFollowed(room: room, thread: 3, ThreadFollow(isFollowing: false, cursor: 0)),
                ]
                var events: [Event] = []
                for body in bodies {
                    events.append(.person(try store.append(body, for: Sample.userID(1), at: Sample.time(3))))
                }
                return events
            }
            let found = try await it.read { store throws(ChatError) in
                try store.changes(for: Sample.userID(1), since: .start, limit: 9, directory: false).events
            }
            try require(found, is: made)
        },
        StorageCheck("a deleted room's threads, edits, reactions and mentions are erased with what was said there") {
            place in
            let it = try await Fixture(place)
            try await it.make(users: 2)
            try await it.make(room: 1, members: [1, 2])
            let room = Sample.roomID(1)
            let root = try await it.write { store throws(ChatError) in
                let root = try say(store, "root", by: 1, to: 1, mentions: Mentions(users: [Sample.userID(2)]))
                try say(store, "reply", by: 2, to: 1, thread: root.seq)
                _ = try store.editMessage(root.seq, in: room, text: "x", mentions: Mentions(), at: Sample.time(1))
                _ = try react(store, "🦊", true, by: 1, to: root)
                _ = try store.setPinned(true, root.seq, in: room)
                let follow = ThreadFollow(isFollowing: true, cursor: 0)
                try store.setFollow(follow, of: Sample.userID(2), thread: root.seq, in: room)
                try store.append(
                    .roomDeleted, to: room, by: Sample.userID(1), at: Sample.time(2), nonce: nil, fingerprint: 0)
                try store.delete(room)
                return root.seq
            }
            while try await it.write({ store throws(ChatError) in try store.eraseDeletedRooms(limit: 2) }) {}
            let found = try await it.read { store throws(ChatError) in
                [
                    try store.editCount(of: root, in: room), try store.pinCount(of: room),
                    try store.reactionCounts(of: "🦊", on: root, in: room, by: Sample.userID(1)).own,
                    try store.threads(of: Sample.userID(2), before: nil, limit: 9).count,
                    Int(try store.lastReply(to: root, in: room)),
                ]
            }
            try require(found, is: [0, 0, 0, 0, 0])
        },
    ]
}
