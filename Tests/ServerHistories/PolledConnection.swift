import HTTPServer
import HistorySimulation

/// What the real server's side knows of a connection: an Engine.IO session that is polled, one GET and one POST at a time.
///
/// `@unchecked`: a history runs on one thread, which also takes the loops' turns.
final class PolledConnection: Connection, @unchecked Sendable {
    enum Phase: Hashable {
        /// The handshake's answer is awaited. `open` follows, or `over`.
        case opening
        /// `over` follows.
        case open(sid: String)
        /// The server does not know the session any more. Final.
        case over
    }

    var phase = Phase.opening
    /// The GET that waits for packets, and the loop that it came on.
    var poll: (exchange: HTTPExchange?, loop: Int)?
    /// The loop of the POST that is not answered.
    var postLoop: Int?
    /// The client is gone: what comes is read by nobody.
    var isAbandoned = false
    var audit: StreamAudit
    /// By the acknowledgement's id: the request's number.
    var asked: [Int: Int] = [:]
    /// Answers to what the history itself asked on this connection.
    var answers: [Int: String] = [:]

    override init(device: Int, person: Int, loop: Int) {
        audit = StreamAudit(person: person)
        super.init(device: device, person: person, loop: loop)
    }
}
