import ByteCoding
import ChatMarkup
import ChatModel
import ChatWire

@testable import ClientCore

/// What is done with messages, and threads: worked out anew from the room's events for each answer.
extension SimulatedServer {
    func mentions(in text: String, _ room: RoomID) -> Mentions {
        let found = TextMentions(in: text)
        let users = found.people.filter { channels[room]?.members.contains($0) == true }.sorted()
        return Mentions(users: users, everyone: found.everyone)
    }

    func mentions(_ user: UserID, _ room: RoomID) -> Int {
        let cursor = channels[room]?.cursors[user] ?? 0
        return (channels[room]?.events ?? []).count { event in
            guard case .message(let message) = event.body else { return false }
            return Unread.isUnread(event, cursor: cursor, reader: user) && message.mentions.names(user)
        }
    }

    /// The room's events with what was made of them.
    func present(_ room: RoomID, for user: UserID) -> [RoomEvent] {
        var events = channels[room]?.events ?? []
        for event in events {
            if case .message(let message) = event.body, let root = message.thread {
                if let index = events.firstIndex(where: { $0.seq == root }) { events[index].replied(by: event) }
            } else if let target = event.changes, let index = events.firstIndex(where: { $0.seq == target }) {
                if case .messageEdited = event.body { continue }
                events[index].change(by: event, reader: user, isExact: true)
            }
        }
        return events
    }

    func edit(_ seq: Int64, to text: String, in room: RoomID, by user: UserID) -> Bool {
        guard let index = channels[room]?.events.firstIndex(where: { $0.seq == seq }),
            let event = channels[room]?.events[index], event.actor == user, case .message(var message) = event.body
        else { return false }
        (message.text, message.editedAt, message.mentions) = (text, now, mentions(in: text, room))
        channels[room]?.events[index].body = .message(message)
        append(.messageEdited(target: seq, author: user, message), to: room, by: user)
        return true
    }

    func follow(_ room: RoomID, _ root: Int64, _ user: UserID, through seq: Int64) {
        if let author = channels[room]?.events.first(where: { $0.seq == root })?.actor, author != user,
            follows[author]?[room]?[root] == nil
        {
            set(ThreadFollow(isFollowing: true, cursor: seq - 1), room, root, author)
        }
        // Who follows it already is left where they are.
        guard follows[user]?[room]?[root]?.isFollowing != true else { return }
        set(ThreadFollow(isFollowing: true, cursor: seq), room, root, user)
    }

    func set(_ follow: ThreadFollow, _ room: RoomID, _ root: Int64, _ user: UserID) {
        guard follows[user]?[room]?[root] != follow else { return }
        follows[user, default: [:]][room, default: [:]][root] = follow
        tellOwn(.threadFollowed(room: room, thread: root, follow), to: user)
    }

    func replies(_ room: RoomID, _ root: Int64) -> [RoomEvent] {
        (channels[room]?.events ?? []).filter { $0.thread == root && $0.changes == nil }
    }

    func state(_ room: RoomID, _ root: Int64, _ user: UserID) -> ThreadState {
        guard let follow = follows[user]?[room]?[root], follow.isFollowing else { return ThreadState() }
        var state = ThreadState(isFollowing: true, cursor: follow.cursor)
        for event in replies(room, root) where event.seq > follow.cursor && event.actor != user {
            guard case .message(let message) = event.body else { continue }
            state.unread += 1
            if message.mentions.names(user) { state.mentions += 1 }
        }
        return state
    }

    func perform(_ request: TalkRequest, by user: UserID) -> [UInt8] {
        switch request {
        case .edit(let room, let seq, let text):
            guard edit(seq, to: text, in: room, by: user) else { return Answer.error(ChatError(.notFound)) }
            return Answer.done
        case .react(let room, let seq, let emoji, let isOn):
            append(.reaction(target: seq, emoji: emoji, isOn: isOn), to: room, by: user)
            return Answer.done
        case .pin(let room, let seq, let isPinned):
            append(.messagePinned(target: seq, isPinned: isPinned), to: room, by: user)
            return Answer.done
        case .thread(let room, let seq, let before, let limit):
            let root = channels[room]?.events.first { $0.seq == seq }?.thread ?? seq
            guard let event = present(room, for: user).first(where: { $0.seq == root }) else {
                return Answer.error(ChatError(.notFound))
            }
            let replies = replies(room, root).filter { event in before.map { event.seq < $0 } ?? true }
            return Answer.thread(
                ThreadPage(
                    root: event, events: Array(replies.suffix(limit)), more: replies.count > limit,
                    state: state(room, root, user)))
        case .readThread(let room, let root, let seq):
            guard var follow = follows[user]?[room]?[root], follow.isFollowing else {
                return Answer.threadCursor(room: room, thread: root, seq: 0)
            }
            if seq > follow.cursor {
                follow.cursor = min(seq, replies(room, root).last?.seq ?? 0)
                follows[user]?[room]?[root] = follow
                tellOwn(.threadRead(room: room, thread: root, seq: follow.cursor), to: user)
            }
            return Answer.threadCursor(room: room, thread: root, seq: follow.cursor)
        case .followThread(let room, let root, let isFollowing):
            let last = replies(room, root).last?.seq ?? 0
            set(ThreadFollow(isFollowing: isFollowing, cursor: last), room, root, user)
            return Answer.done
        case .threads: return threads(of: user)
        default: return Answer.error(ChatError(.unknownRequest))
        }
    }

    /// Those that have live replies, by the newest one.
    private func threads(of user: UserID) -> [UInt8] {
        var page: [FollowedThread] = []
        for (room, threads) in follows[user] ?? [:] where channels[room]?.members.contains(user) == true {
            let events = present(room, for: user)
            for (root, follow) in threads where follow.isFollowing {
                guard let event = events.first(where: { $0.seq == root }), let replies = event.replies else { continue }
                page.append(
                    FollowedThread(
                        root: event, newest: Place(rawValue: UInt64(replies.lastSeq)), state: state(room, root, user)))
            }
        }
        return Answer.threads(page.sorted { $0.newest > $1.newest }, more: false)
    }
}
