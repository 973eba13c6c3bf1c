import ChatModel
import ClusterAPI
import StorageAPI
import Testing

@testable import ChatDomain

@Suite("Set-up, registration and invitations")
struct AccountTests {
    private let address = "192.0.2.9"

    @Test("the first owner is made with the newest set-up token, once")
    func setUp() async throws {
        try await Scene.run { scene in
            let chat = scene.chat
            #expect(try await chat.needsSetup())
            let old = try #require(try await chat.issueSetupToken())
            let token = try #require(try await chat.issueSetupToken())
            let registration = try Registration.of("ann")
            let replaced = await refusal { () throws(ChatError) in
                try await chat.setUp(token: old, registration: registration, device: "", address: address)
            }
            #expect(replaced?.code == .setupTokenInvalid)
            #expect(replaced?.field == "token")
            #expect(scene.credentials.work == 0)

            let logIn = try await chat.setUp(token: token, registration: registration, device: "d", address: address)
            #expect(logIn.user.role == .owner)
            #expect(logIn.session.device == "d")
            #expect(try await chat.authenticate(token: logIn.token).user == logIn.user)
            #expect(try await chat.issueSetupToken() == nil)
            #expect(try await !chat.needsSetup())
            let again = await refusal { () throws(ChatError) in
                try await chat.setUp(
                    token: token, registration: try Registration.of("bob"), device: "", address: address)
            }
            #expect(again?.code == .setupDone)
            try await scene.settle()
            guard case .directory(let event) = scene.cluster.events.first else {
                Issue.record("The directory was told nothing.")
                return
            }
            #expect(event.body == .userRegistered(logIn.user))
        }
    }

    @Test("two set-ups at once make one owner")
    func raced() async throws {
        try await Scene.run { scene in
            let token = try #require(try await scene.chat.issueSetupToken())
            let codes = await withTaskGroup(of: ErrorCode?.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        do throws(ChatError) {
                            _ = try await scene.chat.setUp(
                                token: token, registration: try .of("owner\(index)"), device: "", address: address)
                            return nil
                        } catch { return error.code }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.filter { $0 == nil }.count == 1)
            #expect(codes.filter { $0 == .setupDone }.count == 7)
        }
    }

    @Test("an invitation admits as many as it says, with its role, until it expires")
    func invitation() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("owner", role: .owner)
            let issued = try await scene.chat.invite(by: owner, uses: 2, expiresIn: 3600, role: .admin)
            #expect(issued.invitation.createdBy == owner.user)
            func register(_ name: String, _ code: String) async throws(ChatError) -> LogIn {
                try await scene.chat.register(
                    invitation: code, registration: try .of(name), device: "", address: address)
            }
            #expect(try await register("a", issued.code).user.role == .admin)
            let taken = await refusal { () throws(ChatError) in try await register("a", issued.code) }
            #expect(taken?.code == .emailTaken)
            // A registration that failed used nothing up.
            #expect(try await register("b", issued.code).user.name == "b")
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in try await register("c", issued.code) }
            await expectRefusal(.invitationInvalid) { () throws(ChatError) in try await register("c", "nonsense") }

            let short = try await scene.chat.invite(by: owner, uses: 2, expiresIn: 60)
            scene.clock.advance(milliseconds: 59_999)
            #expect(try await register("d", short.code).user.role == .member)
            scene.clock.advance(milliseconds: 1)
            let late = await refusal { () throws(ChatError) in try await register("e", short.code) }
            #expect(late?.code == .invitationInvalid)
            #expect(late?.field == "invitation")
        }
    }

    @Test("an invitation for one admits one of many at once")
    func racedInvitation() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("owner", role: .owner)
            let code = try await scene.chat.invite(by: owner).code
            let admitted = await withTaskGroup(of: Bool.self) { group in
                for index in 0..<8 {
                    group.addTask {
                        (try? await scene.chat.register(
                            invitation: code, registration: .of("p\(index)"), device: "", address: address)) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(admitted == 1)
        }
    }

    @Test("nobody registers before there is an owner, invited or not")
    func closed() async throws {
        try await Scene.run { scene in
            let issued = try await scene.chat.operatorInvite()
            #expect(issued.invitation.createdBy == nil)
            let early = await refusal { () throws(ChatError) in
                try await scene.chat.register(
                    invitation: issued.code, registration: try .of("a"), device: "", address: address)
            }
            #expect(early?.code == .registrationClosed)
            _ = try await scene.chat.createUser(.of("owner"), role: .owner)
            let later = try await scene.chat.register(
                invitation: issued.code, registration: .of("a"), device: "", address: address)
            #expect(later.user.role == .member)
        }
    }

    @Test("owners invite members and administrators, administrators members only, others nobody")
    func inviting() async throws {
        try await Scene.run { scene in
            for role in Role.allCases {
                let caller = try await scene.caller(role.rawValue, role: role)
                for invited in [Role.member, .admin] {
                    let allowed = role == .owner || role == .admin && invited == .member
                    if allowed {
                        let issued = try await scene.chat.invite(by: caller, role: invited)
                        #expect(issued.invitation.role == invited)
                    } else {
                        let refused = await refusal { () throws(ChatError) in
                            try await scene.chat.invite(by: caller, role: invited)
                        }
                        #expect(refused?.code == .forbidden)
                    }
                }
            }
        }
    }

    @Test("an invitation out of its ranges is refused, and nobody is invited as owner, guest or bot")
    func invitationRanges() async throws {
        try await Scene.run { scene in
            let owner = try await scene.caller("owner", role: .owner)
            for uses in [0, -1, 1001, .max] {
                let refused = await refusal { () throws(ChatError) in try await scene.chat.invite(by: owner, uses: uses)
                }
                #expect(refused?.field == "uses")
            }
            for seconds: Int64 in [0, 59, 31_536_001, .max, .min] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.invite(by: owner, expiresIn: seconds)
                }
                #expect(refused?.field == "expires_in")
            }
            for role in [Role.owner, .guest, .bot] {
                let refused = await refusal { () throws(ChatError) in try await scene.chat.invite(by: owner, role: role)
                }
                #expect(refused?.field == "role")
                let operators = await refusal { () throws(ChatError) in
                    try await scene.chat.operatorInvite(role: role)
                }
                #expect(operators?.field == "role")
            }
        }
    }

    @Test("users are seen by all but guests, who see whom they share a room with, and themselves")
    func users() async throws {
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            let bob = try await scene.caller("bob")
            let guest = try await scene.caller("guest", role: .guest)
            let nobody = UserID(millisecond: 0, entropy: 1)
            let ids = [ann.user, bob.user, guest.user, nobody]
            func seen(by caller: Caller) async throws -> Set<UserID> {
                Set(try await scene.chat.users(ids, for: caller).map(\.id))
            }
            #expect(try await seen(by: ann) == [ann.user, bob.user, guest.user])
            #expect(try await seen(by: guest) == [guest.user])
            _ = try await scene.privateRoom([guest.user, bob.user])
            #expect(try await seen(by: guest) == [guest.user, bob.user])
            for count in [0, 101] {
                let refused = await refusal { () throws(ChatError) in
                    try await scene.chat.users(Array(repeating: ann.user, count: count), for: ann)
                }
                #expect(refused?.field == "users")
            }
            #expect(try await scene.chat.user(ann.user).name == "ann")
            await expectRefusal(.notFound) { () throws(ChatError) in try await scene.chat.user(nobody) }
        }
    }
}
