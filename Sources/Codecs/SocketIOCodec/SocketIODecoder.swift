import ByteCoding

/// Makes packets of the texts and attachments that one connection delivers in order (Socket.IO protocol 5 and 4,
/// "Packet encoding"). Each call gives the packet that became whole by it, if any.
package struct SocketIODecoder: Sendable {
    private enum State {
        /// Between packets: a text may follow.
        case idle
        /// A text announced attachments: `expected` in all, binary must follow until they are there; then `idle`.
        case assembling(SocketIOPacket, expected: Int, bytes: Int)
        /// Broken input came. Where the next packet starts cannot be known, so everything is refused from here on.
        case failed(SocketIOError)
    }

    private let limits: SocketIOLimits
    private let revision: SocketIORevision
    private var state = State.idle

    package init(limits: SocketIOLimits = .standard, revision: SocketIORevision = .five) {
        self.limits = limits
        self.revision = revision
    }

    /// True between a text that announced attachments and the last of them.
    package var isAwaitingAttachments: Bool {
        if case .assembling = state { return true }
        return false
    }

    /// Takes the text of one Engine.IO message, its type already removed.
    package mutating func receive(text: Span<UInt8>) throws(SocketIOError) -> SocketIOPacket? {
        switch state {
        case .failed(let error): throw error
        case .assembling: throw fail(.textAmongAttachments)
        case .idle: break
        }
        let announced: SocketIOText
        do throws(SocketIOError) {
            announced = try SocketIOText(parsing: text, limits: limits, revision: revision)
        } catch {
            throw fail(error)
        }
        guard announced.attachments > 0 else { return announced.packet }
        state = .assembling(announced.packet, expected: announced.attachments, bytes: 0)
        return nil
    }

    package mutating func receive(text: ArraySlice<UInt8>) throws(SocketIOError) -> SocketIOPacket? {
        try receive(text: text.span)
    }

    /// Takes one binary Engine.IO message.
    package mutating func receive(binary: consuming [UInt8]) throws(SocketIOError) -> SocketIOPacket? {
        switch state {
        case .failed(let error): throw error
        case .idle: throw fail(.unexpectedAttachment)
        case .assembling(var packet, let expected, let bytes):
            let (total, overflow) = bytes.addingReportingOverflow(binary.count)
            guard !overflow, total <= limits.maxAttachmentBytes else { throw fail(.attachmentsTooLarge) }
            packet.attachments.append(binary)
            guard packet.attachments.count == expected else {
                state = .assembling(packet, expected: expected, bytes: total)
                return nil
            }
            state = .idle
            return packet
        }
    }

    private mutating func fail(_ error: SocketIOError) -> SocketIOError {
        state = .failed(error)
        return error
    }
}
