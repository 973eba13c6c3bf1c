package import ByteCoding

/// Reads one endpoint's frames and gives out whole messages (RFC 6455): `feed` what arrived, then take events with
/// `next` until it answers nil.
///
/// The outcome depends on the bytes only, never on how they were cut. The first error is the last word: every later
/// `next` throws it again. Text is checked as it arrives, so that a message that is not UTF-8 ends at its first wrong
/// byte, and a message too long is refused by its announced length before its bytes are kept.
package struct WebSocketFrameDecoder: Sendable {
    /// Which end this decoder stands at.
    package enum Role: Sendable {
        /// Reads a client's frames: each must be masked.
        case server
        /// Reads a server's frames: none may be.
        case client
    }

    package enum Event: Hashable, Sendable {
        /// A whole message, valid UTF-8.
        case text(Bytes)
        case binary(Bytes)
        /// A whole message as permessage-deflate left it, still without the four bytes that RFC 7692 section 7.2.2
        /// puts back: whoever inflates it bounds its length and, for text, checks it to be UTF-8.
        case compressed(WebSocketMessageKind, Bytes)
        case ping(Bytes)
        case pong(Bytes)
        /// The peer's last frame; whatever follows it is left unread. No code stands for an empty close frame.
        case close(code: WebSocketCloseCode?, reason: String)
    }

    private enum State: Sendable {
        /// Before a frame. Followed by `payload`, by itself after a control frame, or by `closed`.
        case header
        /// Within a data frame. Followed by `header`.
        case payload(Payload)
        /// A close frame came. Nothing follows.
        case closed
        /// Nothing follows.
        case failed(WebSocketError)
    }

    private struct Payload: Sendable {
        var missing: Int
        var mask: UInt32
        /// Bytes of this frame taken so far, for the mask's place.
        var taken: Int
        var isFinal: Bool
    }

    /// A message between its first fragment's header and its last byte.
    private struct Message: Sendable {
        var kind: WebSocketMessageKind
        var isCompressed: Bool
        /// The announced lengths of its frames so far, within the limit.
        var announced: Int
    }

    private let role: Role
    private let messageLimit: Int
    private let allowsCompression: Bool
    private var state = State.header
    private var buffer: Bytes = []
    private var position = 0
    private var message: Message?
    private var content: Bytes = []
    private var validator = UTF8Validator()

    /// `messageLimit` bounds the bytes of a message on the wire, all fragments together; `allowsCompression` is for
    /// connections that agreed on permessage-deflate.
    package init(role: Role, messageLimit: Int = 1_000_000, allowsCompression: Bool = false) {
        self.role = role
        self.messageLimit = max(0, messageLimit)
        self.allowsCompression = allowsCompression
    }

    package mutating func feed(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { feed(UnsafeRawBufferPointer($0)) }
    }

    package mutating func feed(_ bytes: [UInt8]) { feed(bytes.span) }

    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        switch state {
        case .closed, .failed: return
        case .header, .payload: break
        }
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= 64 * 1024)
        } else if position > 0 {
            buffer.removeSubrange(..<position)
        }
        position = 0
        buffer.append(contentsOf: bytes)
    }

    /// The next event, nil when more bytes are needed; throws why the connection is to be closed.
    package mutating func next() throws(WebSocketError) -> Event? {
        do {
            return try advance()
        } catch {
            finish(.failed(error))
            throw error
        }
    }

    private mutating func advance() throws(WebSocketError) -> Event? {
        while true {
            switch state {
            case .header:
                guard
                    let header = try WebSocketFrameHeader(
                        buffer.span, at: position, role: role, allowsCompression: allowsCompression)
                else { return nil }
                if header.opcode.isControl {
                    guard let payload = takeControl(header) else { return nil }
                    return try event(of: header.opcode, payload)
                }
                try begin(header)
            case .payload(let payload):
                guard let rest = try take(payload) else { return nil }
                if rest.missing > 0 {
                    state = .payload(rest)
                    return nil
                }
                state = .header
                if rest.isFinal, let event = try finishMessage() { return event }
            case .closed:
                return nil
            case .failed(let error):
                throw error
            }
        }
    }
}

extension WebSocketFrameDecoder {
    private mutating func begin(_ header: WebSocketFrameHeader) throws(WebSocketError) {
        var current: Message
        if let message {
            guard header.opcode == .continuation else { throw .unfinishedMessage }
            current = message
        } else {
            guard header.opcode != .continuation else { throw .unexpectedContinuation }
            current = Message(
                kind: header.opcode == .text ? .text : .binary, isCompressed: header.isCompressed, announced: 0)
        }
        guard header.payloadLength <= UInt64(messageLimit - current.announced) else { throw .messageTooLong }
        let length = Int(truncatingIfNeeded: header.payloadLength)
        current.announced += length
        message = current
        position += header.length
        state = .payload(Payload(missing: length, mask: header.mask ?? 0, taken: 0, isFinal: header.isFinal))
    }

    /// Moves what is there of a frame's payload into the message, nil when nothing is there of what is missing.
    private mutating func take(_ payload: Payload) throws(WebSocketError) -> Payload? {
        guard payload.missing > 0 else { return payload }
        let count = min(payload.missing, buffer.count - position)
        guard count > 0 else { return nil }
        let start = content.count
        content.append(contentsOf: buffer[position..<(position + count)])
        position += count
        WebSocketMask.apply(payload.mask, phase: payload.taken, to: &content, from: start)
        if let message, message.kind == .text, !message.isCompressed {
            var validator = validator
            guard validator.consume(content.span.extracting(start...)) else { throw .invalidUTF8 }
            self.validator = validator
        }
        var rest = payload
        rest.missing -= count
        rest.taken += count
        return rest
    }

    private mutating func finishMessage() throws(WebSocketError) -> Event? {
        guard let message else { return nil }
        // Complete also means fit for the next message: the validator stands between characters.
        guard validator.isComplete else { throw .invalidUTF8 }
        let bytes = content
        content = []
        self.message = nil
        if message.isCompressed { return .compressed(message.kind, bytes) }
        return message.kind == .text ? .text(bytes) : .binary(bytes)
    }

    /// A control frame's payload without its mask, nil while it has not come whole.
    private mutating func takeControl(_ header: WebSocketFrameHeader) -> Bytes? {
        let length = Int(truncatingIfNeeded: header.payloadLength)
        guard buffer.count - position >= header.length + length else { return nil }
        let start = position + header.length
        var payload = Bytes(buffer[start..<(start + length)])
        WebSocketMask.apply(header.mask ?? 0, phase: 0, to: &payload, from: 0)
        position = start + length
        return payload
    }

    private mutating func event(of opcode: WebSocketOpcode, _ payload: Bytes) throws(WebSocketError) -> Event {
        switch opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        default:
            let event = try Self.close(payload)
            finish(.closed)
            return event
        }
    }

    private static func close(_ payload: Bytes) throws(WebSocketError) -> Event {
        guard !payload.isEmpty else { return .close(code: nil, reason: "") }
        guard payload.count >= 2 else { throw .malformedClose }
        let code = WebSocketCloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw .malformedClose }
        guard let reason = String(validating: payload.span.extracting(2...)) else { throw .invalidUTF8 }
        return .close(code: code, reason: reason)
    }

    private mutating func finish(_ last: State) {
        state = last
        buffer = []
        position = 0
        content = []
        message = nil
    }
}
