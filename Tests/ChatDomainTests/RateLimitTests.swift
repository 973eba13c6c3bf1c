import ChatModel
import Testing

@testable import ChatDomain

@Suite("How often people send, ask and connect")
struct RateLimitTests {
    @Test("messages of one person and messages to one room are limited, each by itself, before anything is stored")
    func sends() async throws {
        var settings = ChatSettings()
        settings.rates.sends = RateRule(burst: 3, interval: 200)
        settings.rates.roomSends = RateRule(burst: 5, interval: 10)
        try await Scene.run(settings: settings) { scene in
            let chat = scene.chat
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            let room = try await chat.createChannel(name: "General", by: ann).room.id
            let other = try await chat.createChannel(name: "Other", by: ann).room.id
            for id in [room, other] { _ = try await chat.join(id, by: bob) }
            var number = 0
            func send(_ caller: Caller, to room: RoomID) async throws(ChatError) {
                number += 1
                _ = try await chat.send(room: room, text: "x", nonce: .text("\(number)"), by: caller)
            }
            for _ in 0..<3 { try await send(ann, to: room) }
            let personal = await refusal { () throws(ChatError) in try await send(ann, to: other) }
            #expect(personal?.code == .rateLimited && personal?.retryAfter == 200 && personal?.field == nil)
            for _ in 0..<2 { try await send(bob, to: room) }
            let crowded = await refusal { () throws(ChatError) in try await send(bob, to: room) }
            #expect(crowded?.code == .rateLimited && crowded?.retryAfter == 10)
            #expect(try await chat.history(of: room, before: nil, for: ann).events.count { $0.isMessage } == 5)
            scene.clock.advance(milliseconds: 200)
            try await send(ann, to: room)
            await expectRefusal(.rateLimited) { () throws(ChatError) in try await send(ann, to: room) }
        }
    }

    @Test("other requests are limited by person, and without a rule nothing is")
    func requests() async throws {
        var settings = ChatSettings()
        settings.rates.requests = RateRule(burst: 2, interval: 20)
        try await Scene.run(settings: settings) { scene in
            let (ann, bob) = (try await scene.caller("ann"), try await scene.caller("bob"))
            for _ in 0..<2 { try scene.chat.count(requestBy: ann.user) }
            #expect(throws: ChatError(.rateLimited, retryAfter: 20)) { try scene.chat.count(requestBy: ann.user) }
            try scene.chat.count(requestBy: bob.user)
            scene.clock.advance(milliseconds: 20)
            try scene.chat.count(requestBy: ann.user)
        }
        try await Scene.run { scene in
            let ann = try await scene.caller("ann")
            for _ in 0..<1000 { try scene.chat.count(requestBy: ann.user) }
        }
    }

    @Test("connections are limited by address, IPv6 by its first 64 bits, and this machine's own are free")
    func connections() {
        let clock = ManualClock()
        let rates = AddressRates(rule: RateRule(burst: 2, interval: 50), clock: clock)
        for address in ["192.0.2.1", "2001:db8::1", "2001:db8:0:1::1"] {
            for _ in 0..<2 { #expect(rates.take(address) == nil) }
            #expect(rates.take(address) == 50)
        }
        #expect(rates.take("2001:db8::ffff") == 50)
        #expect(rates.take("::ffff:192.0.2.1") == 50)
        for address in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            for _ in 0..<100 { #expect(rates.take(address) == nil) }
        }
        clock.advance(milliseconds: 50)
        #expect(rates.take("192.0.2.1") == nil && rates.take("192.0.2.1") == 50)
        let free = AddressRates(rule: nil, clock: clock)
        for _ in 0..<1000 { #expect(free.take("192.0.2.1") == nil) }
    }
}

extension RoomEvent {
    fileprivate var isMessage: Bool { if case .message = body { true } else { false } }
}
