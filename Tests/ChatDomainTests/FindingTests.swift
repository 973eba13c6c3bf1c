import ChatModel
import Testing

@testable import ChatDomain

@Suite("Finding people")
struct FindingTests {
    private func names(_ query: String, _ caller: Caller, _ scene: Scene) async throws -> [String] {
        try await scene.chat.findPeople(query, for: caller).map(\.name)
    }

    /// An account whose e-mail address is not made from the name.
    private func account(_ name: String, _ email: String, _ scene: Scene, role: Role = .member) async throws -> Caller {
        let user = try await scene.chat.createUser(
            try Registration(
                email: email, password: "password", name: name, avatar: Avatar(picture: "fox", color: "#c0ffee")),
            role: role)
        return Caller(user: user.id, session: SessionID(millisecond: 0, entropy: 1))
    }

    @Test("a stranger is found by the exact address only, in any case, and by no part of it or of the name")
    func strangers() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            _ = try await account("José Ångström", "jose.a@example.org", scene)
            #expect(try await names("JOSE.A@Example.ORG", ann, scene) == ["José Ångström"])
            for part in ["jose", "José Ångström", "jose.a", "jose.a@example.or", "jose.a@", "@example.org", "@"] {
                #expect(try await names(part, ann, scene) == [], "\(part)")
            }
        }
    }

    @Test("who shares a room is found by the beginning of each word, without regard to case and accents")
    func companions() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let jose = try await account("José Ångström", "j.angst@example.org", scene)
            let bob = try await account("Bob Josephs", "bob@example.org", scene)
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            for caller in [jose, bob] { _ = try await scene.chat.join(room, by: caller) }
            let expected: [(String, [String])] = [
                ("jos", ["Bob Josephs", "José Ångström"]), ("JOSE\u{301}", ["Bob Josephs", "José Ångström"]),
                ("ang jo", ["José Ångström"]), ("angs", ["José Ångström"]), ("bob jose", ["Bob Josephs"]),
                ("j.angst@ex", ["José Ångström"]), ("j angst", ["José Ångström"]), ("ob", []), ("bob ang", []),
                ("example", []), ("ann", []), ("!?", []), ("jo zz", []),
            ]
            for (query, found) in expected { #expect(try await names(query, ann, scene) == found, "\(query)") }
            #expect(try await scene.chat.findPeople("jos", limit: 1, for: ann).map(\.name) == ["Bob Josephs"])
            try await scene.chat.leave(room, by: bob)
            #expect(try await names("jos", ann, scene) == ["José Ångström"])
            #expect(try await names("ann", bob, scene) == [])
        }
    }

    @Test("who shares a room is found by their handle, with an @ before it or without, and by no former one")
    func handles() async throws {
        try await Scene.run { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            _ = try await scene.chat.join(room, by: bob)
            _ = try await scene.chat.updateProfile(name: nil, handle: "night.heron", avatar: nil, by: bob)
            for query in ["night", "@night", "@Night.Heron", "heron", "her nig", "heron bob"] {
                #expect(try await names(query, ann, scene) == ["bob"], "\(query)")
            }
            for query in ["ight", "@", "@@night", "night@heron"] {
                #expect(try await names(query, ann, scene) == [], "\(query)")
            }
            _ = try await scene.chat.updateProfile(name: nil, handle: "day.heron", avatar: nil, by: bob)
            #expect(try await names("night", ann, scene) == [])
            #expect(try await names("day", ann, scene) == ["bob"])
        }
    }

    @Test("an address is shown only to who typed it whole")
    func addresses() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let room = try await scene.chat.createChannel(name: "General", by: ann).room.id
            _ = try await scene.chat.join(room, by: bob)
            for (query, email) in [("bob", ""), ("bob@example.or", ""), ("BOB@example.org", "bob@example.org")] {
                #expect(try await scene.chat.findPeople(query, for: ann).map(\.email) == [email])
            }
        }
    }

    @Test("guests find people of their rooms only, also by the whole address and in an open directory")
    func guests() async throws {
        var settings = ChatSettings()
        settings.directory = .open
        try await Scene.run(settings: settings) { scene in
            let guest = try await scene.caller("guest", role: .guest)
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            _ = try await scene.privateRoom([ann.user, guest.user])
            #expect(try await names("ann", guest, scene) == ["ann"])
            #expect(try await names("ann@example.org", guest, scene) == ["ann"])
            for query in ["bob", "bob@example.org"] { #expect(try await names(query, guest, scene) == []) }
            #expect(try await names("gue", bob, scene) == ["guest"])
        }
    }

    @Test("in an open directory everyone is found by a part, and addresses stay hidden")
    func open() async throws {
        var settings = ChatSettings()
        settings.directory = .open
        try await Scene.run(settings: settings) { scene in
            let ann = try await scene.caller("ann")
            _ = try await scene.caller("bob")
            let found = try await scene.chat.findPeople("bo", for: ann)
            #expect(found.map(\.name) == ["bob"] && found.map(\.email) == [""])
        }
    }

    @Test("searches of one person are limited, and a wrong one costs nothing")
    func limited() async throws {
        var settings = ChatSettings()
        settings.peopleSearches = RateRule(burst: 2, interval: 1000)
        try await Scene.run(settings: settings) { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            for wrong in ["", "  ", "\u{7}", String(repeating: "x", count: 255)] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.findPeople(wrong, for: ann)
                }
                #expect(refused?.field == "query")
            }
            for _ in 0..<2 { _ = try await names("x", ann, scene) }
            let refused = await refusal { () throws(ChatError) in try await scene.chat.findPeople("x", for: ann) }
            #expect(refused == ChatError(.rateLimited, retryAfter: 1000))
            _ = try await names("x", bob, scene)
            scene.clock.advance(milliseconds: 1000)
            _ = try await names("x", ann, scene)
        }
    }
}
