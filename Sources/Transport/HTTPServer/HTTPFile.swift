package import HTTPCodec
public import NetLoop

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Why a file cannot be served.
public enum HTTPFileError: Error, Hashable, Sendable {
    /// The system's error number for opening or looking at it.
    case system(Int32)
    /// A folder, a device or another thing without a size.
    case notAFile
}

/// An open file and what it was like when it was opened; closed with the last reference.
///
/// A file that shrinks while it is sent breaks its responses off. Replace files by renaming, as editors do: then those
/// who are reading the old one get all of it.
public final class HTTPFile: Sendable {
    private let descriptor: Int32
    /// Bytes.
    public let size: Int
    /// Seconds since 1970.
    public let modified: Int64
    package let entityTag: HTTPEntityTag?

    /// Opens `path`, following links; it comes from the program and never unchecked from a client. Waits for the disk,
    /// so not on a loop: see `open`.
    public convenience init(path: String) throws(HTTPFileError) { try self.init(path: path, now: Int64(time(nil))) }

    /// - Parameter now: seconds since 1970. A file changed within the last two seconds may change again within its
    ///   clock's grain, so its tag is weak until then (RFC 9110 section 8.8.1).
    init(path: String, now: Int64) throws(HTTPFileError) {
        // Without O_NONBLOCK opening a pipe would wait for its other end.
        let descriptor = Self.systemOpen(path)
        guard descriptor >= 0 else { throw .system(errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let code = errno
            close(descriptor)
            throw .system(code)
        }
        guard status.st_mode & S_IFMT == S_IFREG, let size = Int(exactly: status.st_size), size >= 0 else {
            close(descriptor)
            throw .notAFile
        }
        self.descriptor = descriptor
        self.size = size
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec)
        let words = [UInt64(status.st_ino), UInt64(bitPattern: Int64(time.tv_sec)), UInt64(time.tv_nsec), UInt64(size)]
        let text = words.map { String($0, radix: 36) }.joined(separator: "-")
        entityTag = HTTPEntityTag(text, isWeak: now < modified + 2)
    }

    /// Opens `path` on a thread that may wait for the disk; `done` is called on `loop`.
    public static func open(
        _ path: String, on loop: EventLoop, _ done: @escaping @Sendable (Result<HTTPFile, HTTPFileError>) -> Void
    ) {
        HTTPFileThread.run {
            let result = Result { () throws(HTTPFileError) in try HTTPFile(path: path) }
            loop.execute { done(result) }
        }
    }

    private static func systemOpen(_ path: String) -> Int32 {
        #if canImport(Darwin)
            Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #elseif canImport(Musl)
            Musl.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #else
            Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #endif
    }

    /// The bytes in `range`, fewer where the file has become shorter; nil when they cannot be read. Waits for the disk.
    func read(_ range: Range<Int>) -> [UInt8]? {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                let taken = pread(descriptor, rest.baseAddress, range.count - count, off_t(range.lowerBound + count))
                if taken < 0, errno == EINTR { continue }
                if taken < 0 { failed = true }
                guard taken > 0 else { return }
                count += taken
            }
        }
        return failed ? nil : bytes
    }

    deinit { close(descriptor) }
}

/// Where files are opened and read, so that no connection waits for another's disk.
enum HTTPFileThread {
    /// A loop without connections is a thread with a queue. It is made when the first file is served and stays.
    private static let loop = EventLoop()

    static func run(_ work: @escaping @Sendable () -> Void) { loop.execute(work) }
}
