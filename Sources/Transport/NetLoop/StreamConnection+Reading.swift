internal import CUV

extension StreamConnection {
    /// Reads until paused. What a move carried along comes first, later in the same turn.
    package func resumeReading() {
        guard isOpen, !isReading else { return }
        isReading = true
        if carried.isEmpty {
            startReading()
        } else {
            loop.atEndOfTurn { [self] in deliverCarried() }
        }
    }

    /// Leaves further bytes with the system, so that the peer is held back.
    package func pauseReading() { stopReading() }

    func stopReading() {
        guard isReading else { return }
        isReading = false
        if carried.isEmpty { uv_read_stop(stream) }
    }

    private func startReading() {
        guard !hasEnded else { return }
        if let tls, tls.hasEnded { return loop.atEndOfTurn { [self] in tellEnded() } }
        // Already reading is fine: the handler of carried bytes may have resumed by itself.
        let status = uv_read_start(stream, streamAllocates, streamRead)
        if status < 0, status != UV_EALREADY.rawValue { close(.failed(SocketError("read", code: status))) }
    }

    private func deliverCarried() {
        guard isOpen, isReading, !carried.isEmpty else { return }
        let bytes = carried
        carried = []
        bytes.withUnsafeBytes { handler?.received($0) }
        if isOpen, isReading { startReading() }
    }

    fileprivate func readFinished(_ count: Int) {
        guard isOpen else { return }
        if count > 0 {
            let bytes = UnsafeRawBufferPointer(rebasing: core.readBuffer[..<count])
            if let tls { decrypt(bytes, tls) } else { handler?.received(bytes) }
        } else if count == Int(UV_EOF.rawValue) {
            guard tls == nil else { return close(.insecure(.truncated)) }
            hasEnded = true
            stopReading()
            if let handler { handler.ended() } else { abort() }
        } else if count < 0, count != Int(UV_ENOBUFS.rawValue) {
            // Without a buffer it was told to wait for its next turn.
            close(.failed(SocketError("read", code: Int32(truncatingIfNeeded: count))))
        }
    }
}

private func connection(_ handle: UnsafeMutableRawPointer?) -> StreamConnection? {
    guard let data = handle?.handle.pointee.data else { return nil }
    return unsafeDowncast(Unmanaged<HandleOwner>.fromOpaque(data).takeUnretainedValue(), to: StreamConnection.self)
}

private func streamAllocates(
    _ handle: UnsafeMutablePointer<uv_handle_t>?, _ suggested: Int, _ buffer: UnsafeMutablePointer<uv_buf_t>?
) {
    guard let handle, let core = connection(handle)?.core, core.takesTurn(handle) else { return }
    let shared = core.readBuffer
    buffer?.pointee = uv_buf_t(base: shared.baseAddress?.assumingMemoryBound(to: CChar.self), len: shared.count)
}

private func streamRead(
    _ stream: UnsafeMutablePointer<uv_stream_t>?, _ count: Int, _ buffer: UnsafePointer<uv_buf_t>?
) {
    connection(stream)?.readFinished(count)
}
