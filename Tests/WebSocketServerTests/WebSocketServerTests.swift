import NetLoop
import TestSockets
import TestThreads
import Testing
import WebSocketCodec

@testable import WebSocketServer

@Suite("WebSocket server", .ownThread)
struct WebSocketServerTests {
    @Test("the handshake proves that the key was read (RFC 6455 section 1.3) and names the agreed subprotocol")
    func handshake() async throws {
        var configuration = unhurried
        configuration.protocols = ["b", "c"]
        try await withEcho(configuration) { port, _ in
            let client = try WebSocketClient(port: port, fields: "Sec-WebSocket-Protocol: a, c, b\r\n")
            #expect(client.answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
            #expect(client.answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
            #expect(client.answer.contains("Sec-WebSocket-Protocol: c\r\n"))
            #expect(!client.answer.contains("Extensions"))
        }
    }

    @Test("a handshake that is none is refused with a status that says why")
    func refusedHandshakes() async throws {
        var configuration = unhurried
        configuration.origins = .listed(["https://here"])
        let good = WebSocketClient.request()
        let cases = [
            ("GET / HTTP/1.1\r\nHost: h\r\n\r\n", "426"), (good.replacing("GET", with: "POST"), "405"),
            (good.replacing("GET", with: "get"), "501"),
            (good.replacing("Version: 13", with: "Version: 8"), "426"),
            (WebSocketClient.request(key: "short"), "400"),
            (good.replacing("Connection: Upgrade\r\n", with: ""), "400"),
            (WebSocketClient.request("Origin: https://there\r\n"), "403"),
            (WebSocketClient.request("Origin: https://here\r\n"), "101"), (good, "101"),
        ]
        try await withEcho(configuration) { port, _ in
            for (request, status) in cases {
                let socket = try TestSocket(port: port)
                try socket.send(request)
                #expect(try socket.receive(through: "\r\n").dropFirst(9).prefix(3) == status)
            }
        }
    }

    @Test("messages are echoed: with the handshake, in fragments, byte by byte, with a ping between")
    func messages() async throws {
        try await withEcho { port, _ in
            let client = try WebSocketClient(port: port, unread: WebSocketClient.frame(.text, [0x61]))
            #expect(try client.next() == .text([0x61]))
            try client.send(.binary, [1, 2], isFinal: false)
            try client.send(.ping, [5])
            try client.send(.continuation, [3])
            #expect(try client.next() == .pong([5]))
            #expect(try client.next() == .binary([1, 2, 3]))
            for byte in WebSocketClient.frame(.text, Array("slow".utf8)) { try client.socket.send([byte]) }
            #expect(try client.next() == .text(Array("slow".utf8)))
            let large = [UInt8](repeating: 0x7A, count: 500_000)
            try client.send(.text, large)
            #expect(try client.next() == .text(large))
        }
    }

    @Test("a connection accepted for another loop lives there, with its first messages")
    func otherLoop() async throws {
        let other = EventLoop(index: 5)
        let places = TestEvents<Bool>()
        let acceptor = Acceptor(destination: other) { connection in
            places.report(connection.loop === other && other.isCurrent)
            connection.handler = EchoSocket(connection, TestEvents())
        }
        try await withServer(acceptor) { port in
            let client = try WebSocketClient(port: port, unread: WebSocketClient.frame(.text, [0x61]))
            #expect(try await places.next())
            #expect(try client.next() == .text([0x61]))
        }
        await other.shutdown()
    }

    @Test("the client's close is answered with its code, and the connection ends")
    func clientCloses() async throws {
        try await withEcho { port, events in
            let client = try WebSocketClient(port: port)
            try client.send(.close, WebSocketFrame.closePayload(code: WebSocketCloseCode(rawValue: 4000)))
            #expect(try client.next() == .close(code: WebSocketCloseCode(rawValue: 4000), reason: ""))
            #expect(try client.socket.receiveAll() == [])
            #expect(try await events.next() == .closed(4000))
        }
    }

    @Test("the server's close carries its code and reason and waits for the client's")
    func serverCloses() async throws {
        try await withEcho { port, events in
            for (asked, sent) in [(1001, 1001), (1006, 1000)] as [(Int, UInt16)] {
                let client = try WebSocketClient(port: port)
                let text = Array("close \(asked)".utf8)
                try client.send(.text, text)
                #expect(try await events.next() == .text(text))
                #expect(try client.next() == .close(code: WebSocketCloseCode(rawValue: sent), reason: "asked"))
                try client.send(.text, [0x61])
                try client.send(.close, WebSocketFrame.closePayload(code: .normal))
                #expect(try client.socket.receiveAll() == [])
                #expect(try await events.next() == .closed(1000))
            }
        }
    }

