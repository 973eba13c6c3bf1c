internal import TestThreads

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A failed call of a test's socket.
package struct TestSocketError: Error, CustomStringConvertible {
    package let operation: String
    package let code: Int32

    package init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    package var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// A blocking client socket for tests with the trait `ownThread`; every wait ends after a minute with an error, and one
/// on a thread that all tasks share fails at once.
package final class TestSocket: Sendable {
    private let descriptor: Int32

    /// Connects to a port of 127.0.0.1. `receiveBuffer` (bytes) makes a client that can be filled quickly.
    package init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Self.stream, 0)
        try Self.check("socket", descriptor)
        if let receiveBuffer { set(SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        try Self.check("connect", status)
        prepare()
    }

    /// Connects to a Unix socket.
    package init(path: String) throws {
        descriptor = socket(AF_UNIX, Self.stream, 0)
        try Self.check("socket", descriptor)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        try Self.check("connect", status)
        prepare()
    }

    deinit { close(descriptor) }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        try Self.checkThread("send")
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + sent, bytes.count - sent) }
            try Self.check("send", Int32(truncatingIfNeeded: count))
            sent += count
        }
    }

    /// What came, at least one byte and at most `limit`; empty at the end of the stream.
    package func receive(atMost limit: Int = 65536) throws -> [UInt8] {
        try Self.checkThread("receive")
        return try [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let received = read(descriptor, buffer.baseAddress, limit)
            try Self.check("receive", Int32(truncatingIfNeeded: received))
            count = received
        }
    }

    /// Exactly `count` bytes; fails when the stream ends before.
    package func receive(exactly count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try receive(atMost: min(65536, count - bytes.count))
            guard !more.isEmpty else { throw TestSocketError(operation: "receive: stream ended", code: 0) }
            bytes += more
        }
        return bytes
    }

    /// Everything up to and including `mark`, byte by byte, so that nothing behind it is taken.
    package func receive(through mark: String) throws -> String {
        var bytes: [UInt8] = []
        let mark = Array(mark.utf8)
        while !bytes.suffix(mark.count).elementsEqual(mark) { bytes += try receive(exactly: 1) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Everything until the peer ends the stream.
    package func receiveAll() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try receive()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Sends the end of the stream; receiving goes on.
    package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes closing send a reset instead of an orderly end.
    package func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    #if canImport(Darwin)
        private static let stream = SOCK_STREAM
    #else
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    private func prepare() {
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        signal(SIGPIPE, SIG_IGN)
    }

    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func checkThread(_ operation: String) throws {
        guard BlockingExecutor.isCurrent else {
            throw TestSocketError(operation: "\(operation) without the trait ownThread", code: EDEADLK)
        }
    }

    private static func check(_ operation: String, _ status: Int32) throws {
        guard status >= 0 else { throw TestSocketError(operation: operation, code: errno) }
    }
}
