import ByteCoding
import ChatModel

extension ModerationRequest {
    var name: RequestName {
        switch self {
        case .mute: .mute
        case .ban: .ban
        case .bans: .bans
        case .report: .report
        case .reports: .reports
        case .resolveReport: .resolveReport
        }
    }

    func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .mute(let room, let user, let seconds):
            writer.member("room", room.description)
            writer.member("user", user.description)
            if let seconds { writer.member("seconds", seconds) }
        case .ban(let room, let user, let isBanned):
            writer.member("room", room.description)
            writer.member("user", user.description)
            writer.member("banned", isBanned)
        case .bans(let room, let after, let limit):
            writer.member("room", room.description)
            if let after { writer.member("after", after.description) }
            writer.member("limit", Int64(limit))
        case .report(let room, let seq, let reason):
            writer.member("room", room.description)
            writer.member("seq", seq)
            writer.member("reason", reason)
        case .reports(let room, let state, let before, let limit):
            if let room { writer.member("room", room.description) }
            if let state { writer.member("state", state.rawValue) }
            if let before { writer.member("before", before.description) }
            writer.member("limit", Int64(limit))
        case .resolveReport(let report, let state):
            writer.member("report", report.description)
            writer.member("state", state.rawValue)
        }
    }
}
