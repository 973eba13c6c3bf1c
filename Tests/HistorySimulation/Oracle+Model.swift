package import ChatModel
package import HistoryOracle

extension Oracle.Part {
    package var role: RoomRole {
        switch self {
        case .member: .member
        case .moderator: .moderator
        case .owner: .owner
        }
    }
}

extension Oracle.Kind {
    package var kind: Room.Kind {
        switch self {
        case .channel: .channel
        case .group: .group
        case .direct: .direct
        }
    }
}

extension Oracle.Refusal {
    package var code: ErrorCode {
        switch self {
        case .notFound: .notFound
        case .notMember: .notMember
        case .forbidden: .forbidden
        case .archived: .archived
        case .muted: .muted
        case .banned: .banned
        case .nonceReused: .nonceReused
        case .tooSoon: .rateLimited
        }
    }
}
