package import ChatModel

/// What keeps order in a room (docs/protocol.md, "Order in a room").
package enum ModerationRequest: Hashable, Sendable {
    /// `seconds` nil lets them write again.
    case mute(room: RoomID, user: UserID, seconds: Int64?)
    case ban(room: RoomID, user: UserID, isBanned: Bool)
    case bans(room: RoomID, after: UserID?, limit: Int)
    case report(room: RoomID, seq: Int64, reason: String)
    /// Nil stands for every room, and for every state.
    case reports(room: RoomID?, state: Report.State?, before: ReportID?, limit: Int)
    /// `state` is not `open`.
    case resolveReport(ReportID, Report.State)

    /// Throws as `Request.init(name:arguments:)` does; `unknown_request` for a name that is none of these.
    init(_ name: RequestName, _ arguments: Arguments) throws(ChatError) {
        switch name {
        case .mute:
            self = .mute(
                room: try arguments.id("room"), user: try arguments.id("user"),
                seconds: try arguments.optionalInteger("seconds", Limits.mute))
        case .ban:
            self = .ban(
                room: try arguments.id("room"), user: try arguments.id("user"),
                isBanned: try arguments.bool("banned"))
        case .bans:
            self = .bans(
                room: try arguments.id("room"), after: try arguments.optionalID("after"),
                limit: try arguments.limit(Limits.bansPage))
        case .report:
            self = .report(
                room: try arguments.id("room"), seq: try arguments.integer("seq", 1...Int64.max),
                reason: try arguments.string("reason", most: Request.lineBytes))
        case .reports:
            self = .reports(
                room: try arguments.optionalID("room"), state: try arguments.optionalReportState("state"),
                before: try arguments.optionalID("before"), limit: try arguments.limit(Limits.reportsPage))
        case .resolveReport:
            let state = try arguments.optionalReportState("state")
            guard let state, state != .open else {
                throw ChatError(
                    .invalidArgument, "The argument state must be resolved or dismissed.", field: "state")
            }
            self = .resolveReport(try arguments.id("report"), state)
        default: throw ChatError(.unknownRequest)
        }
    }
}

extension Arguments {
    fileprivate func optionalReportState(_ name: String) throws(ChatError) -> Report.State? {
        guard let text = try optionalString(name, most: Limits.secretBytes) else { return nil }
        for state in Report.State.allCases where state.rawValue.utf8.elementsEqual(text.utf8) { return state }
        throw ChatError(.invalidArgument, "The argument state must be open, resolved or dismissed.", field: name)
    }
}
