import ChatModel
import ChatWire

/// The threads that the person follows.
extension ClientCore {
    /// After each event: what is not known of threads is asked for, and what was read in them is told.
    mutating func followThreads() {
        guard canAsk, sync.isLive, !threads.rests else { return }
        for wish in threads.takeWishes() {
            ask(
                .talk(.readThread(room: wish.key.room, thread: wish.key.root, seq: wish.seq)),
                .threadRead(wish.key, wish.seq))
        }
        if threads.state == .known {
            if let keys = threads.takeStale() {
                for key in keys {
                    ask(.talk(.thread(room: key.room, thread: key.root, before: nil, limit: 1)), .threadState(key))
                }
            } else {
                threads.missed()
            }
        }
        guard threads.state == .unknown else { return }
        threads.asking()
        ask(.talk(.threads(before: nil, limit: Limits.threadsPage.most)), .threads)
    }

    mutating func takeThreads(_ answer: ReceivedAnswer, _ me: UserID) {
        shown.timelineIsStale = true
        switch answer {
        case .error(let error):
            threads.missed()
            threads.rests = loadLater(error)
            if !threads.rests { threads.giveUp() }
        case .ok(let ok):
            guard let (page, next) = AnswerContent.threads(ok, reader: me) else { return threads.giveUp() }
            var known: [(key: ThreadStanding.Key, state: ThreadState, last: Int64)] = []
            for thread in page {
                guard case .known(.room(let root)) = thread.root, rooms[root.room] != nil else { continue }
                known.append(
                    (ThreadStanding.Key(room: root.room, root: root.seq), thread.state, root.replies?.lastSeq ?? 0))
            }
            threads.take(known, isLast: next == nil)
            guard let next, threads.state != .known else { return }
            ask(.talk(.threads(before: next, limit: Limits.threadsPage.most)), .threads)
        }
    }

    /// Where we stand in one of them.
    mutating func takeThreadState(_ answer: ReceivedAnswer, _ key: ThreadStanding.Key, _ me: UserID) {
        shown.timelineIsStale = true
        switch answer {
        case .error(let error):
            threads.rests = loadLater(error)
            threads.failed(key, again: threads.rests)
        case .ok(let ok):
            guard let (thread, events, _) = AnswerContent.thread(ok, reader: me) else {
                return threads.failed(key, again: false)
            }
            take(thread, ClientCore.events(events, of: key.room), key)
        }
    }

    /// What a page of the thread's newest replies says of where we stand in it.
    mutating func take(_ thread: ReceivedThread, _ newest: [RoomEvent], _ key: ThreadStanding.Key) {
        guard rooms[key.room] != nil else { return }
        var last = newest.last?.seq ?? 0
        if case .known(.room(let root)) = thread.root { last = max(last, root.replies?.lastSeq ?? 0) }
        threads.take(thread.state, key, last: last)
    }

    mutating func takeThreadRead(_ answer: ReceivedAnswer, _ key: ThreadStanding.Key, _ seq: Int64) {
        switch answer {
        case .ok(let ok): threads[key]?.told(seq, at: AnswerContent.cursor(ok)?.seq ?? seq)
        case .error(let error):
            if loadLater(error) {
                threads.rests = true
                threads[key]?.isTold = false
            } else {
                threads[key]?.told(seq, at: nil)
            }
        }
        touch()
    }

    /// Follows what a room tells of its threads.
    mutating func takeForThreads(_ event: RoomEvent, _ me: UserID) {
        let root = event.thread.flatMap { rooms[event.room]?.window.event($0)?.replies }
        threads.take(event, replies: root, reader: me)
        pane?.take(event, reader: me)
        if event.room == pane?.key.room { readPane() }
    }

    /// Our own stream says that a thread is followed, or is no more.
    mutating func threadFollowed(_ room: RoomID, _ root: Int64, _ follow: ThreadFollow) {
        let last = rooms[room]?.window.event(root).map { $0.replies?.lastSeq ?? 0 }
        threads.follow(ThreadStanding.Key(room: room, root: root), follow, last: last)
        if !follow.isFollowing { notifying.unfollowed(Notifying.Tag(room: room, thread: root)) }
        shown.timelineIsStale = true
        if list.isOpen, list.kind == .threads { reloadList() }
    }

    mutating func followThread(_ room: RoomID, _ root: Int64, _ isFollowing: Bool) {
        guard canAsk else { return notice(ClientCore.offline) }
        guard rooms[room] != nil else { return }
        ask(.talk(.followThread(room: room, thread: root, isFollowing: isFollowing)), .told)
    }
}
