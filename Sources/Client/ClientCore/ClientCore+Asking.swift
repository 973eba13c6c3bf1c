import ByteCoding
import ChatModel
import ChatWire

/// What the views ask the server for themselves: requests whose answers the core has no use for.
extension ClientCore {
    /// Sends a request for the views; `answered` with the same id always follows, without a connection at once.
    mutating func askForViews(_ id: Int64, _ name: String, _ arguments: String) {
        guard ClientCore.isForViews(name), let object = try? JSON.parse(Array(arguments.utf8)),
            object.objectValue != nil
        else { return answer(id, .error(ChatError(.unknownRequest))) }
        guard canAsk else { return answer(id, .error(ChatError(.unavailable, ClientCore.offline))) }
        let (number, text) = transport.request(name, object)
        send(text, number, .view(id))
    }

    /// Hands the server's answer, or the reason that there is none, to the view that asked.
    mutating func answer(_ id: Int64, _ answer: ReceivedAnswer) {
        switch answer {
        case .ok(let ok):
            takeOwnUser(ok)
            out.add(.view(.answered(id, ok: true, json: String(decoding: ok.encoded(), as: UTF8.self))))
        case .error(let error):
            var writer = JSONWriter()
            writer.error(error)
            out.add(.view(.answered(id, ok: false, json: String(decoding: writer.bytes, as: UTF8.self))))
        }
    }

    /// The connection is gone: what was asked on it is not answered any more.
    mutating func answerLost() {
        for id in requests.askedByViews {
            answer(id, .error(ChatError(.unavailable, "The connection was lost. Try again when it is back.")))
        }
    }

    /// An answer that tells who we are now, such as that of a changed profile, is believed at once.
    private mutating func takeOwnUser(_ ok: JSON) {
        // Only one's own comes with an e-mail address beside it.
        guard let user = ok["user"].flatMap({ User($0) }), let me = session.me, user.id == me.id, user != me,
            !user.email.isEmpty
        else { return }
        session.me = user
        people.add(user)
        shown.timelineIsStale = true
        out.add(.view(.me(user)))
        touch()
    }

    /// What decides who we are and what is held is asked by the core alone.
    private static func isForViews(_ name: String) -> Bool {
        switch RequestName(event: name) {
        case .send, .sync, .logIn, .logOut, .register, .setUp, .watchPresence, .setPresence: false
        default: !name.utf8.elementsEqual("reset.use".utf8)
        }
    }
}
