import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Sessions")
struct SessionTests {
    private let address = "192.0.2.9"

    @Test("the right password opens a session, in any case of the address; a wrong one or no account does not")
    func logIn() async throws {
        try await Scene.run { scene in
            let user = try await scene.chat.createUser(.of("ann"), role: .member)
            let logIn = try await scene.chat.logIn(
                email: "ANN@Example.org", password: "password", device: " kestrel ", address: address)
            #expect(logIn.user == user)
            #expect(logIn.session.device == "kestrel")
            #expect(logIn.token.hasPrefix("rst_"))
            #expect(logIn.token.utf8.count == 4 + 43)
            for (email, password) in [("ann@example.org", "Password"), ("bob@example.org", "password")] {
                let work = scene.credentials.work
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.logIn(email: email, password: password, device: "", address: address)
                }
                #expect(refused?.code == .wrongCredentials)
                #expect(refused?.field == nil)
                // No account costs as much as a wrong password.
                #expect(scene.credentials.work == work + 1)
            }
        }
    }

    @Test("a session lasts 90 days and not a moment longer; other tokens are nobody's")
    func expiry() async throws {
        try await Scene.run { scene in
            let (user, _, token) = try await scene.person("ann")
            scene.clock.advance(milliseconds: 90 * 86_400_000 - 1)
            #expect(try await scene.chat.authenticate(token: token).user == user)
            scene.clock.advance(milliseconds: 1)
            for token in [token, "", "rst_unknown", String(repeating: "x", count: 1_000_000)] {
                let refused = await refusal { () throws(ChatError) in try await scene.chat.authenticate(token: token) }
                #expect(refused?.code == .sessionExpired)
            }
        }
    }

    @Test("logging out ends this session only, tells its connections, and may be repeated")
    func logOut() async throws {
        try await Scene.run { scene in
            let (user, caller, token) = try await scene.person("ann")
            let other = try await scene.chat.logIn(
                email: user.email, password: "password", device: "", address: address)
            try await scene.chat.logOut(caller)
            #expect(scene.cluster.signals == [.sessionsEnded([caller.session])])
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.authenticate(token: token)
            }
            #expect(try await scene.chat.authenticate(token: other.token).session == other.session)
            try await scene.chat.logOut(caller)
        }
    }

    @Test("a reset password ends every session, tells their connections, and the old one is void")
    func reset() async throws {
        try await Scene.run { scene in
            let (user, caller, token) = try await scene.person("ann")
            let stranger = try await scene.person("bob")
            let password = try await scene.chat.resetPassword(email: "Ann@example.org")
            #expect(password.utf8.count == 16)
            #expect(scene.cluster.signals == [.sessionsEnded([caller.session])])
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.authenticate(token: token)
            }
            let old = await refusal { () throws(ChatError) in
                try await scene.chat.logIn(email: user.email, password: "password", device: "", address: address)
            }
            #expect(old?.code == .wrongCredentials)
            let logIn = try await scene.chat.logIn(
                email: user.email, password: password, device: "", address: address)
            #expect(logIn.user == user)
            #expect(try await scene.chat.authenticate(token: stranger.token).user == stranger.user)
            let nobody = await refusal { () throws(ChatError) in
                try await scene.chat.resetPassword(email: "no@example.org")
            }
            #expect(nobody?.code == .notFound)
        }
    }

    @Test("a password that is reset while it is being verified opens nothing")
    func resetMeanwhile() async throws {
        try await Scene.run { scene in
            let (user, _, _) = try await scene.person("ann")
            scene.credentials.afterVerify { _ = try? await scene.chat.resetPassword(email: user.email) }
            let refused = await refusal { () throws(ChatError) in
                try await scene.chat.logIn(email: user.email, password: "password", device: "", address: address)
            }
            #expect(refused?.code == .wrongCredentials)
        }
    }

    @Test("past the limit of sessions the oldest end; expired ones are cleared away first")
    func bounded() async throws {
        var settings = ChatSettings()
        settings.sessionsPerUser = 2
        settings.sessionLifetime = 100
        try await Scene.run(settings: settings) { scene in
            let (user, first, _) = try await scene.person("ann")
            func logIn() async throws -> LogIn {
                scene.clock.advance(seconds: 1)
                return try await scene.chat.logIn(
                    email: user.email, password: "password", device: "", address: address)
            }
            let second = try await logIn()
            #expect(scene.cluster.signals.isEmpty)
            let third = try await logIn()
            #expect(scene.cluster.signals == [.sessionsEnded([first.session])])
            _ = try await scene.chat.authenticate(token: second.token)
            scene.clock.advance(seconds: 98)
            try await scene.settle()
            scene.cluster.forget()
            // `second` expires now; `third` has a second left and need not go.
            let fourth = try await logIn()
            #expect(scene.cluster.signals == [.sessionsEnded([second.session.id])])
            _ = try await scene.chat.authenticate(token: third.token)
            _ = try await scene.chat.authenticate(token: fourth.token)
        }
    }

    @Test("a device's name that is too long or holds control characters is refused")
    func device() async throws {
        try await Scene.run { scene in
            let (user, _, _) = try await scene.person("ann")
            for device in [String(repeating: "d", count: 101), "a\nb"] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.logIn(
                        email: user.email, password: "password", device: device, address: address)
                }
                #expect(refused?.field == "device")
            }
        }
    }

    @Test("what is too long for any account is refused before it costs anything")
    func tooLong() async throws {
        try await Scene.run { scene in
            let long = String(repeating: "x", count: 257)
            let password = await refusal { () throws(ChatError) in
                try await scene.chat.logIn(email: "a@b", password: long, device: "", address: address)
            }
            #expect(password?.code == .tooLong)
            let email = await refusal { () throws(ChatError) in
                try await scene.chat.logIn(email: long + "@b", password: "x", device: "", address: address)
            }
            #expect(email?.code == .tooLong)
            #expect(scene.credentials.work == 0)
        }
    }
}
