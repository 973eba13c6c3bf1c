import ChatModel
import ChatWire

/// What was opened.
enum Entry: Hashable, Sendable {
    case home
    case setUp(token: String)
    case invitation(code: String)
    /// A link that lets somebody choose a new password.
    case reset(code: String)
    /// `seq` is the message to go to there.
    case room(RoomID, seq: Int64?)

    /// Any other path is `home`.
    init(path: String) {
        if let token = path.dropping(prefix: "/setup/"), !token.isEmpty {
            self = .setUp(token: token)
        } else if let code = path.dropping(prefix: "/invite/"), !code.isEmpty {
            self = .invitation(code: code)
        } else if let code = path.dropping(prefix: "/reset/"), !code.isEmpty {
            self = .reset(code: code)
        } else if let place = path.dropping(prefix: "/room/"), let found = Entry.room(place) {
            self = found
        } else {
            self = .home
        }
    }

    /// `ID` or `ID/SEQ`; what cannot be the number of a message is as that of one that is not there.
    private static func room(_ place: String) -> Entry? {
        let bytes = Array(place.utf8)
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else {
            return RoomID(place).map { .room($0, seq: nil) }
        }
        let number = String(decoding: bytes[(slash + 1)...], as: UTF8.self)
        return RoomID(String(decoding: bytes[..<slash], as: UTF8.self)).map { .room($0, seq: Int64(number) ?? 0) }
    }
}

/// Who we are to the server, and what is under way about that.
struct Session: Sendable {
    enum Submission: Hashable, Sendable {
        case form(FormName)
        case logOut
    }

    var device: String?
    var entry = Entry.home
    /// Which of the two the person chose: to log in, or to make an account. Nil where what was opened decides.
    var chosenForm: FormName?
    /// An invitation that somebody who has an account opened: accepted once the server can be asked.
    var invitation: String?
    var screen = Screen.loading
    /// Nil while not logged in, and before it is known. From a snapshot until `ready` says the same.
    var me: User?
    var server: ServerFacts?
    /// Whether the connection's `ready` came.
    var isReady = false
    /// When the server's next sign of life is due at the latest.
    var heardBy: Int64?
    /// The REST request under way.
    private(set) var submission: Submission?
    private var submissionID: Int64 = 0
    /// Whether `direct` is under way.
    var opensDirect = false

    /// The id of a new REST request; nil while another is under way.
    mutating func submit(_ submission: Submission) -> Int64? {
        guard self.submission == nil else { return nil }
        submissionID += 1
        self.submission = submission
        return submissionID
    }

    /// Nil for an answer that nothing waits for.
    mutating func takeSubmission(_ id: Int64) -> Submission? {
        guard id == submissionID, let submission else { return nil }
        self.submission = nil
        return submission
    }
}
