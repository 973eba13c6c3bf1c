/// Why a request was refused. Clients decide by `code`; `message` is for people and says what to do.
package struct ChatError: Error, Hashable, Sendable {
    package var code: ErrorCode
    package var message: String
    /// The argument that is at fault, where one is.
    package var field: String?
    /// Milliseconds to wait before trying again, where waiting helps and the server knows how long.
    package var retryAfter: Int64?

    package init(_ code: ErrorCode, _ message: String? = nil, field: String? = nil, retryAfter: Int64? = nil) {
        self.code = code
        self.message = message ?? code.defaultMessage
        self.field = field
        self.retryAfter = retryAfter
    }
}

/// The one table of error codes. A code, once released, keeps its meaning.
package enum ErrorCode: String, Hashable, Sendable, CaseIterable {
    /// The request's shape is wrong: not an object, no acknowledgement, an unknown event.
    case malformed
    case unknownRequest = "unknown_request"
    /// An argument is missing, of the wrong type or out of its range; `field` names it.
    case invalidArgument = "invalid_argument"
    case tooLong = "too_long"
    case notLoggedIn = "not_logged_in"
    case alreadyLoggedIn = "already_logged_in"
    case sessionExpired = "session_expired"
    case wrongCredentials = "wrong_credentials"
    /// The account may not be used until an administrator activates it again.
    case deactivated
    case forbidden
    case notFound = "not_found"
    case notMember = "not_member"
    /// The room is archived: it can be read and not written.
    case archived
    /// A moderator has taken the person's word in this room for a while.
    case muted
    /// A moderator keeps the person out of this room.
    case banned
    case emailTaken = "email_taken"
    case nameTaken = "name_taken"
    case handleTaken = "handle_taken"
    case invitationInvalid = "invitation_invalid"
    case resetInvalid = "reset_invalid"
    case setupDone = "setup_done"
    case setupTokenInvalid = "setup_token_invalid"
    case registrationClosed = "registration_closed"
    case nonceReused = "nonce_reused"
    case clientTooOld = "client_too_old"
    case resync
    case rateLimited = "rate_limited"
    case busy
    case storageFull = "storage_full"
    case unavailable
    case `internal`

    /// Whether the same request may succeed later without a change.
    package var retryHelps: Bool {
        switch self {
        case .rateLimited, .busy, .storageFull, .unavailable, .internal: true
        default: false
        }
    }

    package var defaultMessage: String {
        switch self {
        case .malformed: "The request could not be read. Send an event with one object and ask for an acknowledgement."
        case .unknownRequest: "There is no such request. See the protocol's list of requests."
        case .invalidArgument: "An argument is missing or wrong."
        case .tooLong: "An argument is too long."
        case .notLoggedIn: "Log in first."
        case .alreadyLoggedIn: "This connection is logged in. Log out first, or use another connection."
        case .sessionExpired: "This session has ended. Log in again."
        case .wrongCredentials: "The e-mail address or the password is wrong."
        case .deactivated: "This account is deactivated. Ask an administrator."
        case .forbidden: "You may not do this. Ask an administrator."
        case .notFound: "There is no such thing, or you may not see it."
        case .notMember: "You are not a member of this room. Join it first."
        case .archived: "This room is archived. Its owner can open it again."
        case .muted: "You may not write in this room for a while."
        case .banned: "You are banned from this room. Only its moderators can let you in again."
        case .emailTaken: "An account with this e-mail address exists. Log in instead."
        case .nameTaken: "This name is taken. Choose another."
        case .handleTaken: "This handle is somebody's already. Choose another."
        case .invitationInvalid: "This invitation is unknown, used up or expired. Ask for a new one."
        case .resetInvalid: "This link is unknown, used or expired. Ask an administrator for a new one."
        case .setupDone: "This server has an owner already. Log in instead."
        case .setupTokenInvalid: "This set-up link is wrong or used. Take the newest one from the server's log."
        case .registrationClosed: "This server has no owner yet, so that nobody can join. Its log says how to make one."
        case .nonceReused: "This nonce was sent before with other content. Send with a new nonce."
        case .clientTooOld: "This client is too old for the server. Update it."
        case .resync: "Your place is too old or unknown. Load everything afresh."
        case .rateLimited: "Too many attempts. Wait, then try again."
        case .busy: "The server is busy. Try again in a moment."
        case .storageFull: "The server's disk is full. Nothing was stored; try again later."
        case .unavailable: "The server cannot do this just now. Try again later."
        case .internal: "Something went wrong in the server. Try again; its log says more."
        }
    }
}
