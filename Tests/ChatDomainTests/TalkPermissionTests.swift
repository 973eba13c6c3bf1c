import ChatModel
import Testing

@testable import ChatDomain

/// docs/permissions.md on what is done with others' messages, written out by hand.
@Suite("Permissions about messages")
struct TalkPermissionTests {
    enum Act: CaseIterable { case react, editOther, editsOther, pin, read, follow }

    /// How each act of a person (`role/part`, `-` for outside) is answered; nil where it is done.
    static func expected(_ kind: Room.Kind, _ role: Role, _ part: RoomRole?, _ act: Act) -> ErrorCode? {
        let keepsOrder = role.administers || part == .owner || part == .moderator
        switch (kind, part) {
        case (.direct, nil), (.group, nil): return .notFound
        case (.channel, nil), (.feed, nil):
            if role == .guest { return .notFound }
            switch act {
            case .read: return nil
            case .editsOther, .pin: return role.administers ? nil : .notMember
            case .react, .editOther, .follow: return .notMember
            }
        default:
            switch act {
            case .react, .read, .follow: return nil
            case .editOther: return .forbidden
            case .editsOther: return keepsOrder && kind != .direct ? nil : .forbidden
            case .pin: return keepsOrder || kind == .group || kind == .direct ? nil : .forbidden
            }
        }
    }

    @Test(
        "who may do what with others' messages, and how a refusal reads",
        arguments: [Room.Kind.channel, .group, .direct])
    func cells(_ kind: Room.Kind) async throws {
        try await Scene.run { scene in
            for role in Role.allCases {
                let parts: [RoomRole?] =
                    kind == .direct || role == .guest ? [nil, .member] : [nil, .member, .moderator, .owner]
                for part in parts {
                    for act in Act.allCases {
                        let stage = try await Stage(
                            kind, role, part, "\(role)\(part?.rawValue ?? "out")\(act)\(kind)", scene)
                        let refused: ErrorCode?
                        do throws(ChatError) {
                            try await stage.perform(act, scene)
                            refused = nil
                        } catch { refused = error.code }
                        #expect(
                            refused == Self.expected(kind, role, part, act), "\(role) \(part as Any) \(act) in \(kind)")
                    }
                }
            }
        }
    }

    /// A room with a message of somebody else's in it.
    private struct Stage {
        let room: RoomID
        let caller: Caller
        let seq: Int64

        init(_ kind: Room.Kind, _ role: Role, _ part: RoomRole?, _ name: String, _ scene: Scene) async throws {
            func person(_ name: String, _ role: Role = .member) async throws -> Caller {
                let user = try await scene.chat.createUser(.of(name), role: role)
                return Caller(user: user.id, session: SessionID(millisecond: 0, entropy: 1))
            }
            let (maker, other) = (try await person("\(name).maker"), try await person("\(name).other"))
            caller = try await person(name, role)
            let inside = part == nil ? [other.user] : [other.user, caller.user]
            switch kind {
            case .direct: room = try await scene.chat.direct(with: inside, by: maker).room.id
            case .group: room = try await scene.chat.createGroup(name: name, users: inside, by: maker).room.id
            case .channel, .feed:
                room = try await scene.chat.createChannel(name: name, by: maker).room.id
                _ = try await scene.chat.addMembers(inside, to: room, by: maker)
            }
            if let part, kind != .direct { try await scene.chat.setRole(part, of: caller.user, in: room, by: maker) }
            seq = try await scene.chat.send(room: room, text: "x", nonce: .text(name), by: other).seq
        }

        func perform(_ act: Act, _ scene: Scene) async throws(ChatError) {
            switch act {
            case .react: try await scene.chat.react("🦊", true, to: seq, in: room, by: caller)
            case .editOther: _ = try await scene.chat.edit(seq, in: room, text: "y", by: caller)
            case .editsOther: _ = try await scene.chat.edits(of: seq, in: room, for: caller)
            case .pin: try await scene.chat.pin(seq, in: room, true, by: caller)
            case .read:
                _ = try await scene.chat.thread(seq, in: room, before: nil, for: caller)
                _ = try await scene.chat.pins(of: room, for: caller)
            case .follow:
                try await scene.chat.followThread(seq, in: room, true, by: caller)
                _ = try await scene.chat.readThread(seq, in: room, to: 1, by: caller)
            }
        }
    }
}
