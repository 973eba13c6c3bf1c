import Testing
import WebSocketCodec

@testable import WebSocketServer

@Suite("WebSocket state")
struct WebSocketStateTests {
    private func masked(_ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
        var frame: [UInt8] = []
        WebSocketFrame.encodeMasked(opcode, payload, mask: 0x0403_0201, isFinal: isFinal, into: &frame)
        return frame
    }

    private func close(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        masked(.close, [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + Array(reason.utf8))
    }

    private func sent(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> WebSocketState.Action {
        var frame: [UInt8] = []
        WebSocketFrame.encode(opcode, payload, into: &frame)
        return .send(frame)
    }

    private func actions(_ state: inout WebSocketState, _ bytes: [UInt8]) -> [WebSocketState.Action] {
        bytes.withUnsafeBytes { state.feed($0) }
        var actions: [WebSocketState.Action] = []
        while let action = state.next() { actions.append(action) }
        return actions
    }

    /// What `bytes` lead to, fed whole and byte by byte, which must be the same.
    private func outcome(_ bytes: [UInt8]) -> ([WebSocketState.Action], UInt16) {
        var whole = WebSocketState(limits: .init(message: 100), allowsCompression: false)
        let expected = actions(&whole, bytes)
        var pieces = WebSocketState(limits: .init(message: 100), allowsCompression: false)
        var seen: [WebSocketState.Action] = []
        for byte in bytes { seen += actions(&pieces, [byte]) }
        #expect(seen == expected)
        #expect(pieces.closeCode == whole.closeCode)
        return (expected, whole.closeCode)
    }

    @Test("messages come out whole, fragments joined, pings answered among them")
    func messages() {
        let (actions, code) = outcome(
            masked(.text, [0x61], isFinal: false) + masked(.ping, [9]) + masked(.continuation, [0x62])
                + masked(.pong, [1]) + masked(.binary, [1, 2]))
        #expect(actions == [.pong([9]), .text([0x61, 0x62]), .binary([1, 2])])
        #expect(code == 1006)
    }

    @Test("a close frame is answered with its code and the connection closed; what follows it is not read")
    func clientCloses() {
        #expect(outcome(close(3001, "why") + masked(.text, [0x61])) == ([sent(.close, [0x0B, 0xB9]), .close], 3001))
        #expect(outcome(masked(.close, [])) == ([sent(.close, []), .close], 1005))
    }

    @Test("what breaks the protocol is answered with its code, then nothing more is read")
    func refusals() {
        let cases: [([UInt8], UInt16, String)] = [
            ([0x81, 0x00], 1002, "frame without a mask"),
            (masked(.continuation, [1]), 1002, "continuation without a message"),
            (close(1005), 1002, "malformed close frame"), ([0x83, 0x80], 1002, "reserved opcode"),
            (masked(.text, [0xFF]), 1007, "not UTF-8"),
            (masked(.binary, [UInt8](repeating: 0, count: 101)), 1009, "message over the limit"),
        ]
        for (bytes, code, reason) in cases {
            let answer = sent(.close, [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + Array(reason.utf8))
            let (actions, told) = outcome(masked(.text, [0x61]) + bytes + masked(.text, [0x62]))
            #expect(actions == [.text([0x61]), answer, .finish])
            #expect(told == code)
        }
    }

    @Test("after this side's close only the client's close counts")
    func serverCloses() {
        var state = WebSocketState(limits: .init(message: 100), allowsCompression: false)
        #expect(state.close(.goingAway, reason: "") == [0x88, 0x02, 0x03, 0xE9])
        #expect(state.close(.normal, reason: "") == nil)
        #expect(actions(&state, masked(.text, [0x61]) + masked(.ping, [])) == [])
        #expect(actions(&state, close(1001)) == [.close])
        #expect(state.closeCode == 1001)
        #expect(actions(&state, masked(.text, [0x61])) == [])
    }

    @Test("a client that breaks the protocol while closing gets no second close frame")
    func refusalWhileClosing() {
        var state = WebSocketState(limits: .init(message: 100), allowsCompression: false)
        _ = state.close(.normal, reason: "")
        #expect(actions(&state, [0x81, 0x00]) == [.finish])
    }
}
