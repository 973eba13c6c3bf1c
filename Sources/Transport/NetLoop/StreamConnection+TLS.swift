internal import CUV

extension StreamConnection {
    /// Whether the connection speaks TLS.
    package var isSecure: Bool { tls != nil }

    /// Ciphertext came. What one read decrypts to is handed up in one piece.
    func decrypt(_ ciphertext: UnsafeRawBufferPointer, _ layer: TLSLayer) {
        let buffers = core.tlsBuffers
        layer.borrowOutput(buffers)
        let count = layer.session.receive(ciphertext, into: buffers.plaintext)
        if layer.session.output.isEmpty { layer.returnOutput(buffers) } else { noteUnflushed() }
        let plaintext = UnsafeRawBufferPointer(rebasing: buffers.plaintext[..<count])
        if let handshake = layer.handshake { return advance(handshake, layer, plaintext) }
        if count > 0 { handler?.received(plaintext) }
        guard isOpen else { return }
        switch layer.session.state {
        case .failed(let failure): fail(failure, layer)
        case .ended: tellEnded()
        case .greeting, .handshaking, .open:
            if layer.session.output.count > TLSLayer.answerLimit { fail(.unreadAnswers, layer) }
        }
    }

    private func advance(_ handshake: PendingHandshake, _ layer: TLSLayer, _ plaintext: UnsafeRawBufferPointer) {
        switch layer.session.state {
        case .greeting, .handshaking:
            if layer.session.isHandshaking { handshake.begin() }
        case .open, .ended:
            layer.handshake = nil
            stopReading()
            carried = Array(plaintext)
            handshake.finish()
        case .failed(let failure): fail(failure, layer)
        }
    }

    /// The peer's close_notify is told as a plain stream's end is: after all that came before it, and not while paused.
    func tellEnded() {
        guard isOpen, isReading, !hasEnded else { return }
        hasEnded = true
        stopReading()
        if let handler { handler.ended() } else { abort() }
    }

    /// Closes; the alert that says why goes out when the system takes it at once.
    private func fail(_ failure: TLSFailure, _ layer: TLSLayer) {
        if inFlight == nil, !layer.session.output.isEmpty { _ = tryWrite(&layer.session.output) }
        close(.insecure(failure))
    }

    /// Encrypts what waits and hands over to the system what it takes; the rest is left to one write in flight. Only
    /// then is more encrypted, so that a slow reader's bytes wait as plaintext, counted and held once.
    func flushEncrypted(_ layer: TLSLayer) {
        guard inFlight == nil else { return }
        let session = layer.session
        layer.borrowOutput(core.tlsBuffers)
        while true {
            switch phase {
            case .open, .flushing: break
            case .closing, .detached, .closed: return
            }
            guard encryptPending(session) else {
                guard case .failed(let failure) = session.state else { return }
                return fail(failure, layer)
            }
            if pending.isEmpty, finAsked || !isOpen { session.close() }
            guard !session.output.isEmpty else { break }
            let sent = tryWrite(&session.output)
            guard sent >= 0 || sent == UV_EAGAIN.rawValue else {
                return close(.failed(SocketError("write", code: sent)))
            }
            let taken = Int(max(0, sent))
            guard taken == session.output.count else {
                var rest = WriteQueue()
                rest.append(SharedBytes(session.output[taken...]))
                session.output.removeAll(keepingCapacity: true)
                layer.returnOutput(core.tlsBuffers)
                return startWrite(rest)
            }
            session.output.removeAll(keepingCapacity: true)
        }
        layer.returnOutput(core.tlsBuffers)
        owesDrained = true
    }

    /// Encrypts the queue's front, a record at a time, until there is enough for one write. False when that failed.
    private func encryptPending(_ session: TLSSession) -> Bool {
        while !pending.isEmpty, session.output.count < Self.gatherLimit {
            let encrypted = pending.withFront(joinedIn: core.tlsBuffers.gathered) { bytes in
                session.encrypt(bytes) ? bytes.count : nil
            }
            guard let count = encrypted ?? nil else { return false }
            pending.consume(count)
        }
        return true
    }

    private func tryWrite(_ bytes: inout [UInt8]) -> Int32 {
        bytes.withUnsafeMutableBytes { buffer in
            var entry = uv_buf_t(base: buffer.baseAddress?.assumingMemoryBound(to: CChar.self), len: buffer.count)
            return uv_try_write(stream, &entry, 1)
        }
    }
}
