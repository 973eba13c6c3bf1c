import ChatModel
import Testing

@testable import ChatDomain

/// docs/permissions.md, written out by hand: who may do what where, and how a refusal reads.
///
/// Each person is a role on the server with a part in the room, as `member/owner` or `guest/-` (outside).
@Suite("Permissions")
struct PermissionTests {
    /// What somebody tries, by the letter that stands in the table's rows.
    enum Act: Character, CaseIterable {
        case read = "r"
        case send = "s"
        case schedule = "S"
        case join = "j"
        case add = "a"
        case removeMember = "m"
        case removeModerator = "M"
        case removeOwner = "O"
        case promote = "p"
        case update = "u"
        case archive = "v"
        case deleteOther = "d"
        case deleteRoom = "X"
    }

    /// For each person the letters of what is allowed, then how the rest is refused: `letters:code`, the others the
    /// last code.
    static let channel: [String: (allowed: String, refused: [(String, ErrorCode)])] = [
        "owner/owner": ("rsSjamMOpuvdX", []), "owner/moderator": ("rsSjamMOpuvdX", []),
        "owner/member": ("rsSjamMOpuvdX", []), "owner/-": ("rjamMOpuvdX", [("sS", .notMember)]),
        "admin/owner": ("rsSjamMOpuvdX", []), "admin/moderator": ("rsSjamMOpuvdX", []),
        "admin/member": ("rsSjamMOpuvdX", []), "admin/-": ("rjamMOpuvdX", [("sS", .notMember)]),
        "member/owner": ("rsSjamMOpuvdX", []), "member/moderator": ("rsSjamud", [("MOpvX", .forbidden)]),
        "member/member": ("rsSja", [("mMOpuvdX", .forbidden)]), "member/-": ("rj", [("sSamMOpuvdX", .notMember)]),
        "bot/owner": ("rsSjamMOpuvdX", []), "bot/moderator": ("rsSjamud", [("MOpvX", .forbidden)]),
        "bot/member": ("rsSja", [("mMOpuvdX", .forbidden)]), "bot/-": ("rj", [("sSamMOpuvdX", .notMember)]),
        "guest/member": ("rsSj", [("amMOpuvdX", .forbidden)]), "guest/-": ("", [("rsSjamMOpuvdX", .notFound)]),
    ]

    /// As `channel`, but that nobody outside sees it, whoever they are.
    static let group: [String: (allowed: String, refused: [(String, ErrorCode)])] = [
        "owner/owner": ("rsSjamMOpuvdX", []), "owner/moderator": ("rsSjamMOpuvdX", []),
        "owner/member": ("rsSjamMOpuvdX", []), "owner/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "admin/owner": ("rsSjamMOpuvdX", []), "admin/moderator": ("rsSjamMOpuvdX", []),
        "admin/member": ("rsSjamMOpuvdX", []), "admin/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "member/owner": ("rsSjamMOpuvdX", []), "member/moderator": ("rsSjamud", [("MOpvX", .forbidden)]),
        "member/member": ("rsSja", [("mMOpuvdX", .forbidden)]), "member/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "bot/owner": ("rsSjamMOpuvdX", []), "bot/moderator": ("rsSjamud", [("MOpvX", .forbidden)]),
        "bot/member": ("rsSja", [("mMOpuvdX", .forbidden)]), "bot/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "guest/member": ("rsSj", [("amMOpuvdX", .forbidden)]), "guest/-": ("", [("rsSjamMOpuvdX", .notFound)]),
    ]

    /// People of a direct room are all alike, and nothing about it changes.
    static let direct: [String: (allowed: String, refused: [(String, ErrorCode)])] = [
        "owner/member": ("rsSj", [("amMOpuvdX", .forbidden)]), "owner/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "admin/member": ("rsSj", [("amMOpuvdX", .forbidden)]), "admin/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "member/member": ("rsSj", [("amMOpuvdX", .forbidden)]), "member/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "bot/member": ("rsSj", [("amMOpuvdX", .forbidden)]), "bot/-": ("", [("rsSjamMOpuvdX", .notFound)]),
        "guest/member": ("rsSj", [("amMOpuvdX", .forbidden)]), "guest/-": ("", [("rsSjamMOpuvdX", .notFound)]),
    ]

    @Test("the table names everyone in every kind of room, and each act once")
    func complete() {
        for (table, count) in [(Self.channel, 18), (Self.group, 18), (Self.direct, 10)] {
            #expect(table.count == count)
            for (person, row) in table {
                let letters = (row.allowed + row.refused.map(\.0).joined()).sorted()
                #expect(letters == Act.allCases.map(\.rawValue).sorted(), "\(person)")
            }
        }
    }

