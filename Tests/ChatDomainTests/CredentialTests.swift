import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Changing the e-mail address and the password")
struct CredentialTests {
    private let address = "192.0.2.9"

    @Test(
        "with the password, an address is changed: the new one logs in and finds, the old one does not",
        arguments: Role.allCases)
    func email(_ role: Role) async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann", role: role)
            let bob = try await scene.caller("bob")
            let changed = try await scene.chat.changeEmail(
                to: "New@Example.com", password: "password", address: address, by: ann.caller)
            var expected = ann.user
            expected.email = "new@example.com"
            #expect(changed == expected)
            #expect(try await scene.chat.user(ann.user.id) == expected)
            let logIn = try await scene.chat.logIn(
                email: "new@example.com", password: "password", device: "", address: address)
            #expect(logIn.user == expected)
            await expectRefusal(.wrongCredentials) { () throws(ChatError) in
                try await scene.chat.logIn(email: ann.user.email, password: "password", device: "", address: address)
            }
            #expect(try await scene.chat.findPeople("new@example.com", for: bob) == [expected])
            #expect(try await scene.chat.findPeople("ann@example.org", for: bob) == [])
            // The session goes on.
            _ = try await scene.chat.authenticate(token: ann.token)
        }
    }

    @Test("an address that somebody has, or that is none, changes nothing")
    func badEmail() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            _ = try await scene.caller("bob")
            for (email, code) in [
                ("BOB@example.org", ErrorCode.emailTaken), ("nobody", .invalidArgument),
                (String(repeating: "x", count: 250) + "@x.org", .tooLong),
            ] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.changeEmail(
                        to: email, password: "password", address: address, by: ann.caller)
                }
                #expect(refused?.code == code && refused?.field == "email")
            }
            #expect(try await scene.chat.user(ann.user.id) == ann.user)
        }
    }

    @Test("with the old password a new one is set, and all other sessions end", arguments: Role.allCases)
    func password(_ role: Role) async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann", role: role)
            let bob = try await scene.person("bob")
            let other = try await scene.chat.logIn(
                email: ann.user.email, password: "password", device: "", address: address)
            try await scene.chat.changePassword(
                to: "new password", password: "password", address: address, by: ann.caller)
            #expect(scene.cluster.signals == [.sessionsEnded([other.session.id])])
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.authenticate(token: other.token)
            }
            for token in [ann.token, bob.token] { _ = try await scene.chat.authenticate(token: token) }
            await expectRefusal(.wrongCredentials) { () throws(ChatError) in
                try await scene.chat.logIn(email: ann.user.email, password: "password", device: "", address: address)
            }
            _ = try await scene.chat.logIn(
                email: ann.user.email, password: "new password", device: "", address: address)
        }
    }

    @Test("a password that no account may have is refused before it costs anything")
    func badPassword() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            let work = scene.credentials.work
            for (new, code) in [("short", ErrorCode.invalidArgument), (String(repeating: "x", count: 257), .tooLong)] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.changePassword(to: new, password: "password", address: address, by: ann.caller)
                }
                #expect(refused?.code == code && refused?.field == "new_password")
            }
            let long = await refusal { () throws(ChatError) in
                try await scene.chat.changePassword(
                    to: "new password", password: String(repeating: "x", count: 257), address: address, by: ann.caller)
            }
            #expect(long?.code == .tooLong && long?.field == "password")
            #expect(scene.credentials.work == work)
        }
    }

    @Test("a wrong password changes nothing and counts as a wrong log-in does, for the account and the address")
    func wrong() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            for attempt in 1...10 {
                let refused = await refusal { () throws(ChatError) in
                    if attempt % 2 == 0 {
                        try await scene.chat.changePassword(
                            to: "new password", password: "wrong", address: address, by: ann.caller)
                    } else {
                        _ = try await scene.chat.changeEmail(
                            to: "new@x.org", password: "wrong", address: address, by: ann.caller)
                    }
                }
                #expect(refused?.code == .wrongCredentials && refused?.field == "password")
            }
            let slowed = await refusal { () throws(ChatError) in
                try await scene.chat.changeEmail(
                    to: "new@x.org", password: "password", address: address, by: ann.caller)
            }
            #expect(slowed?.code == .rateLimited && slowed?.retryAfter ?? 0 > 0)
            // The account's log-in waits too, from wherever it comes.
            await expectRefusal(.rateLimited) { () throws(ChatError) in
                try await scene.chat.logIn(
                    email: ann.user.email, password: "password", device: "", address: "198.51.100.1")
            }
            #expect(try await scene.chat.user(ann.user.id) == ann.user)
            #expect(scene.cluster.signals.isEmpty)
        }
    }

    @Test("what changes while the password is verified counts: a reset one, or a session that ended, changes nothing")
    func meanwhile() async throws {
        try await Scene.run { scene in
            let ann = try await scene.person("ann")
            scene.credentials.afterVerify { try? await scene.chat.logOut(ann.caller) }
            await expectRefusal(.sessionExpired) { () throws(ChatError) in
                try await scene.chat.changeEmail(
                    to: "new@x.org", password: "password", address: address, by: ann.caller)
            }
            let bob = try await scene.person("bob")
            scene.credentials.afterVerify {
                try? await scene.store.write { transaction throws(ChatError) in
                    try transaction.setPasswordHash("hash of another", of: bob.user.id)
                }
            }
            await expectRefusal(.wrongCredentials) { () throws(ChatError) in
                try await scene.chat.changePassword(
                    to: "new password", password: "password", address: address, by: bob.caller)
            }
            _ = try await scene.chat.logIn(email: bob.user.email, password: "another", device: "", address: address)
        }
    }
}
