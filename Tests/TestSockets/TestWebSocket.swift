/// A WebSocket client of a test: sends each message as one masked frame, and reads frames one by one.
package final class TestWebSocket: Sendable {
    package enum Message: Hashable, Sendable {
        case text(String)
        case binary([UInt8])
        case close(Int?)
        case other(UInt8)
        /// The connection ended without a close frame.
        case end
    }

    package let socket: TestSocket
    /// The handshake's answer.
    package let response: TestHTTPResponse

    /// Connects and waits for the handshake's answer; `receiveBuffer` as for `TestSocket`.
    package init(
        port: Int, _ target: String, headers: [(String, String)] = [], receiveBuffer: Int32? = nil
    ) throws {
        let http = try TestHTTPConnection(port: port, receiveBuffer: receiveBuffer)
        let upgrade = [
            ("Connection", "Upgrade"), ("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ]
        try http.send("GET", target, headers: upgrade + headers)
        response = try http.receive()
        socket = http.socket
    }

    package func send(_ text: String) throws { try send(0x1, Array(text.utf8)) }
    package func send(_ bytes: [UInt8]) throws { try send(0x2, bytes) }

    /// Several text messages in one piece.
    package func send(all texts: [String]) throws {
        try socket.send(texts.flatMap { frame(0x1, Array($0.utf8)) })
    }

    package func send(_ opcode: UInt8, _ payload: [UInt8]) throws { try socket.send(frame(opcode, payload)) }

    private func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let mask: [UInt8] = [0x11, 0x22, 0x33, 0x44]
        var frame: [UInt8] = [0x80 | opcode]
        if payload.count < 126 {
            frame.append(0x80 | UInt8(payload.count))
        } else {
            let wide = payload.count > 0xFFFF
            frame.append(wide ? 0xFF : 0xFE)
            for place in (0..<(wide ? 8 : 2)).reversed() {
                frame.append(UInt8(truncatingIfNeeded: payload.count >> (8 * place)))
            }
        }
        frame += mask
        for (place, byte) in payload.enumerated() { frame.append(byte ^ mask[place % 4]) }
        return frame
    }

    /// The next frame.
    package func receive() throws -> Message {
        let first = try socket.receive(atMost: 1)
        guard let opcode = first.first.map({ $0 & 0x0F }) else { return .end }
        let short = try socket.receive(exactly: 1)[0]
        var length = Int(short & 0x7F)
        if length >= 126 {
            length = try socket.receive(exactly: length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        let payload = try socket.receive(exactly: length)
        switch opcode {
        case 0x1: return .text(String(decoding: payload, as: UTF8.self))
        case 0x2: return .binary(payload)
        case 0x8: return .close(payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil)
        default: return .other(opcode)
        }
    }

    /// The next frame, which must be text; nil otherwise.
    package func text() throws -> String? {
        if case .text(let text) = try receive() { text } else { nil }
    }
}
