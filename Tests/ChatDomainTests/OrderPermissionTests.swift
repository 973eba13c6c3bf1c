import ChatModel
import Testing

@testable import ChatDomain

/// docs/permissions.md, the rows of order in rooms, written out by hand as `PermissionTests` does it for the others.
@Suite("Permissions: order in rooms")
struct OrderPermissionTests {
    enum Act: Character, CaseIterable {
        case muteMember = "m"
        case muteModerator = "M"
        case muteOwner = "O"
        case banMember = "b"
        case banModerator = "B"
        case banOwner = "W"
        case unban = "u"
        case listBans = "l"
        case slowDown = "s"
        case retain = "t"
        case report = "r"
        case listReports = "L"
        case resolve = "v"
    }

    /// As in `PermissionTests`.
    static let channel: [String: (allowed: String, refused: [(String, ErrorCode)])] = [
        "owner/owner": ("mMObBWulstrLv", []), "owner/moderator": ("mMObBWulstrLv", []),
        "owner/member": ("mMObBWulstrLv", []), "owner/-": ("mMObBWulstLv", [("r", .notMember)]),
        "admin/owner": ("mMObBWulstrLv", []), "admin/moderator": ("mMObBWulstrLv", []),
        "admin/member": ("mMObBWulstrLv", []), "admin/-": ("mMObBWulstLv", [("r", .notMember)]),
        "member/owner": ("mMObBWulstrLv", []), "member/moderator": ("mbulsrLv", [("MOBWt", .forbidden)]),
        "member/member": ("r", [("mMObBWulstLv", .forbidden)]), "member/-": ("", [("mMObBWulstrLv", .notMember)]),
        "bot/owner": ("mMObBWulstrLv", []), "bot/moderator": ("mbulsrLv", [("MOBWt", .forbidden)]),
        "bot/member": ("r", [("mMObBWulstLv", .forbidden)]), "bot/-": ("", [("mMObBWulstrLv", .notMember)]),
        "guest/member": ("r", [("mMObBWulstLv", .forbidden)]), "guest/-": ("", [("mMObBWulstrLv", .notFound)]),
    ]

    static let group: [String: (allowed: String, refused: [(String, ErrorCode)])] = [
        "owner/owner": ("mMObBWulstrLv", []), "owner/moderator": ("mMObBWulstrLv", []),
        "owner/member": ("mMObBWulstrLv", []), "owner/-": ("", [("mMObBWulstrLv", .notFound)]),
        "admin/owner": ("mMObBWulstrLv", []), "admin/moderator": ("mMObBWulstrLv", []),
        "admin/member": ("mMObBWulstrLv", []), "admin/-": ("", [("mMObBWulstrLv", .notFound)]),
        "member/owner": ("mMObBWulstrLv", []), "member/moderator": ("mbulsrLv", [("MOBWt", .forbidden)]),
        "member/member": ("r", [("mMObBWulstLv", .forbidden)]), "member/-": ("", [("mMObBWulstrLv", .notFound)]),
        "bot/owner": ("mMObBWulstrLv", []), "bot/moderator": ("mbulsrLv", [("MOBWt", .forbidden)]),
        "bot/member": ("r", [("mMObBWulstLv", .forbidden)]), "bot/-": ("", [("mMObBWulstrLv", .notFound)]),
        "guest/member": ("r", [("mMObBWulstLv", .forbidden)]), "guest/-": ("", [("mMObBWulstrLv", .notFound)]),
    ]

    @Test("the tables name everyone, and each act once")
    func complete() {
        for table in [Self.channel, Self.group] {
            #expect(table.count == 18)
            for (person, row) in table {
                let letters = (row.allowed + row.refused.map(\.0).joined()).sorted()
                #expect(letters == Act.allCases.map(\.rawValue).sorted(), "\(person)")
            }
        }
    }

    @Test("who may do what, and how a refusal reads", arguments: [Room.Kind.channel, .group], Act.allCases)
    func cells(_ kind: Room.Kind, _ act: Act) async throws {
        let table = kind == .channel ? Self.channel : Self.group
        try await Scene.run { scene in
            for (person, row) in table.sorted(by: { $0.key < $1.key }) {
                let code = row.refused.first { $0.0.contains(act.rawValue) }?.1
                let stage = try await Stage(kind, person, scene)
                #expect(await stage.refusal(of: act, scene) == code, "\(person) \(act) in a \(kind)")
            }
        }
    }

