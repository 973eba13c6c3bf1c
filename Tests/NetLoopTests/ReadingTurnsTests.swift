import NetLoop
import TestSockets
import TestThreads
import Testing

@Suite("Reading in turns", .ownThread)
struct ReadingTurnsTests {
    private struct Piece: Sendable {
        let isFlood: Bool
        let count: Int
    }

    /// Tells how many bytes came at once.
    private final class Meter: StreamHandler {
        private let events: TestEvents<Piece>
        private var isFlood: Bool?

        init(_ events: TestEvents<Piece>) { self.events = events }

        func received(_ bytes: UnsafeRawBufferPointer) {
            let isFlood = isFlood ?? (bytes[0] == UInt8(ascii: "f"))
            self.isFlood = isFlood
            events.report(Piece(isFlood: isFlood, count: bytes.count))
        }

        func ended() {}
        func drained() {}
        func closed(_ reason: StreamCloseReason) {}
    }

    @Test("a peer that floods its connection is read once before every other peer had its turn")
    func flood() async throws {
        let accepted = TestEvents<LoopBound<StreamConnection>>()
        let events = TestEvents<Piece>()
        try await withListener(
            onAccept: { connection in
                connection.handler = Meter(events)
                accepted.report(LoopBound(connection, on: connection.loop))
            },
            body: { port, group in
                let flooding = try TestSocket(port: port)
                let first = try await accepted.next()
                let quiet = (try TestSocket(port: port), try TestSocket(port: port))
                let others = (try await accepted.next(), try await accepted.next())
                let flood = [UInt8](repeating: UInt8(ascii: "f"), count: 300_000)
                try flooding.send(flood)
                try quiet.0.send("q")
                try quiet.1.send("q")
                group.loops[0].execute {
                    for connection in [others.0, first, others.1] { connection.value.resumeReading() }
                }
                var floods: [Int] = []
                var flooded = 0
                for _ in 0..<2 {
                    while true {
                        let piece = try await events.next()
                        guard piece.isFlood else { break }
                        floods.append(piece.count)
                    }
                }
                #expect(floods.count <= 1)
                flooded = floods.reduce(0, +)
                while flooded < flood.count { flooded += try await events.next().count }
                #expect(flooded == flood.count)
                withExtendedLifetime((flooding, quiet)) {}
            })
    }
}
