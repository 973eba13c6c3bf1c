package import ByteCoding

/// Reads one endpoint's frames and gives out whole messages (RFC 6455): `feed` what arrived, then take events with
/// `next` until it answers nil.
///
/// The outcome depends on the bytes only, never on how they were cut, save for the pieces that a compressed message
/// comes in. The first error is the last word: every later `next` throws it again. Text is checked as it arrives, so
/// that a message that is not UTF-8 ends at its first wrong byte, and a message too long is refused by its announced
/// length before its bytes are kept.
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
        /// Some bytes of a compressed message as they came, in order, and whether they end it; the four that RFC 7692
        /// section 7.2.2 puts back are not there. Whoever inflates them bounds the message's length and, for text,
        /// checks it to be UTF-8.
        case compressed(WebSocketMessageKind, Bytes, isLast: Bool)
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
        /// Its frames so far, within the limit.
        var fragments: Int
    }

    /// What an idle decoder keeps of its buffer, so that it need not be allocated for every small frame.
    private static let keptCapacity = 512

    private let role: Role
    private let limits: WebSocketLimits
    private let allowsCompression: Bool
    private var state = State.header
    private var buffer: Bytes = []
    private var position = 0
    private var message: Message?
    private var content: Bytes = []
    private var validator = UTF8Validator()

    /// `allowsCompression` is for connections that agreed on permessage-deflate.
    package init(role: Role, limits: WebSocketLimits = WebSocketLimits(), allowsCompression: Bool = false) {
        self.role = role
        self.limits = limits
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
        dropRead()
        buffer.append(contentsOf: bytes)
    }

    /// The next event, nil when more bytes are needed; throws why the connection is to be closed.
    package mutating func next() throws(WebSocketError) -> Event? {
        do {
            let event = try advance()
            if event == nil { dropRead() }
            return event
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
                state = rest.missing > 0 ? .payload(rest) : .header
                if let event = try messageEvent(isEnd: rest.missing == 0 && rest.isFinal) { return event }
            case .closed:
                return nil
            case .failed(let error):
                throw error
            }
        }
    }
}

extension WebSocketFrameDecoder {
    /// Forgets what has been read of the buffer, and gives back what a large read made it grow to.
    private mutating func dropRead() {
        guard position > 0 else { return }
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= Self.keptCapacity)
        } else {
            buffer.removeSubrange(..<position)
        }
        position = 0
    }

    private mutating func begin(_ header: WebSocketFrameHeader) throws(WebSocketError) {
        var current: Message
        if let message {
            guard header.opcode == .continuation else { throw .unfinishedMessage }
            current = message
        } else {
            guard header.opcode != .continuation else { throw .unexpectedContinuation }
            current = Message(
                kind: header.opcode == .text ? .text : .binary, isCompressed: header.isCompressed, announced: 0,
                fragments: 0)
        }
        guard current.fragments < limits.fragments else { throw .tooManyFragments }
        current.fragments += 1
        guard header.payloadLength <= UInt64(limits.frame) else { throw .frameTooLong }
        let most = current.isCompressed ? limits.deflatedMessage : limits.message
        guard header.payloadLength <= UInt64(most - current.announced) else { throw .messageTooLong }
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

    /// What the message under way has to tell: a plain one all of it at its end, a compressed one what is there.
    private mutating func messageEvent(isEnd: Bool) throws(WebSocketError) -> Event? {
        guard let message, isEnd || (message.isCompressed && !content.isEmpty) else { return nil }
        // Complete also means fit for the next message: the validator stands between characters.
        guard validator.isComplete else { throw .invalidUTF8 }
        let bytes = content
        content = []
        if isEnd { self.message = nil }
        if message.isCompressed { return .compressed(message.kind, bytes, isLast: isEnd) }
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
