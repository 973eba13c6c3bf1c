internal import ByteCoding

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Asks the server that runs on a data folder; blocking, for the command line.
enum OperatorSocket {
    /// An answer takes at most this long: two password hashings behind a full queue.
    private static let timeoutSeconds = 30
    private static let maximumAnswer = 1 << 20

    /// Nil where no server listens.
    static func ask(_ command: OperatorCommand, path: String) throws(ServerFailure) -> JSON? {
        guard let descriptor = try connect(path) else { return nil }
        defer { close(descriptor) }
        let body = command.json.encoded()
        let head = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        try send(Array(head.utf8) + body, to: descriptor)
        let answer = try receive(from: descriptor)
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)),
            let json = try? JSON.parse(answer[end.upperBound...])
        else { throw ServerFailure("The running server gave an answer that cannot be read. Is it of another version?") }
        return json
    }

    private static func connect(_ path: String) throws(ServerFailure) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw ServerFailure("The data folder's path is too long for its socket. Use a shorter --data-dir.")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw ServerFailure("No socket could be opened: \(reason(errno)).") }
        var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #if canImport(Glibc)
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                #else
                    Darwin.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                #endif
            }
        }
        if code == 0 { return descriptor }
        let failure = errno
        close(descriptor)
        // A socket that a killed server left behind refuses; that is no server either.
        if failure == ENOENT || failure == ECONNREFUSED { return nil }
        throw ServerFailure("The server's socket \(path) cannot be opened: \(reason(failure)).")
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) throws(ServerFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw ServerFailure("The running server hung up: \(reason(errno)).") }
            sent += count
        }
    }

    private static func receive(from descriptor: Int32) throws(ServerFailure) -> [UInt8] {
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while answer.count < maximumAnswer {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw ServerFailure("The running server did not answer: \(reason(errno)).") }
            if count == 0 { return answer }
            answer += chunk[..<count]
        }
        throw ServerFailure("The running server's answer is too long.")
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
