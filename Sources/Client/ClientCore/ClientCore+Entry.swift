import ByteCoding
import ChatModel
import ChatWire

/// What was opened, and which form the person would rather have.
extension ClientCore {
    mutating func showForm(_ form: FormName) {
        guard session.me == nil, form == .login || form == .register else { return }
        session.chosenForm = form
        // Only these two stand for each other; another screen is not left for them.
        guard session.isReady, session.screen == .login || session.screen == .register, let server = session.server
        else { return }
        showEntry(server)
    }

    /// Joins the room of an invitation that somebody with an account opened.
    mutating func acceptInvitation() {
        guard let code = session.invitation, canAsk, !isAccepting else { return }
        let (id, text) = transport.request("invitation.accept", ["code": .string(code)])
        send(text, id, .acceptInvitation)
    }

    private var isAccepting: Bool { requests.contains { if case .acceptInvitation = $0 { true } else { false } } }

    mutating func takeAccepted(_ answer: ReceivedAnswer, _ me: UserID) {
        switch answer {
        case .ok: session.invitation = nil
        case .error(let error):
            // What may succeed later is asked again on the next connection.
            if !error.code.retryHelps { session.invitation = nil }
        }
        takeJoined(answer, me)
    }
}

extension Session {
    /// The invitation that an account is made with.
    var invitationCode: String? {
        if case .invitation(let code) = entry { code } else { nil }
    }
}

extension ServerFacts {
    /// Whether whoever wants makes an account.
    var isOpen: Bool { registration.utf8.elementsEqual("open".utf8) }
}
