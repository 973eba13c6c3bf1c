import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("A log-in in place of a session")
struct ReplacingTests {
    private func logIn(
        _ user: User, _ password: String, replacing token: String, _ scene: Scene
    ) async throws(ChatError) -> LogIn {
        try await scene.chat.logIn(
            email: user.email, password: password, device: "", address: "192.0.2.1", replacing: token)
    }

    @Test("a log-in ends the session that it replaces, and only where the password is right")
    func replaced() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            let user: User = ann.user
            let token: String = ann.token
            let denied: ChatError? = await refusal { () async throws(ChatError) -> LogIn in
                try await logIn(user, "wrong password", replacing: token, scene)
            }
            #expect(denied?.code == .wrongCredentials)
            let before: Session = try await scene.chat.authenticate(token: token).session
            #expect(before.id == ann.caller.session)
            try await scene.settle()
            scene.cluster.forget()
            let made: LogIn = try await logIn(user, "password", replacing: token, scene)
            let ended: ChatError? = await refusal { () async throws(ChatError) -> User in
                try await scene.chat.authenticate(token: token).user
            }
            #expect(ended?.code == .sessionExpired)
            let after: User = try await scene.chat.authenticate(token: made.token).user
            #expect(after.id == user.id)
            let signals: [Signal] = scene.cluster.signals
            var told: [SessionID] = []
            if case .sessionsEnded(let sessions)? = signals.first { told = sessions }
            #expect(signals.count == 1)
            #expect(told == [ann.caller.session])
            // A token that is void already replaces nothing, and is no reason to refuse.
            try await scene.settle()
            scene.cluster.forget()
            _ = try await logIn(user, "password", replacing: token, scene)
            #expect(scene.cluster.signals.isEmpty)
        }
    }
}