    @Test("a client that never answers the close is dropped in time, and one that just goes is told as 1006")
    func unfinishedClose() async throws {
        var configuration = unhurried
        configuration.closeTime = 20
        try await withEcho(configuration) { port, events in
            let silent = try WebSocketClient(port: port)
            try silent.send(.text, Array("close 1000".utf8))
            _ = try await events.next()
            #expect(try await events.next() == .closed(1006))
            let gone = try WebSocketClient(port: port)
            gone.socket.endSending()
            #expect(try await events.next() == .closed(1006))
        }
    }

    @Test("protocol errors close with the right code, which the client can read")
    func protocolErrors() async throws {
        var configuration = unhurried
        configuration.maxMessageSize = 1000
        let cases: [([UInt8], UInt16)] = [
            ([0x81, 0x01, 0x61], 1002), (WebSocketClient.frame(.continuation, [1]), 1002),
            (WebSocketClient.frame(.text, [0xC3, 0x28]), 1007),
            (WebSocketClient.frame(.binary, [UInt8](repeating: 0, count: 1001)), 1009),
            (WebSocketClient.frame(.text, [0x61], isCompressed: true), 1002),
        ]
        try await withEcho(configuration) { port, events in
            for (bytes, code) in cases {
                let client = try WebSocketClient(port: port)
                try client.socket.send(bytes + WebSocketClient.frame(.text, [0x61]))
                #expect(try client.nextClose()?.code.rawValue == code)
                #expect(try client.next() == nil)
                client.socket.endSending()
                #expect(try await events.next() == .closed(code))
            }
            #expect(events.untaken.isEmpty)
        }
    }

    @Test("frames encoded once arrive in order with messages of the connection's own")
    func preframed() async throws {
        var frame: [UInt8] = []
        WebSocketFrame.encode(.text, [0x62], into: &frame)
        let shared = SharedBytes(frame)
        let acceptor = Acceptor { connection in
            connection.send(text: [0x61])
            connection.sendFrame(shared)
            connection.send(binary: [0x63])
            connection.close()
            connection.sendFrame(shared)
            connection.send(text: [0x64])
        }
        try await withServer(acceptor) { port in
            let client = try WebSocketClient(port: port)
            #expect(try client.next() == .text([0x61]))
            #expect(try client.next() == .text([0x62]))
            #expect(try client.next() == .binary([0x63]))
            #expect(try client.next() == .close(code: .normal, reason: ""))
        }
    }

    @Test("a queue past its limit closes with 1013, and a client that does not read is dropped")
    func queueLimit() async throws {
        var configuration = unhurried
        configuration.queueLimit = 5_000_000
        configuration.closeTime = 20
        let events = TestEvents<Told>()
        let acceptor = Acceptor(configuration: configuration) { connection in
            connection.handler = EchoSocket(connection, events)
            let message = [UInt8](repeating: 1, count: 1_000_000)
            var sent = 0
            while connection.isOpen, sent < 100 {
                connection.send(binary: message)
                sent += 1
            }
            events.report(.binary([UInt8(sent)]))
        }
        try await withServer(acceptor) { port in
            let client = try WebSocketClient(port: port, receiveBuffer: 65_536)
            guard case .binary(let count) = try await events.next() else { return }
            // What the system took, at most a few megabytes, and the limit.
            #expect(count[0] > 5 && count[0] < 20)
            #expect(try await events.next() == .closed(1006))
            withExtendedLifetime(client) {}
        }
    }

    @Test("pings past the backlog get one pong, for the latest, once the client reads again")
    func pingFlood() async throws {
        let queued = TestEvents<Told>()
        let acceptor = Acceptor(configuration: unhurried) { connection in
            connection.handler = EchoSocket(connection, queued)
            connection.send(binary: [UInt8](repeating: 1, count: 8_000_000))
        }
        try await withServer(acceptor) { port in
            let client = try WebSocketClient(port: port, receiveBuffer: 65_536)
            for number in 0..<10_000 {
                try client.send(.ping, [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)])
            }
            try client.send(.text, [0x61])
            // Told only after all pings were seen, while the first message still waits.
            #expect(try await queued.next() == .text([0x61]))
            #expect(try client.next() == .binary([UInt8](repeating: 1, count: 8_000_000)))
            #expect(try client.next() == .text([0x61]))
            #expect(try client.next() == .pong([0x27, 0x0F]))
        }
    }
}
