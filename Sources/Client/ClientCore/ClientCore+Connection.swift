import ByteCoding
import ChatModel
import ChatWire

extension ClientCore {
    /// Milliseconds from asking for a socket to the server's `ready`.
    static let handshakePatience: Int64 = 20_000

    /// Requests may be sent: the namespace is ours and the server has said who we are to it.
    var canAsk: Bool { transport.state == .joined && session.isReady && session.me != nil }

    mutating func connect() {
        guard transport.state == .closed, link.isOnline else { return }
        if link.retryAt != nil {
            link.retryAt = nil
            out.add(.timerCancel(.reconnect))
        }
        transport.open()
        session.isReady = false
        out.add(.socketConnect(url: link.url))
        out.add(.timerSet(.handshake, after: ClientCore.handshakePatience))
    }

    /// Connects anew at once, such as after a log-in, whose cookie only a new connection carries.
    mutating func reconnect() {
        endConnection(closing: true)
        link.backoff.reset()
        connect()
    }

    mutating func loseConnection(closing: Bool) {
        endConnection(closing: closing)
        guard link.isOnline else { return }
        let wait = link.backoff.next(&entropy)
        link.retryAt = now + wait
        out.add(.timerSet(.reconnect, after: wait))
    }

    private mutating func endConnection(closing: Bool) {
        if link.retryAt != nil {
            link.retryAt = nil
            out.add(.timerCancel(.reconnect))
        }
        guard transport.state != .closed else { return }
        if closing { out.add(.socketClose) }
        for timer in [ClientTimer.handshake, .heartbeat, .answers, .load, .presence] { out.add(.timerCancel(timer)) }
        transport.close()
        answerLost()
        // Of whoever is logged out nothing is kept.
        if session.me != nil { unanswered += requests.repeated }
        requests.removeAll()
        session.isReady = false
        sync.connectionLost()
        outbox.connectionLost()
        people.connectionLost()
        blocks.state.connectionLost()
        preferences.connectionLost()
        drafts.connectionLost()
        saved.state.connectionLost()
        watchingLost()
        deletions.connectionLost()
        quotes.connectionLost()
        channels.connectionLost()
        completing.connectionLost()
        list.fail(ClientCore.offline)
        edits.connectionLost(ClientCore.offline)
        threads.connectionLost()
        roots.connectionLost()
        pane?.window.connectionLost()
        typing.removeAll()
        _ = ownTyping.stop()
        arriving = Pairs()
        departed = Pairs()
        reading = .init()
        reader.search.connectionLost()
        reader.jump.connectionLost()
        for id in rooms.keys { rooms[id]?.connectionLost() }
        makingInterrupted()
        directLost()
        browse.isLoading = false
        shown.timelineIsStale = true
    }

    mutating func networkChanged(_ online: Bool) {
        guard online != link.isOnline else { return }
        link.isOnline = online
        if online {
            link.backoff.reset()
            connect()
        } else {
            endConnection(closing: true)
        }
    }

    mutating func visibilityChanged(_ visible: Bool) {
        self.visible = visible
        if visible {
            // Timers stand still while a device sleeps: what the clock says is believed at once.
            if let heardBy = session.heardBy, transport.state != .closed, now > heardBy {
                endConnection(closing: true)
            }
            connect()
            readSelected()
            readPane()
        } else {
            stopTyping()
            tellDrafts()
            if snapshotTimerRuns {
                snapshotTimerRuns = false
                out.add(.timerCancel(.snapshot))
                storeSnapshot()
            }
        }
    }

    mutating func receive(_ text: String) {
        switch transport.receive(text, device: session.device) {
        case .nothing: break
        case .alive(let silence, let reply):
            session.heardBy = now + silence
            out.add(.timerSet(.heartbeat, after: silence))
            if let reply { out.add(.socketSend(reply)) }
        case .joined: break
        case .refused(let answer): refused(answer)
        case .event(let name, let arguments): receive(name, arguments)
        case .answer(let id, let arguments):
            guard let asked = requests.take(id) else { return }
            armAnswers()
            take(ReceivedAnswer(arguments: arguments), to: asked)
        case .ended: loseConnection(closing: true)
        }
    }

    private mutating func refused(_ answer: ReceivedAnswer) {
        if case .error(let error) = answer, error.code == .clientTooOld { notice(error.message) }
        loseConnection(closing: true)
    }

    /// The caller has made sure of `canAsk`.
    @inline(never) mutating func ask(_ request: Request, _ asked: Asked) {
        let (id, text) = transport.request(request)
        send(text, id, asked, request)
    }

    /// Sends the text of the request `id`, whose answer is for `asked`.
    @inline(never) mutating func send(_ text: String, _ id: Int, _ asked: Asked, _ request: Request? = nil) {
        let isFirst = requests.isEmpty
        requests.add(id, asked, request, now: now)
        out.add(.socketSend(text))
        if isFirst { armAnswers() }
    }

    /// Whether the server has done what the last connection left unanswered is not known: it is asked for once more.
    mutating func askAgain() {
        let repeated = unanswered
        unanswered = []
        for one in repeated { ask(one.request, one.asked) }
    }

    private mutating func armAnswers() {
        guard let deadline = requests.deadline else { return out.add(.timerCancel(.answers)) }
        out.add(.timerSet(.answers, after: min(max(deadline - now, 0), PendingRequests.patience)))
    }

    mutating func requestsTimedOut() {
        let overdue = requests.takeOverdue(now: now)
        guard !overdue.isEmpty else { return }
        armAnswers()
        for asked in overdue {
            take(.error(ChatError(.unavailable, "The server did not answer in time. Try again.")), to: asked)
        }
    }

    private mutating func receive(_ name: String, _ arguments: ArraySlice<JSON>) {
        guard let notice = ReceivedNotice(name: name, arguments: arguments) else { return }
        switch notice {
        case .ready(let server, let user, let safe): ready(server, user, safe)
        case .ended: sessionEnded()
        case .event(let json, let safe): live(json, safe)
        case .gap(let since): gap(since)
        case .typing(let room, let users, let count):
            typing.set(DraftKey(room: room), users, count: count)
        case .threadTyping(let room, let threads):
            for told in threads {
                typing.set(DraftKey(room: room, thread: told.thread), told.users, count: told.count)
            }
        case .reports(let room, let open): out.add(.view(.reports(room, open: open)))
        case .presence(let people): take(presence: people)
        }
    }
}
