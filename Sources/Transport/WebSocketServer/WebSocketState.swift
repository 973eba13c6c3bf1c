internal import WebSocketCodec

/// The server's end of a WebSocket (RFC 6455 sections 5 to 7) as a value: bytes go in with `feed`, what is to be done
/// comes out of `next`, one step at a time.
struct WebSocketState {
    enum Action: Hashable {
        case text([UInt8])
        case binary([UInt8])
        /// A piece of a compressed message, to be inflated by the shell and told, or refused through `refuse`.
        case compressed(WebSocketMessageKind, [UInt8], isLast: Bool)
        /// A ping to be answered; of several that wait, the latest is enough (RFC 6455 section 5.5.3).
        case pong([UInt8])
        /// A close frame, encoded.
        case send([UInt8])
        /// The handshake is over: close the connection once everything is sent.
        case close
        /// Close the sending side, throw away what comes, and close when the client has, or soon.
        case finish
    }

    enum Phase {
        /// Messages flow. `closing`, `failed` or `closed` follow.
        case open
        /// This side sent its close frame and waits for the client's. `failed` or `closed` follow.
        case closing
        /// The client broke the protocol and was told. Nothing follows.
        case failed
        /// Nothing follows.
        case closed
    }

    private(set) var phase = Phase.open
    /// What the connection's end is to be told as: the client's code, or this side's when the client broke the
    /// protocol; 1005 for an empty close frame, 1006 for none at all.
    private(set) var closeCode: UInt16 = 1006
    private var decoder: WebSocketFrameDecoder
    /// What follows the close frame that was sent.
    private var pending: Action?

    init(limits: WebSocketLimits, allowsCompression: Bool) {
        decoder = WebSocketFrameDecoder(role: .server, limits: limits, allowsCompression: allowsCompression)
    }

    mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .open, .closing: decoder.feed(bytes)
        case .failed, .closed: break
        }
    }

    /// What to do next, nil when more bytes are needed.
    mutating func next() -> Action? {
        if let action = pending {
            pending = nil
            return action
        }
        while true {
            switch phase {
            case .open, .closing: break
            case .failed, .closed: return nil
            }
            do throws(WebSocketError) {
                guard let event = try decoder.next() else { return nil }
                if let action = take(event) { return action }
            } catch {
                return refuse(error.closeCode, error.reason)
            }
        }
    }

    /// Begins the closing handshake; the frame to send, nil when it has begun already.
    mutating func close(_ code: WebSocketCloseCode, reason: String) -> [UInt8]? {
        guard case .open = phase else { return nil }
        phase = .closing
        return Self.closeFrame(code, reason)
    }

    /// Ends the connection because of what the client sent.
    mutating func refuse(_ code: WebSocketCloseCode, _ reason: String) -> Action {
        let wasOpen = if case .open = phase { true } else { false }
        phase = .failed
        closeCode = code.rawValue
        // A close frame goes out once; the client of a closing connection has had it.
        guard wasOpen else { return .finish }
        pending = .finish
        return .send(Self.closeFrame(code, reason))
    }

    private mutating func take(_ event: WebSocketFrameDecoder.Event) -> Action? {
        let isOpen = if case .open = phase { true } else { false }
        switch event {
        case .close(let code, _):
            closeCode = code?.rawValue ?? 1005
            phase = .closed
            guard isOpen else { return .close }
            pending = .close
            return .send(Self.closeFrame(code, ""))
        // After its own close frame this side sends nothing and is interested in nothing but the client's.
        case _ where !isOpen: return nil
        case .text(let bytes): return .text(bytes)
        case .binary(let bytes): return .binary(bytes)
        case .compressed(let kind, let bytes, let isLast): return .compressed(kind, bytes, isLast: isLast)
        case .ping(let payload): return .pong(payload)
        case .pong: return nil
        }
    }

    private static func closeFrame(_ code: WebSocketCloseCode?, _ reason: String) -> [UInt8] {
        var frame: [UInt8] = []
        WebSocketFrame.encode(.close, WebSocketFrame.closePayload(code: code, reason: reason), into: &frame)
        return frame
    }
}
