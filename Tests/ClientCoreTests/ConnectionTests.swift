import ChatModel
import Testing

@testable import ClientCore

@Suite("The connection")
struct ConnectionTests {
    let world = SimulatedWorld()
    let emma: User
    let room: RoomID
    let client: SimulatedClient

    init() {
        emma = world.server.addUser("Emma")
        room = world.server.addChannel("general", members: [emma])
        client = SimulatedClient(world, cookie: emma.id)
        client.start()
        world.settle()
    }

    @Test("attempts are spread and ever rarer: within 1 s and 30 s, each bound double the one before")
    func backoff() {
        var entropy = Entropy(high: 5, low: 6)
        var seen: [[Int64]] = Array(repeating: [], count: 8)
        for _ in 0..<500 {
            var backoff = Backoff()
            for attempt in 0..<8 { seen[attempt].append(backoff.next(&entropy)) }
        }
        for (attempt, waits) in seen.enumerated() {
            let bound = min(Int64(1000) << Int64(attempt + 1), 30_000)
            #expect(waits.allSatisfy { (1000...bound).contains($0) })
            // Spread over the whole range, not at one end of it.
            #expect(waits.min()! < 1000 + (bound - 1000) / 10)
            #expect(waits.max()! > bound - (bound - 1000) / 10)
        }
    }

    @Test("a server that is away is tried again and again, and a connection that works starts over")
    func retries() {
        world.reachable = false
        client.cut()
        #expect(client.views.connection == .waiting)
        #expect((1000...2000).contains(client.views.retryIn ?? 0))
        let before = client.connects
        world.advance(300_000)
        #expect(client.connects - before >= 10)
        #expect(client.connects - before <= 60)
        world.reachable = true
        world.advance(31_000)
        #expect(client.views.connection == .online)
        client.cut()
        #expect((1000...2000).contains(client.views.retryIn ?? 0))
    }

    @Test("being seen, or a network that is back, ends the wait at once")
    func atOnce() {
        client.cut()
        client.tell(.visible(true))
        world.settle()
        #expect(client.views.connection == .online)
        client.goOffline()
        #expect(client.views.connection == .offline)
        #expect(client.timers[.reconnect] == nil)
        client.goOnline()
        world.settle()
        #expect(client.views.connection == .online)
    }

    @Test("pings are answered; without one for interval and time-out the connection is dead")
    func heartbeat() {
        for _ in 0..<5 {
            world.advance(25_000)
            world.ping()
        }
        #expect(client.connects == 1)
        #expect(client.effects.contains(.socketSend("3")))
        world.advance(44_999)
        #expect(client.connects == 1)
        world.advance(2500)
        #expect(client.connects == 2)
        #expect(client.views.connection == .online)
    }

    @Test("after a sleep the clock is believed before any timer")
    func sleep() {
        world.now += 3_600_000
        client.tell(.visible(true))
        #expect(client.connects == 2)
        world.settle()
        #expect(client.views.connection == .online)
    }

    @Test("a server that accepts and says nothing is given up")
    func silence() {
        client.cut()
        world.now += 3000
        client.reopen()
        client.tell(.socketOpened)
        client.connection?.outgoing.removeAll()
        let before = client.connects
        world.advance(19_000)
        #expect(client.connects == before)
        world.advance(4000)
        #expect(client.connects == before + 1)
    }

    @Test(
        "what is no packet ends the connection, and the next one goes on",
        arguments: [
            "", "x", "2", "9", "4", "49", "42", "42{", "4", "0{}", "1", "41", "bAA=", "452-[]", "42[\"connect\"]",
        ])
    func garbage(text: String) {
        client.tell(.socketText(text))
        client.tell(.socketText(text))
        world.advance(5000)
        #expect(client.views.connection == .online)
        world.server.say("still here", in: room, by: emma)
        world.settle()
        #expect(client.views.texts == ["still here"])
    }

    @Test("the client that the server finds too old says so and goes on trying")
    func tooOld() {
        client.cut()
        world.now += 3000
        client.reopen()
        client.tell(.socketOpened)
        client.tell(.socketText(client.connection?.outgoing.removeFirst() ?? ""))
        client.tell(.socketText(#"44{"message":"Update.","data":{"code":"client_too_old","retry":false}}"#))
        #expect(client.views.notices == ["Update."])
        #expect(client.views.connection == .waiting)
    }
}
