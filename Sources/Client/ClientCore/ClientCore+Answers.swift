import ChatModel
import ChatWire

extension ClientCore {
    /// Hands an answer to what it was asked for.
    mutating func take(_ answer: ReceivedAnswer, to asked: Asked) {
        if case .view(let id) = asked { self.answer(id, answer) }
        if case .error(let error) = answer, error.code == .notLoggedIn || error.code == .sessionExpired {
            // The next connection's `ready` says who we are now.
            return loseConnection(closing: true)
        }
        guard let me = session.me?.id else { return }
        switch asked {
        case .rooms: takeRooms(answer)
        case .sync: takeChanges(answer)
        case .historyNewest(let room): takeNewest(answer, room, me)
        case .historyBefore(let room, let before): takeOlder(answer, room, before, me)
        case .around(let room, let seq): takeAround(answer, room, seq, me)
        case .beyond(let room, let edge, let at): takeBeyond(answer, room, edge, at, me)
        case .threadOf(let room, let seq): takeThreadOf(answer, room, seq, me)
        case .send(let nonce): takeSent(answer, nonce)
        case .cursor(let room, let wish): takeCursor(answer, room, wish, me)
        case .delete(let room, let seq): takeDeleted(answer, room, seq)
        case .edit(let room, let seq, let typed): takeEdited(answer, room, seq, typed)
        case .edits(let room, let seq, let after): takeEdits(answer, room, seq, after: after)
        case .reaction(let wish): takeReacted(answer, wish)
        case .quote(let key): takeQuote(answer, key, me)
        case .channelName: takeChannelName(answer, me)
        case .threads: takeThreads(answer, me)
        case .threadState(let key): takeThreadState(answer, key, me)
        case .root(let key): takeRoot(answer, key, me)
        case .threadRead(let key, let seq): takeThreadRead(answer, key, seq)
        case .threadPage(let key, let before): takeThreadPage(answer, key, before: before, me)
        case .list(let kind, let room, let isFirst): takeList(answer, kind, room, isFirst: isFirst, me)
        case .scheduled(let key, let typed): takeScheduled(answer, key, typed)
        case .completing(let room): takeCompleting(answer, room, me)
        case .told:
            if case .error(let error) = answer { notice(error.message) }
        case .toldAgain:
            if case .error(let error) = answer, error.code != .notFound { notice(error.message) }
        case .why(let room, let cursor): takeWhy(answer, room, cursor)
        case .typing, .away, .view: break
        case .users(let ids): takeUsers(answer, ids)
        case .blocks: takeBlocks(answer)
        case .preferences: takePreferences(answer)
        case .drafts: takeDrafts(answer)
        case .saved: takeSaved(answer)
        case .draft(let key, let text): takeDraftKept(answer, key, text)
        case .watch(let users): takeWatched(answer, users)
        case .channels: takeChannels(answer, me)
        case .make(let nonce): takeMade(answer, nonce, me)
        case .direct: takeDirect(answer, me)
        case .members(let room, let after): takeMembers(answer, room, after: after)
        case .join: takeJoined(answer, me)
        case .leave:
            // The room goes with our own event in it: we may be back in it by the time the answer is here.
            if case .error(let error) = answer { notice(error.message) }
        case .room(let room): takeRoom(answer, room, me)
        case .acceptInvitation: takeAccepted(answer, me)
        }
    }

    private mutating func takeUsers(_ answer: ReceivedAnswer, _ ids: [UserID]) {
        guard case .ok(let ok) = answer, let users = AnswerContent.users(ok) else { return people.retry(ids) }
        for user in users { people.add(user) }
        people.answered(ids)
        shown.timelineIsStale = true
        touch()
    }

    private mutating func takeBlocks(_ answer: ReceivedAnswer) {
        switch answer {
        case .ok(let ok): blocks.take((AnswerContent.users(ok) ?? []).map { $0.id })
        case .error(let error):
            if loadLater(error) { blocks.state.missed() } else { blocks.state.settle() }
        }
        touch()
    }

    /// Once all rooms are loaded: whom we have blocked, where that is not known.
    mutating func askForBlocks() {
        guard canAsk, sync.isLive, blocks.state == .unknown else { return }
        blocks.state.ask()
        ask(.account(.blocks), .blocks)
    }

    mutating func askForPeople() {
        guard canAsk else { return }
        let ids = people.takeWanted()
        if !ids.isEmpty { ask(.users(ids), .users(ids)) }
    }
}
