import ByteCoding
import ChatModel
import ChatWire

/// Making channels and groups, and asking for direct rooms.
extension ClientCore {
    static func makesLater(_ form: FormName) -> String {
        "There is no connection. The \(form.rawValue) is made as soon as it is back."
    }

    static func madeBefore(_ form: FormName) -> String {
        "The first try made the \(form.rawValue): it is in the list. Try again to make another one."
    }

    mutating func make(_ content: RoomMaking.Content) {
        guard making.state == .idle else { return }
        guard canAsk else { return showForm(content.form, error: FormError(message: ClientCore.offline)) }
        guard making.begin(content, fresh: outbox.takeNonce(instance: entropy.instance)), let nonce = making.nonce
        else { return }
        ask(content, nonce)
    }

    private mutating func ask(_ content: RoomMaking.Content, _ nonce: Nonce) {
        out.add(.view(.form(content.form, busy: true, error: nil, done: false)))
        ask(content.request(nonce), .make(nonce))
    }

    /// The person gave up: a room that was made all the same comes as any other does.
    mutating func giveUpMaking() { making.settle() }

    mutating func makingInterrupted() {
        guard making.state == .asked, let form = making.content?.form else { return }
        making.connectionLost()
        let error = FormError(message: ClientCore.makesLater(form))
        out.add(.view(.form(form, busy: true, error: error, done: false)))
    }

    /// The connection is back: what was asked for is asked for again, by its nonce.
    mutating func resumeMaking() {
        guard canAsk, let (content, nonce) = making.resume() else { return }
        ask(content, nonce)
    }

    mutating func takeMade(_ answer: ReceivedAnswer, _ nonce: Nonce, _ me: UserID) {
        guard let form = making.answered(nonce)?.form else { return }
        switch answer {
        case .ok(let ok):
            making.settle()
            out.add(.view(.form(form, busy: false, error: nil, done: true)))
            enter(ok, me)
        case .error(let error) where error.code == .nonceReused:
            making.settle()
            showForm(form, error: FormError(message: ClientCore.madeBefore(form)))
        case .error(let error): showForm(form, error: FormError(error))
        }
    }

    // MARK: Direct rooms

    /// Opens the room of these people and oneself, which is made where there is none.
    mutating func openDirect(_ users: [UserID]) {
        guard let me = session.me?.id, !session.opensDirect else { return }
        var others = Set(users)
        others.remove(me)
        if let held = rooms.values.first(where: { $0.room.kind == .direct && $0.otherUsers(than: me) == others }) {
            out.add(.view(.form(.direct, busy: false, error: nil, done: true)))
            return open(held.room.id, replacingPath: false)
        }
        guard canAsk else { return showForm(.direct, error: FormError(message: ClientCore.offline)) }
        session.opensDirect = true
        out.add(.view(.form(.direct, busy: true, error: nil, done: false)))
        ask(.direct(others.inOrder()), .direct)
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
            out.add(.view(.form(.direct, busy: false, error: nil, done: true)))
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
        out.add(.view(.form(form, busy: false, error: error, done: false)))
    }
}
