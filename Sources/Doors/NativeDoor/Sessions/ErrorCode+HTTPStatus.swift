internal import ChatModel

extension ErrorCode {
    /// The HTTP status that goes with the code in REST. Clients decide by the code; the status is for what stands
    /// between: caches, proxies, logs.
    var httpStatus: Int {
        switch self {
        case .malformed, .invalidArgument, .tooLong, .clientTooOld: 400
        case .notLoggedIn, .sessionExpired, .wrongCredentials: 401
        case .forbidden, .deactivated, .notMember, .muted, .banned, .registrationClosed, .invitationInvalid,
            .resetInvalid, .setupTokenInvalid:
            403
        case .unknownRequest, .notFound: 404
        case .alreadyLoggedIn, .emailTaken, .nameTaken, .handleTaken, .setupDone, .nonceReused, .resync,
            .archived:
            409
        case .rateLimited: 429
        case .internal: 500
        case .busy, .storageFull, .unavailable: 503
        }
    }
}