    @Test(
        "a direct room has no order to keep: everything is forbidden inside, and not found outside",
        arguments: Act.allCases)
    func direct(_ act: Act) async throws {
        try await Scene.run { scene in
            for role in Role.allCases {
                for part in ["member", "-"] {
                    let stage = try await Stage(.direct, "\(role.rawValue)/\(part)", scene)
                    // The report, of another room, is its own.
                    let expected: ErrorCode = part == "-" ? .notFound : .forbidden
                    if act != .resolve { #expect(await stage.refusal(of: act, scene) == expected, "\(role) \(part)") }
                }
            }
        }
    }

    /// A room of its own with the person in their part, a member, a moderator and an owner to act upon, somebody who is
    /// banned and, but in a direct room, a report.
    private struct Stage {
        let room: RoomID
        let caller: Caller
        let victims: [Caller]
        let banned: Caller
        let message: Int64
        let reported: ReportID?

        init(_ kind: Room.Kind, _ person: String, _ scene: Scene) async throws {
            let parts = person.split(separator: "/").map(String.init)
            let role = try #require(Role(rawValue: parts[0]))
            let name = "\(person.replacing("/", with: ".").replacing("-", with: "out")).\(kind)"
            func account(_ name: String, _ role: Role = .member) async throws -> Caller {
                let user = try await scene.chat.createUser(.of(name), role: role)
                return Caller(user: user.id, session: SessionID(millisecond: 0, entropy: 1))
            }
            caller = try await account(name, role)
            var victims: [Caller] = []
            for part in ["member", "moderator", "owner"] { victims.append(try await account("\(name).\(part)")) }
            self.victims = victims
            banned = try await account("\(name).banned")
            let (chat, maker) = (scene.chat, victims[2])
            let inside = parts[1] == "-" ? victims : victims + [caller]
            switch kind {
            case .direct: room = try await chat.direct(with: inside.map(\.user), by: maker).room.id
            case .group: room = try await chat.createGroup(name: name, users: inside.map(\.user), by: maker).room.id
            case .channel, .feed:
                room = try await chat.createChannel(name: name, by: maker).room.id
                _ = try await chat.addMembers(inside.map(\.user), to: room, by: maker)
            }
            message = try await chat.send(room: room, text: "x", nonce: .text(name), by: victims[0]).seq
            guard kind != .direct else {
                reported = nil
                return
            }
            try await chat.setRole(.moderator, of: victims[1].user, in: room, by: maker)
            if let part = RoomRole(rawValue: parts[1]) {
                try await chat.setRole(part, of: caller.user, in: room, by: maker)
            }
            try await chat.setBan(true, of: banned.user, from: room, by: maker)
            try await chat.report(message, in: room, reason: "x", by: victims[1])
            reported = try await chat.reports(of: room, state: nil, before: nil, for: maker).page.first?.id
        }

        func refusal(of act: Act, _ scene: Scene) async -> ErrorCode? {
            do throws(ChatError) {
                try await perform(act, scene.chat)
                return nil
            } catch { return error.code }
        }

        private func perform(_ act: Act, _ chat: Chat) async throws(ChatError) {
            switch act {
            case .muteMember: try await chat.mute(victims[0].user, in: room, seconds: 60, by: caller)
            case .muteModerator: try await chat.mute(victims[1].user, in: room, seconds: 60, by: caller)
            case .muteOwner: try await chat.mute(victims[2].user, in: room, seconds: 60, by: caller)
            case .banMember: try await chat.setBan(true, of: victims[0].user, from: room, by: caller)
            case .banModerator: try await chat.setBan(true, of: victims[1].user, from: room, by: caller)
            case .banOwner: try await chat.setBan(true, of: victims[2].user, from: room, by: caller)
            case .unban: try await chat.setBan(false, of: banned.user, from: room, by: caller)
            case .listBans: _ = try await chat.bans(of: room, after: nil, for: caller)
            case .slowDown: _ = try await chat.updateRoom(room, slowMode: 5, by: caller)
            case .retain: _ = try await chat.updateRoom(room, retention: 5, by: caller)
            case .report: try await chat.report(message, in: room, reason: "x", by: caller)
            case .listReports: _ = try await chat.reports(of: room, state: nil, before: nil, for: caller)
            case .resolve:
                guard let reported else { return }
                try await chat.resolveReport(reported, as: .resolved, by: caller)
            }
        }
    }
}
