#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A bound, listening, non-blocking socket and where it stands; closed when the object goes.
final class ListeningSocket: Sendable {
    let descriptor: Int32
    /// The address with the real port when 0 was asked for.
    let address: ListenAddress

    private init(descriptor: Int32, address: ListenAddress) {
        self.descriptor = descriptor
        self.address = address
    }

    deinit { close(descriptor) }

    /// Binds and listens, alone unless `joining` a socket of this process that allowed it with `letOthersJoin`.
    ///
    /// Fails with EADDRINUSE where anyone else listens, even another server that shares its port among its own sockets.
    static func open(
        _ address: ListenAddress, joining: Bool = false, backlog: Int32
    ) throws(SocketError) -> ListeningSocket {
        switch address {
        case .tcp(let host, let port): try openTCP(host: host, port: port, joining: joining, backlog: backlog)
        case .unix(let path): try openUnix(path, backlog: backlog)
        }
    }

    /// Lets further sockets listen on this one's port, over which the system then spreads connections.
    ///
    /// Only after it listens: two processes that both set SO_REUSEPORT first would get the port together.
    func letOthersJoin() throws(SocketError) { try set(descriptor, SO_REUSEPORT) }

    private static func openTCP(
        host: String, port: Int, joining: Bool, backlog: Int32
    ) throws(SocketError) -> ListeningSocket {
        guard let number = UInt16(exactly: port) else { throw SocketError("listen port", code: EINVAL) }
        var hints = addrinfo()
        hints.ai_socktype = streamType
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(number), &hints, &found) == 0, let info = found else {
            throw SocketError("look up \(host)", code: EADDRNOTAVAIL)
        }
        defer { freeaddrinfo(found) }
        let descriptor = try make(family: info.pointee.ai_family)
        do throws(SocketError) {
            try set(descriptor, SO_REUSEADDR)
            if joining { try set(descriptor, SO_REUSEPORT) }
            try check("bind", bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen))
            try check("listen", listen(descriptor, backlog))
            return ListeningSocket(
                descriptor: descriptor, address: .tcp(host: host, port: try boundPort(descriptor)))
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func openUnix(_ path: String, backlog: Int32) throws(SocketError) -> ListeningSocket {
        guard var address = unixAddress(path) else { throw SocketError("socket path", code: ENAMETOOLONG) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let descriptor = try make(family: AF_UNIX)
        do throws(SocketError) {
            try withSocketAddress(&address) { pointer throws(SocketError) in
                if bind(descriptor, pointer, size) != 0 {
                    guard errno == EADDRINUSE, !isAnswered(pointer, size) else {
                        throw SocketError("bind", code: errno)
                    }
                    unlink(path)
                    try check("bind", bind(descriptor, pointer, size))
                }
            }
            try check("listen", listen(descriptor, backlog))
            return ListeningSocket(descriptor: descriptor, address: .unix(path: path))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Whether a live server stands behind a socket file; one left by a crash refuses connections.
    private static func isAnswered(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Bool {
        let probe = socket(AF_UNIX, streamType, 0)
        guard probe >= 0 else { return true }
        defer { close(probe) }
        return connect(probe, address, size) == 0 || errno != ECONNREFUSED
    }

    /// Takes one waiting connection: its descriptor, non-blocking and closed on exec, or minus the error number.
    static func accept(from listening: Int32) -> (descriptor: Int32, address: SocketAddress) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let descriptor = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemAccept(listening, $0, &size) }
        }
        guard descriptor >= 0 else { return (-errno, .unix) }
        makeNonBlocking(descriptor)
        return (descriptor, SocketAddress(storage) ?? .unix)
    }
}

#if canImport(Darwin)
    private let streamType = SOCK_STREAM
#else
    private let streamType = Int32(SOCK_STREAM.rawValue)
#endif

/// The system's `accept`, which the method of the same name hides.
private func systemAccept(
    _ listening: Int32, _ address: UnsafeMutablePointer<sockaddr>, _ size: inout socklen_t
) -> Int32 {
    accept(listening, address, &size)
}

private func make(family: Int32) throws(SocketError) -> Int32 {
    let descriptor = socket(family, streamType, 0)
    guard descriptor >= 0 else { throw SocketError("socket", code: errno) }
    makeNonBlocking(descriptor)
    return descriptor
}

private func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

private func set(_ descriptor: Int32, _ option: Int32) throws(SocketError) {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    try check("setsockopt", setsockopt(descriptor, SOL_SOCKET, option, &on, size))
}

private func check(_ operation: String, _ status: Int32) throws(SocketError) {
    guard status == 0 else { throw SocketError(operation, code: errno) }
}

private func boundPort(_ descriptor: Int32) throws(SocketError) -> Int {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    try check("getsockname", status)
    return SocketAddress(storage)?.port ?? 0
}

/// Nil when the path does not fit the system's field (about 100 bytes).
private func unixAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { field in
        guard !bytes.isEmpty, bytes.count < field.count, !bytes.contains(0) else { return false }
        field.copyBytes(from: bytes)
        return true
    }
    return fits ? address : nil
}

private func withSocketAddress(
    _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>) throws(SocketError) -> Void
) throws(SocketError) {
    try withUnsafePointer(to: &address) { pointer throws(SocketError) in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound throws(SocketError) in
            try body(rebound)
        }
    }
}
