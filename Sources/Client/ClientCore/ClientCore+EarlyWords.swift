import ChatModel

/// Messages for rooms that are not known yet.
extension ClientCore {
    /// Code points of what could not be sent that are told.
    private static let toldLength = 300

    /// Nothing is known of anybody yet: of what the person wants only their words are kept.
    mutating func keepEarly(_ kind: ClientEvent.Kind) {
        // Where it is known that nobody is logged in, the words would be another's.
        guard !session.isReady, case .send(let room, let text, let thread, let reply) = kind else { return }
        keepEarly(EarlyWords.Item(room: room, text: text, thread: thread, replyTo: reply))
    }

    /// The room is not known: the words wait until it is, or it is certain that there is none.
    mutating func keepEarly(_ item: EarlyWords.Item) {
        guard !ClientCore.isBlank(item.text) else { return }
        if sync.isLive, arriving[item.room] == nil {
            var told = ""
            for scalar in item.text.unicodeScalars.prefix(ClientCore.toldLength) { told.unicodeScalars.append(scalar) }
            notice("This was not sent, as you are not in its room: " + told)
        } else if !early.add(item) {
            notice("Too many messages wait to be sent.")
        }
    }

    /// Sends what was said early, now that more is known.
    mutating func sendEarly() {
        guard !early.isEmpty else { return }
        for item in early.takeAll() { send(item.room, item.text, thread: item.thread, reply: item.replyTo) }
    }
}
