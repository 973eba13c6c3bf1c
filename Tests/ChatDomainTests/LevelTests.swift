import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Of what people want to be told")
struct LevelTests {
    private func bodies(_ scene: Scene, since: Place, for caller: Caller) async throws -> [PersonEvent.Body] {
        try await scene.chat.changes(since: since, for: caller).events.compactMap {
            if case .person(let event) = $0 { event.body } else { nil }
        }
    }

    private func level(_ scene: Scene, _ room: RoomID, _ caller: Caller) async throws -> NotifyLevel {
        try await scene.chat.room(room, for: caller).level
    }

    @Test("private rooms tell of everything and public ones of mentions, until their member says otherwise")
    func usual() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let group = try await scene.chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            let direct = try await scene.chat.direct(with: [bob.user], by: ann).room.id
            #expect(try await level(scene, channel, ann) == .mentions)
            #expect(try await level(scene, group, ann) == .all)
            #expect(try await level(scene, direct, ann) == .all)
            for room in [channel, group, direct] {
                for wanted in [NotifyLevel.nothing, .all, .mentions] {
                    try await scene.chat.setLevel(wanted, in: room, by: ann)
                    #expect(try await level(scene, room, ann) == wanted)
                }
            }
            #expect(try await level(scene, group, bob) == .all)
        }
    }

    @Test("each change is told once, to the person's devices and nobody else's")
    func told() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createGroup(name: "Us", users: [bob.user], by: ann).room.id
            let since = try await scene.chat.place()
            for wanted in [NotifyLevel.all, .nothing, .nothing, .all, .all] {
                try await scene.chat.setLevel(wanted, in: room, by: ann)
            }
            #expect(
                try await bodies(scene, since: since, for: ann) == [
                    .levelChanged(room: room, .nothing), .levelChanged(room: room, .all),
                ])
            #expect(try await scene.chat.changes(since: since, for: bob).events.isEmpty)
        }
    }

    @Test("a new membership begins with the usual, and the person's own stream ends with it", arguments: [0, 1, 2])
    func again(_ way: Int) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            _ = try await scene.chat.join(room, by: bob)
            try await scene.chat.setLevel(.nothing, in: room, by: bob)
            let since = try await scene.chat.place()
            switch way {
            case 0: try await scene.chat.leave(room, by: bob)
            case 1: try await scene.chat.removeMember(bob.user, from: room, by: ann)
            default:
                try await scene.chat.setBan(true, of: bob.user, from: room, by: ann)
                try await scene.chat.setBan(false, of: bob.user, from: room, by: ann)
            }
            _ = try await scene.chat.join(room, by: bob)
            #expect(try await level(scene, room, bob) == .mentions)
            #expect(try await bodies(scene, since: since, for: bob).first == .levelChanged(room: room, .mentions))
        }
    }

    @Test("only who is in a room says so of it")
    func outsiders() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            let guest = try await scene.caller("gus", role: .guest)
            let channel = try await scene.chat.createChannel(name: "General", by: ann).room.id
            let group = try await scene.privateRoom([bob.user])
            await expectRefusal(.notMember) { () throws(ChatError) in
                try await scene.chat.setLevel(.all, in: channel, by: bob)
            }
            for (room, caller) in [(channel, guest), (group, ann), (RoomID(millisecond: 0, entropy: 1), ann)] {
                await expectRefusal(.notFound) { () throws(ChatError) in
                    try await scene.chat.setLevel(.all, in: room, by: caller)
                }
            }
            _ = try await scene.chat.setActive(false, bob.user, by: ann)
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.setLevel(.all, in: group, by: bob)
            }
        }
    }

    @Test("preferences are changed a part at a time, told as a whole, and told once")
    func preferences() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            #expect(try await scene.chat.preferences(of: ann) == Preferences())
            let since = try await scene.chat.place()
            let night = QuietHours(from: 1320, to: 420)
            let until = Timestamp(milliseconds: 1_900_000_000_000)
            let steps: [(PreferencesChange, Preferences)] = [
                (PreferencesChange(quiet: .some(night)), Preferences(quiet: night)),
                (PreferencesChange(quiet: .some(night)), Preferences(quiet: night)),
                (PreferencesChange(dndUntil: .some(until)), Preferences(quiet: night, dndUntil: until)),
                (
                    PreferencesChange(quiet: .some(nil), sound: false, preview: false),
                    Preferences(dndUntil: until, sound: false, preview: false)
                ),
                (PreferencesChange(dndUntil: .some(nil)), Preferences(sound: false, preview: false)),
                (PreferencesChange(), Preferences(sound: false, preview: false)),
            ]
            for (change, expected) in steps {
                #expect(try await scene.chat.updatePreferences(change, by: ann) == expected)
                #expect(try await scene.chat.preferences(of: ann) == expected)
            }
            try await scene.settle()
            let told: [Preferences] = scene.cluster.events.compactMap {
                if case .person(let event) = $0, case .preferencesChanged(let preferences) = event.body {
                    preferences
                } else {
                    nil
                }
            }
            #expect(told == [steps[0].1, steps[2].1, steps[3].1, steps[4].1])
            // Each is told as it is when it is asked for.
            #expect(
                try await bodies(scene, since: since, for: ann)
                    == Array(repeating: .preferencesChanged(steps[4].1), count: 4))
        }
    }

    @Test(
        "quiet hours that are none, and what is no time, are refused",
        arguments: [
            (PreferencesChange(quiet: QuietHours(from: 5, to: 5)), "quiet"),
            (PreferencesChange(quiet: QuietHours(from: -1, to: 5)), "quiet"),
            (PreferencesChange(quiet: QuietHours(from: 0, to: 1440)), "quiet"),
            (PreferencesChange(dndUntil: Timestamp(milliseconds: -1)), "dnd_until"),
            (PreferencesChange(dndUntil: Timestamp(milliseconds: .max)), "dnd_until"),
        ])
    func refused(_ change: PreferencesChange, _ field: String) async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let found = await refusal { () throws(ChatError) in
                try await scene.chat.updatePreferences(change, by: ann)
            }
            #expect(found?.code == .invalidArgument && found?.field == field)
            #expect(try await scene.chat.preferences(of: ann) == Preferences())
        }
    }

    @Test("quiet hours hold from their first minute to before their last, also over midnight")
    func quietHours() {
        let day = QuietHours(from: 600, to: 720)
        #expect([599, 600, 719, 720].map { day.contains(minute: $0) } == [false, true, true, false])
        let night = QuietHours(from: 1320, to: 420)
        #expect([1319, 1320, 0, 419, 420].map { night.contains(minute: $0) } == [false, true, true, true, false])
    }

    @Test("with the account its preferences go")
    func deletion() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann", role: .owner)
            let bob = try await scene.caller("bob")
            _ = try await scene.chat.updatePreferences(PreferencesChange(sound: false), by: bob)
            try await scene.chat.deleteUser(bob.user, messages: .keep, by: ann)
            #expect(try await scene.chat.preferences(of: bob) == Preferences())
        }
    }
}
