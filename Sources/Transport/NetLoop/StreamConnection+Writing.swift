internal import CUV

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A write that the system could not take at once, and the bytes that it refers to.
final class WriteInFlight {
    let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
    let queue: WriteQueue

    init(_ queue: WriteQueue) { self.queue = queue }
    deinit { request.deallocate() }
}

extension StreamConnection {
    /// Bytes written and not yet taken by the system; with TLS, those in flight as they are encrypted.
    package var queuedBytes: Int {
        pending.byteCount + (inFlight == nil ? 0 : uv_stream_get_write_queue_size(stream))
    }

    /// Sends `bytes` after all that was written before. What is written in one turn goes out together at its end;
    /// past 64 KiB at once. Ignored when the connection is closing.
    package func write(_ bytes: SharedBytes) {
        guard isOpen, !finAsked, bytes.count > 0 else { return }
        pending.append(bytes)
        noteUnflushed()
        if pending.byteCount > Self.gatherLimit { flush() }
    }

    package func write(_ bytes: [UInt8]) { write(SharedBytes(bytes)) }

    /// Sends what is written and then the end of the stream; reading goes on. Later writes are ignored.
    package func endAfterFlush() {
        guard isOpen, !finAsked else { return }
        finAsked = true
        noteUnflushed()
    }

    /// Puts the connection on the loop's list for the end of the turn.
    func noteUnflushed() {
        guard !isUnflushed else { return }
        isUnflushed = true
        core.unflushed.append(self)
    }

    func flushAtEndOfTurn() {
        isUnflushed = false
        flush()
        settle()
    }

    /// Hands over to the system what it takes, and leaves the rest to one write in flight.
    private func flush() {
        if let tls { return flushEncrypted(tls) }
        guard inFlight == nil else { return }
        while !pending.isEmpty {
            switch phase {
            case .open, .flushing: break
            case .closing, .detached, .closed: return
            }
            let (entries, bytes) = pending.describe(in: core.vector)
            let sent = uv_try_write(stream, core.vector.baseAddress, UInt32(entries))
            guard sent >= 0 || sent == UV_EAGAIN.rawValue else {
                return close(.failed(SocketError("write", code: sent)))
            }
            pending.consume(Int(max(0, sent)))
            guard Int(sent) < bytes else { continue }
            let rest = pending
            pending = WriteQueue()
            return startWrite(rest)
        }
        owesDrained = true
    }

    func startWrite(_ queue: WriteQueue) {
        let write = WriteInFlight(queue)
        let status = withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: write.queue.pieceCount) { vector in
            let (entries, _) = write.queue.describe(in: vector)
            // libuv copies the vector; the bytes stay alive in `inFlight`.
            return uv_write(write.request, stream, vector.baseAddress, UInt32(entries), streamWritten)
        }
        guard status == 0 else { return close(.failed(SocketError("write", code: status))) }
        inFlight = write
    }

    fileprivate func writeFinished(_ status: Int32) {
        inFlight = nil
        switch phase {
        case .open, .flushing: break
        case .closing, .detached, .closed: return
        }
        guard status == 0 else { return close(.failed(SocketError("write", code: status))) }
        if pending.isEmpty { owesDrained = true }
        noteUnflushed()
    }

    /// Does what was waiting for an empty queue.
    private func settle() {
        guard pending.isEmpty, inFlight == nil else { return }
        switch phase {
        case .flushing: close(.finished)
        case .open:
            if finAsked { sendEnd() }
            guard owesDrained else { return }
            owesDrained = false
            if tellsDrained { handler?.drained() }
        case .closing, .detached, .closed: break
        }
    }

    private func sendEnd() {
        var descriptor: Int32 = -1
        guard uv_fileno(UnsafeMutableRawPointer(stream).handle, &descriptor) == 0 else { return }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Everything not yet taken by the system, the part of a write in flight included; with TLS, what is encrypted
    /// already goes back to the session.
    func takeUnwritten() -> [UInt8] {
        var bytes: [UInt8] = []
        if let inFlight {
            bytes.append(contentsOf: inFlight.queue.joined().suffix(uv_stream_get_write_queue_size(stream)))
        }
        if let tls {
            tls.session.output.insert(contentsOf: bytes, at: 0)
            bytes = []
        }
        bytes.append(contentsOf: pending.joined())
        pending = WriteQueue()
        return bytes
    }
}

private func streamWritten(_ request: UnsafeMutablePointer<uv_write_t>?, _ status: Int32) {
    guard let handle = request?.pointee.handle, let data = handle.pointee.data else { return }
    let owner = Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue()
    unsafeDowncast(owner, to: StreamConnection.self).writeFinished(status)
}
