import ChatModel
import Testing

@testable import ChatDomain

@Suite("Slowing attempts")
struct AttemptTests {
    private let rule = AttemptLimiter.Rule(
        free: 3, firstDelay: 1_000, longestDelay: 4_000, memory: 10_000, capacity: 4)

    @Test("the free attempts cost nothing; then each wait is twice the one before, up to the longest")
    func delays() {
        var limiter = AttemptLimiter(rule)
        var now: Int64 = 0
        var waits: [Int64?] = []
        for _ in 0..<7 {
            waits.append(limiter.wait(for: "k", now: now))
            now += limiter.wait(for: "k", now: now) ?? 0
            limiter.begin("k", now: now)
        }
        #expect(waits == [nil, nil, nil, 1_000, 2_000, 4_000, 4_000])
        #expect(limiter.wait(for: "k", now: now + 3_999) == 1)
        #expect(limiter.wait(for: "k", now: now + 4_000) == nil)
        #expect(limiter.wait(for: "other", now: now) == nil)
    }

    @Test("after a while without attempts all is forgotten")
    func memory() {
        var limiter = AttemptLimiter(rule)
        for _ in 0..<3 { limiter.begin("k", now: 0) }
        #expect(limiter.wait(for: "k", now: 999) == 1)
        limiter.begin("k", now: 10_000)
        #expect(limiter.wait(for: "k", now: 10_000) == nil)
    }

    @Test("an attempt that is taken back leaves things as they were")
    func takingBack() {
        var limiter = AttemptLimiter(rule)
        for _ in 0..<100 {
            #expect(limiter.wait(for: "k", now: 0) == nil)
            limiter.begin("k", now: 0)
            limiter.takeBack("k")
        }
        #expect(limiter.count == 0)
        limiter.takeBack("k")
        for _ in 0..<3 { limiter.begin("k", now: 0) }
        limiter.takeBack("k")
        #expect(limiter.wait(for: "k", now: 0) == nil)
        limiter.begin("k", now: 0)
        #expect(limiter.wait(for: "k", now: 0) == 1_000)
        limiter.forget("k")
        #expect(limiter.wait(for: "k", now: 0) == nil)
    }

    @Test("a flood of fresh keys stays within the capacity and does not push out one that has to wait")
    func flood() {
        var limiter = AttemptLimiter(rule)
        for _ in 0..<3 { limiter.begin("victim", now: 0) }
        for index in 0..<1_000 {
            limiter.begin("fresh\(index)", now: 1)
            #expect(limiter.count <= 4)
        }
        #expect(limiter.wait(for: "victim", now: 1) == 999)
    }

    @Test("many attempts at any time never overflow")
    func extremes() {
        var limiter = AttemptLimiter(rule)
        for _ in 0..<200 { limiter.begin("k", now: .max) }
        _ = limiter.wait(for: "k", now: .max)
        _ = limiter.wait(for: "k", now: .min)
    }

    @Test(
        "IPv6 counts by its first 64 bits, IPv4 whole, mapped addresses as IPv4",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8:0:0::/64"),
            ("2001:DB8:0:0:1:2:3:4", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"), ("fe80::1%eth0", "fe80:0:0:0::/64"),
            ("1::2::3", "1::2::3"), ("1:2", "1:2"), ("", ""), ("::", "0:0:0:0::/64"),
            ("1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"), ("1:2:3:4:5:6:7::8", "1:2:3:4:5:6:7::8"),
            ("unix", "unix"), ("zz::1", "zz::1"), (":::", ":::"),
        ])
    func addresses(address: String, key: String) {
        #expect(AddressKey.of(address) == key)
    }

    private func logIn(_ scene: Scene, _ name: String, _ password: String, from address: String) async -> ChatError? {
        do throws(ChatError) {
            _ = try await scene.chat.logIn(
                email: "\(name)@example.org", password: password, device: "", address: address)
            return nil
        } catch { return error }
    }

    @Test("an account waits after ten wrong passwords, from wherever they come; the right one ends that")
    func perAccount() async throws {
        try await Scene.run { scene in
            _ = try await scene.chat.createUser(.of("ann"), role: .member)
            for index in 0..<10 {
                #expect(await logIn(scene, "ann", "wrong", from: "198.51.100.\(index)")?.code == .wrongCredentials)
            }
            let work = scene.credentials.work
            let refused = await logIn(scene, "ann", "password", from: "203.0.113.1")
            #expect(refused?.code == .rateLimited)
            #expect(refused?.retryAfter == 1_000)
            #expect(scene.credentials.work == work)
            scene.clock.advance(milliseconds: 1_000)
            #expect(await logIn(scene, "ann", "password", from: "203.0.113.1") == nil)
            #expect(await logIn(scene, "ann", "wrong", from: "203.0.113.1")?.code == .wrongCredentials)
            #expect(await logIn(scene, "ann", "password", from: "203.0.113.1") == nil)
        }
    }

    @Test("an account that does not exist waits like one that does")
    func unknownAccount() async throws {
        try await Scene.run { scene in
            for index in 0..<10 {
                #expect(await logIn(scene, "no", "wrong", from: "198.51.100.\(index)")?.code == .wrongCredentials)
            }
            #expect(await logIn(scene, "NO", "wrong", from: "203.0.113.1")?.code == .rateLimited)
        }
    }

    @Test(
        "an address waits after thirty failures, whatever it tries; logging in between with its own account is no way out"
    )
    func perAddress() async throws {
        try await Scene.run { scene in
            _ = try await scene.chat.createUser(.of("mallory"), role: .owner)
            let address = "203.0.113.1"
            for index in 0..<10 {
                #expect(await logIn(scene, "a\(index)", "wrong", from: address)?.code == .wrongCredentials)
                #expect(await logIn(scene, "mallory", "password", from: address) == nil)
                let registered = await refusal { () throws(ChatError) in
                    try await scene.chat.register(
                        invitation: "guess", registration: try .of("x"), device: "", address: address)
                }
                #expect(registered?.code == .invitationInvalid)
                let setUp = await refusal { () throws(ChatError) in
                    try await scene.chat.setUp(
                        token: "guess", registration: try .of("x"), device: "", address: address)
                }
                #expect(setUp?.code == .setupDone)
            }
            #expect(await logIn(scene, "mallory", "password", from: address)?.code == .rateLimited)
            let registered = await refusal { () throws(ChatError) in
                try await scene.chat.register(
                    invitation: "guess", registration: try .of("x"), device: "", address: address)
            }
            #expect(registered?.code == .rateLimited)
            #expect(await logIn(scene, "mallory", "password", from: "203.0.113.2") == nil)
        }
    }

    @Test("what was never decided does not count: a busy server locks nobody out")
    func busy() async throws {
        try await Scene.run { scene in
            _ = try await scene.chat.createUser(.of("ann"), role: .member)
            scene.credentials.setBusy(true)
            for _ in 0..<50 { #expect(await logIn(scene, "ann", "password", from: "203.0.113.1")?.code == .busy) }
            scene.credentials.setBusy(false)
            #expect(await logIn(scene, "ann", "password", from: "203.0.113.1") == nil)
        }
    }

    @Test("many guesses at once gain nothing: each counts when it begins")
    func atOnce() async throws {
        try await Scene.run { scene in
            _ = try await scene.chat.createUser(.of("ann"), role: .member)
            let work = scene.credentials.work
            await withTaskGroup(of: Void.self) { group in
                for index in 0..<100 {
                    group.addTask { _ = await logIn(scene, "ann", "wrong", from: "198.51.100.\(index)") }
                }
            }
            #expect(scene.credentials.work - work == 10)
        }
    }
}
