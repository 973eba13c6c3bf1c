internal import CUV
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A connection between two loops: its descriptor, its TLS state, and what was read or written and has not reached its
/// end.
///
/// Closes the descriptor when nobody adopts it.
package final class DetachedConnection: Sendable {
    package let remoteAddress: SocketAddress
    /// Bytes that were read and are to be handed up first.
    package let unread: [UInt8]
    let unwritten: [UInt8]
    /// The connection's place under its listener's limit.
    let slot: AcceptSlot?
    /// `nonisolated(unsafe)`: the loop that detached let go of it, and only the loop that adopts, once, takes it up.
    nonisolated(unsafe) let tls: TLSLayer?
    private let descriptor: Mutex<Int32?>

    init(
        descriptor: Int32, address: SocketAddress, unread: [UInt8] = [], unwritten: [UInt8] = [], slot: AcceptSlot?,
        tls: TLSLayer? = nil
    ) {
        self.descriptor = Mutex(descriptor)
        remoteAddress = address
        self.unread = unread
        self.unwritten = unwritten
        self.slot = slot
        self.tls = tls
    }

    func take() -> Int32? {
        descriptor.withLock { held in
            defer { held = nil }
            return held
        }
    }

    deinit {
        if let descriptor = take() { close(descriptor) }
    }
}

extension StreamConnection {
    /// Takes the connection off its loop. This object is dead afterwards and tells its handler nothing more.
    ///
    /// `unread` are bytes that the owner received and did not use. Fails with EBADF when the connection is not open,
    /// or with the system's error when it has no descriptors left; then the connection is unchanged.
    package func detach(unread: [UInt8] = []) throws(SocketError) -> DetachedConnection {
        loop.preconditionCurrent()
        var descriptor: Int32 = -1
        guard isOpen, uv_fileno(UnsafeMutableRawPointer(stream).handle, &descriptor) == 0 else {
            throw SocketError("detach", code: EBADF)
        }
        // Closing the handle closes its descriptor and takes it out of the loop's poll set; the copy lives on.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw SocketError("detach", code: errno) }
        let detached = DetachedConnection(
            descriptor: copy, address: remoteAddress, unread: unread + carried, unwritten: takeUnwritten(),
            slot: slot, tls: tls)
        closeDetached()
        return detached
    }

    /// Brings a detached connection to life on `loop`; called on that loop. It starts paused, and its unread bytes are
    /// the first that its handler receives.
    package static func adopt(
        _ detached: DetachedConnection, on loop: EventLoop
    ) throws(SocketError) -> StreamConnection {
        guard let descriptor = detached.take() else { throw SocketError("adopt", code: EBADF) }
        let connection = try StreamConnection(descriptor: descriptor, address: detached.remoteAddress, loop: loop)
        connection.carried = detached.unread
        connection.slot = detached.slot
        connection.tls = detached.tls
        if !detached.unwritten.isEmpty { connection.write(detached.unwritten) }
        if let tls = detached.tls, !tls.session.output.isEmpty { connection.noteUnflushed() }
        return connection
    }
}
