import NetLoop
import TestSockets
import TestThreads
import Testing
import WebSocketCodec

@testable import WebSocketServer

@Suite("Limits of WebSocket messages", .ownThread)
struct WebSocketLimitTests {
    /// Sends a message in `count` fragments of `size` bytes each; what comes back.
    private func answer(
        to count: Int, of size: Int, _ change: (inout WebSocketConfiguration) -> Void
    ) async throws -> WebSocketFrameDecoder.Event? {
        var configuration = unhurried
        change(&configuration)
        let answers = TestEvents<WebSocketFrameDecoder.Event?>()
        try await withEcho(configuration) { port, _ in
            let client = try WebSocketClient(port: port)
            var frames: [UInt8] = []
            for number in 1...count {
                frames += WebSocketClient.frame(
                    number == 1 ? .binary : .continuation, [UInt8](repeating: 7, count: size),
                    isFinal: number == count)
            }
            try client.socket.send(frames)
            answers.report(try client.next())
        }
        return try await answers.next()
    }

    @Test("a frame longer than allowed closes with 1009, though its message is not")
    func frameSize() async throws {
        let change: (inout WebSocketConfiguration) -> Void = {
            $0.maxMessageSize = 1000
            $0.maxFrameSize = 100
        }
        #expect(try await answer(to: 10, of: 100, change) == .binary([UInt8](repeating: 7, count: 1000)))
        #expect(code(try await answer(to: 1, of: 101, change)) == 1009)
        #expect(code(try await answer(to: 11, of: 100, change)) == 1009)
    }

    @Test("a message of more frames than allowed closes with 1008")
    func fragments() async throws {
        let change: (inout WebSocketConfiguration) -> Void = { $0.maxFragments = 3 }
        #expect(try await answer(to: 3, of: 1, change) == .binary([7, 7, 7]))
        #expect(code(try await answer(to: 4, of: 0, change)) == 1008)
    }

    private func code(_ event: WebSocketFrameDecoder.Event?) -> UInt16? {
        if case .close(let code, _) = event { code?.rawValue } else { nil }
    }

    @Test("who asks to be told hears once when all that was sent has been taken; who does not hears nothing")
    func drained() async throws {
        let events = TestEvents<Int>()
        let acceptor = Acceptor(configuration: unhurried) { connection in
            connection.handler = Draining(connection, events)
            connection.send(binary: [UInt8](repeating: 1, count: 8_000_000))
            connection.tellWhenDrained()
            connection.tellWhenDrained()
        }
        try await withServer(acceptor) { port in
            let client = try WebSocketClient(port: port, receiveBuffer: 65_536)
            #expect(events.untaken.isEmpty)
            #expect(try client.next() == .binary([UInt8](repeating: 1, count: 8_000_000)))
            #expect(try await events.next() == 0)
            try client.send(.text, [0x61])
            #expect(try client.next() == .text([0x61]))
            try client.send(.binary, [])
            #expect(try client.next() == .binary([]))
            #expect(try await events.next() == 0)
            #expect(events.untaken.isEmpty)
        }
    }
}

/// Sends back what it receives, and after bytes asks to be told; reports what still waits when it is.
private final class Draining: WebSocketHandler {
    private let connection: WebSocketConnection
    private let events: TestEvents<Int>

    init(_ connection: WebSocketConnection, _ events: TestEvents<Int>) {
        self.connection = connection
        self.events = events
    }

    func received(text: [UInt8]) { connection.send(text: text) }

    func received(binary: [UInt8]) {
        connection.send(binary: binary)
        connection.tellWhenDrained()
    }

    func drained() { events.report(connection.queuedBytes) }
    func closed(code: UInt16) {}
}