    @Test("who may do what, and how a refusal reads", arguments: [Room.Kind.channel, .group, .direct], Act.allCases)
    func cells(_ kind: Room.Kind, _ act: Act) async throws {
        let table = kind == .channel ? Self.channel : kind == .group ? Self.group : Self.direct
        try await Scene.run { scene in
            for (person, row) in table.sorted(by: { $0.key < $1.key }) {
                let code = row.refused.first { $0.0.contains(act.rawValue) }?.1
                let stage = try await Stage(kind, person, scene)
                let refused: ErrorCode?
                do throws(ChatError) {
                    try await stage.perform(act, scene)
                    refused = nil
                } catch { refused = error.code }
                #expect(refused == code, "\(person) \(act) in a \(kind)")
            }
        }
    }

    @Test("sync tells a room's events to its members and nobody else", arguments: [Room.Kind.channel, .group, .direct])
    func sync(_ kind: Room.Kind) async throws {
        let table = kind == .channel ? Self.channel : kind == .group ? Self.group : Self.direct
        try await Scene.run { scene in
            for person in table.keys.sorted() {
                let stage = try await Stage(kind, person, scene)
                let since = try await scene.chat.place()
                let sent = try await scene.chat.send(
                    room: stage.room, text: "x", nonce: .text(person), by: stage.victims[0])
                let changes = try await scene.chat.changes(since: since, for: stage.caller)
                #expect((changes.events.contains(.room(sent))) == !person.hasSuffix("-"), "\(person)")
                #expect(changes.joined.isEmpty && changes.left.isEmpty)
            }
        }
    }

    /// A room of its own with the person in their part, and one member of each part to act upon.
    private struct Stage {
        let room: RoomID
        let caller: Caller
        /// A member, a moderator and an owner.
        let victims: [Caller]
        /// Somebody who is outside.
        let stranger: Caller
        let message: Int64

        init(_ kind: Room.Kind, _ person: String, _ scene: Scene) async throws {
            let parts = person.split(separator: "/").map(String.init)
            let role = try #require(Role(rawValue: parts[0]))
            let name = "\(person.replacing("/", with: ".").replacing("-", with: "out")).\(kind)"
            caller = try await scene.account(name, role: role)
            var victims: [Caller] = []
            for part in ["member", "moderator", "owner"] { victims.append(try await scene.account("\(name).\(part)")) }
            self.victims = victims
            stranger = try await scene.account("\(name).stranger")
            let (chat, maker) = (scene.chat, victims[2])
            let inside = parts[1] == "-" ? victims : victims + [caller]
            switch kind {
            case .direct: room = try await chat.direct(with: inside.map(\.user), by: maker).room.id
            case .group:
                room = try await chat.createGroup(name: name, users: inside.map(\.user), by: maker).room.id
            case .channel, .feed:
                room = try await chat.createChannel(name: name, by: maker).room.id
                _ = try await chat.addMembers(inside.map(\.user), to: room, by: maker)
            }
            if kind != .direct {
                try await chat.setRole(.moderator, of: victims[1].user, in: room, by: maker)
                if let part = RoomRole(rawValue: parts[1]) {
                    try await chat.setRole(part, of: caller.user, in: room, by: maker)
                }
            }
            message = try await chat.send(room: room, text: "x", nonce: .text(name), by: victims[0]).seq
        }

        func perform(_ act: Act, _ scene: Scene) async throws(ChatError) {
            let chat = scene.chat
            switch act {
            case .read:
                _ = try await chat.room(room, for: caller)
                _ = try await chat.history(of: room, before: nil, for: caller)
                _ = try await chat.members(of: room, after: nil, for: caller)
            case .send:
                _ = try await chat.send(room: room, text: "x", nonce: .text("\(room)"), by: caller)
            case .schedule:
                _ = try await chat.schedule(
                    "x", to: room, at: scene.clock.now().advanced(bySeconds: 60), nonce: .text("later \(room)"),
                    by: caller)
            case .join: _ = try await chat.join(room, by: caller)
            case .add: _ = try await chat.addMembers([stranger.user], to: room, by: caller)
            case .removeMember: try await chat.removeMember(victims[0].user, from: room, by: caller)
            case .removeModerator: try await chat.removeMember(victims[1].user, from: room, by: caller)
            case .removeOwner: try await chat.removeMember(victims[2].user, from: room, by: caller)
            case .promote: try await chat.setRole(.moderator, of: victims[0].user, in: room, by: caller)
            case .update: _ = try await chat.updateRoom(room, name: "changed \(room)", description: nil, by: caller)
            case .archive: _ = try await chat.archiveRoom(room, archived: true, by: caller)
            case .deleteOther: try await chat.deleteMessage(message, in: room, by: caller)
            case .deleteRoom: try await chat.deleteRoom(room, by: caller)
            }
        }
    }
}

extension Scene {
    /// An account without a session: nothing that is tested here asks for one.
    fileprivate func account(_ name: String, role: Role = .member) async throws -> Caller {
        let user = try await chat.createUser(.of(name), role: role)
        return Caller(user: user.id, session: SessionID(millisecond: 0, entropy: 1))
    }
}
