import ChatModel
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Profiles and handles")
struct ProfileTests {
    @Test("who names no handle gets one made from their name, else their address, with the first free number")
    func made() async throws {
        try await Scene.run { scene in
            let people = [
                ("José Ångström", "j@x.org", "joseangstrom"), ("jose angstrom", "k@x.org", "joseangstrom2"),
                ("Jose-Angstrom!", "l@x.org", "joseangstrom3"), ("李雷", "Li.Lei@x.org", "lilei"),
                ("A", "b@x.org", "user"),
                ("B", "c@x.org", "user2"),
                (String(repeating: "x", count: 80), "d@x.org", String(repeating: "x", count: 24)),
            ]
            for (name, email, handle) in people {
                let user = try await scene.chat.createUser(
                    Registration(
                        email: email, password: "password", name: name,
                        avatar: Avatar(picture: "fox", color: "#c0ffee")), role: .member)
                #expect(user.handle == handle)
                #expect(try await scene.chat.user(user.id) == user)
            }
        }
    }

    @Test("of ten thousand alike the next has the next number, and few are asked for")
    func crowd() {
        for taken in [0, 1, 2, 3, 17, 10_000] {
            var asked = 0
            let handle = HandleMaking.free("user") { candidate in
                asked += 1
                return candidate == "user" ? taken > 0 : Int(candidate.dropFirst(4)).map { $0 <= taken } ?? false
            }
            #expect(handle == (taken == 0 ? "user" : "user\(taken + 1)"))
            #expect(asked <= 32)
        }
    }

    @Test("a handle that one names is kept in lower case, and nobody else gets it")
    func named() async throws {
        try await Scene.run { scene in
            func make(_ name: String, _ handle: String) async throws(ChatError) -> User {
                try await scene.chat.createUser(
                    Registration(
                        email: "\(name)@x.org", password: "password", name: name, handle: handle,
                        avatar: Avatar(picture: "fox", color: "#c0ffee")), role: .member)
            }
            let ann = try await make("ann", "Ann.B-c_9")
            #expect(ann.handle == "ann.b-c_9")
            let taken = await refusal { () throws(ChatError) in try await make("bob", "ANN.b-c_9") }
            #expect(taken?.code == .handleTaken && taken?.field == "handle")
            for handle in ["", "a", ".ab", "-ab", "_ab", "a b", "äb", "ab\u{301}", "a\u{0}", "ＡＢ", "a@b"] {
                let refused = await refusal { () throws(ChatError) in try await make("carl", handle) }
                #expect(refused?.code == .invalidArgument && refused?.field == "handle", "\(handle)")
            }
            for handle in ["room", "Room"] {
                let refused = await refusal { () throws(ChatError) in try await make("carl", handle) }
                #expect(refused?.code == .handleTaken && refused?.field == "handle", "\(handle) calls everyone")
            }
            let named = try await scene.chat.createUser(
                Registration(
                    email: "dora@x.org", password: "password", name: "Room",
                    avatar: Avatar(picture: "fox", color: "#c0ffee")),
                role: .member)
            #expect(named.handle == "room2")
            let long = await refusal { () throws(ChatError) in
                try await make("carl", String(repeating: "a", count: 33))
            }
            #expect(long?.code == .tooLong)
            let longest = try await make("carl", String(repeating: "a", count: 32))
            #expect(longest.handle == String(repeating: "a", count: 32))
        }
    }

    @Test("a profile is changed as far as is said, everyone hears it, and people are found by the new name")
    func update() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            let bob = try await scene.caller("bob")
            _ = try await scene.privateRoom([ann.user.id, bob.user])
            try await scene.settle()
            scene.cluster.forget()
            let since = try await scene.chat.place()
            let named = try await scene.chat.updateProfile(name: " Zoë ", handle: nil, avatar: nil, by: ann.caller)
            var expected = ann.user
            expected.name = "Zoë"
            #expect(named == expected)
            let owl = Avatar(picture: "owl", color: "#00FF00")
            let all = try await scene.chat.updateProfile(name: nil, handle: "ZOE", avatar: owl, by: ann.caller)
            (expected.handle, expected.avatar) = ("zoe", Avatar(picture: "owl", color: "#00ff00"))
            #expect(all == expected)
            // What changes nothing is told to nobody.
            _ = try await scene.chat.updateProfile(name: "Zoë", handle: "zoe", avatar: nil, by: ann.caller)
            _ = try await scene.chat.updateProfile(name: nil, handle: nil, avatar: nil, by: ann.caller)
            #expect(try await scene.chat.user(ann.user.id) == expected)
            try await scene.settle()
            let told: [User] = scene.cluster.events.compactMap { event in
                if case .directory(let event) = event, case .userUpdated(let user) = event.body { user } else { nil }
            }
            #expect(told == [named, expected])
            let changes = try await scene.chat.changes(since: since, for: bob)
            #expect(changes.events.count == 2)
            #expect(try await scene.chat.findPeople("zoe", for: bob).map(\.id) == [ann.user.id])
            _ = try await scene.chat.updateProfile(name: "Mia", handle: "mia", avatar: nil, by: ann.caller)
            #expect(try await scene.chat.findPeople("mia", for: bob).map(\.id) == [ann.user.id])
            #expect(try await scene.chat.findPeople("zoe", for: bob) == [])
        }
    }

    @Test("every role changes its own profile; what no account may have is refused and named")
    func refused() async throws {
        try await Scene.run { scene in
            for role in Role.allCases {
                let caller = try await scene.caller(role.rawValue, role: role)
                #expect(
                    try await scene.chat.updateProfile(name: "new", handle: nil, avatar: nil, by: caller).name == "new")
            }
            let ann = try await scene.caller("ann")
            _ = try await scene.caller("bob")
            let wrong: [(String?, String?, Avatar?, String, ErrorCode)] = [
                (" ", nil, nil, "name", .invalidArgument), ("a\nb", nil, nil, "name", .invalidArgument),
                (String(repeating: "x", count: 81), nil, nil, "name", .tooLong),
                (nil, "b", nil, "handle", .invalidArgument), (nil, "BOB", nil, "handle", .handleTaken),
                (nil, nil, Avatar(picture: "", color: "#000000"), "avatar", .invalidArgument),
                (nil, nil, Avatar(picture: "a", color: "red"), "avatar", .invalidArgument),
            ]
            for (name, handle, avatar, field, code) in wrong {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.updateProfile(name: name, handle: handle, avatar: avatar, by: ann)
                }
                #expect(refused?.code == code && refused?.field == field)
            }
            #expect(try await scene.chat.user(ann.user).name == "ann")
        }
    }

    @Test("a profile is changed twenty times at once and then one each ten seconds")
    func rate() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            for number in 0..<20 {
                _ = try await scene.chat.updateProfile(name: "\(number)", handle: nil, avatar: nil, by: ann)
            }
            let refused = await refusal { () throws(ChatError) in
                try await scene.chat.updateProfile(name: "x", handle: nil, avatar: nil, by: ann)
            }
            #expect(refused == ChatError(.rateLimited, retryAfter: 10_000))
            scene.clock.advance(seconds: 10)
            _ = try await scene.chat.updateProfile(name: "x", handle: nil, avatar: nil, by: ann)
        }
    }
}
