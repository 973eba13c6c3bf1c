import ByteCoding
import ChatModel
import ChatWire

/// Making groups, and asking for direct rooms.
extension ClientCore {
    static let makesLater = "There is no connection. The group is made as soon as it is back."
    static let madeBefore = "The first try made the group: it is in your list. Press Done again for another one."

    mutating func createGroup(_ content: GroupMaking.Content) {
        guard making.state == .idle else { return }
        guard canAsk else { return showForm(.group, error: FormError(message: ClientCore.offline)) }
        guard making.begin(content, fresh: outbox.takeNonce(instance: entropy.instance)), let nonce = making.nonce
        else { return }
        ask(content, nonce)
    }

    private mutating func ask(_ content: GroupMaking.Content, _ nonce: Nonce) {
        out.append(.view(.form(.group, busy: true, error: nil, done: false)))
        ask(
            .createGroup(
                name: content.name, description: content.description, users: content.users, nonce: nonce),
            .createGroup(nonce))
    }

    /// The person gave up: a group that was made all the same comes as any other does.
    mutating func giveUpGroup() { making.settle() }

    mutating func groupInterrupted() {
        guard making.state == .asked else { return }
        making.connectionLost()
        out.append(
            .view(.form(.group, busy: true, error: FormError(message: ClientCore.makesLater), done: false)))
    }

    /// The connection is back: what was asked for is asked for again, by its nonce.
    mutating func resumeGroup() {
        guard canAsk, let (content, nonce) = making.resume() else { return }
        ask(content, nonce)
    }

    mutating func takeGroup(_ answer: ReceivedAnswer, _ nonce: Nonce, _ me: UserID) {
        guard making.answered(nonce) else { return }
        switch answer {
        case .ok(let ok):
            making.settle()
            out.append(.view(.form(.group, busy: false, error: nil, done: true)))
            enter(ok, me)
        case .error(let error) where error.code == .nonceReused:
            making.settle()
            showForm(.group, error: FormError(message: ClientCore.madeBefore))
        case .error(let error): showForm(.group, error: FormError(error))
        }
    }

    // MARK: Direct rooms

    /// Opens the room of these people and oneself, which is made where there is none.
    mutating func openDirect(_ users: [UserID]) {
        guard let me = session.me?.id, !session.opensDirect else { return }
        let others = Set(users).subtracting([me])
        if let held = rooms.values.first(where: { $0.room.kind == .direct && $0.otherUsers(than: me) == others }) {
            out.append(.view(.form(.direct, busy: false, error: nil, done: true)))
            return open(held.room.id, replacingPath: false)
        }
        guard canAsk else { return showForm(.direct, error: FormError(message: ClientCore.offline)) }
        session.opensDirect = true
        out.append(.view(.form(.direct, busy: true, error: nil, done: false)))
        ask(.direct(others.sorted()), .direct)
    }

    /// Asking again gives the same room.
    mutating func directLost() {
        guard session.opensDirect else { return }
        session.opensDirect = false
        showForm(.direct, error: FormError(message: ClientCore.offline))
    }

    mutating func takeDirect(_ answer: ReceivedAnswer, _ me: UserID) {
        session.opensDirect = false
        switch answer {
        case .ok(let ok):
            out.append(.view(.form(.direct, busy: false, error: nil, done: true)))
            enter(ok, me)
        case .error(let error): showForm(.direct, error: FormError(error))
        }
    }

    /// Comes into the room that an answer tells, and opens it.
    mutating func enter(_ ok: JSON, _ me: UserID) {
        guard let summary = AnswerContent.room(ok, reader: me) else { return }
        arrive(summary, me)
        open(summary.room.id, replacingPath: false)
    }

    mutating func showForm(_ form: FormName, error: FormError) {
        out.append(.view(.form(form, busy: false, error: error, done: false)))
    }
}
