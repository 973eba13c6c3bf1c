internal import COpenSSL

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A PEM file's bytes, read whole.
struct PEMFile {
    /// Bytes that a file may have.
    static let limit = 1 << 20

    private(set) var bytes: [UInt8] = []

    /// Fails with the system's error number, or with `tooLarge`.
    static func read(_ path: String) throws(TLSFileError.Cause) -> PEMFile {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(errno) }
        defer { close(descriptor) }
        var file = PEMFile()
        var piece = [UInt8](repeating: 0, count: 16_384)
        defer { OPENSSL_cleanse(&piece, piece.count) }
        while true {
            let count = systemRead(descriptor, &piece, piece.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .unreadable(errno)
            }
            if count == 0 { return file }
            file.bytes.append(contentsOf: piece[..<count])
            if file.bytes.count > limit {
                file.wipe()
                throw .tooLarge
            }
        }
    }

    /// Overwrites the bytes, for a file that holds a secret.
    mutating func wipe() { OPENSSL_cleanse(&bytes, bytes.count) }

    /// Gives `body` a BIO that reads the bytes; nil when there is no memory for one.
    func withBIO<Result>(_ body: (OpaquePointer) -> Result?) -> Result? {
        bytes.withUnsafeBytes { buffer in
            // The size is at most `limit`.
            guard let bio = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else { return nil }
            defer { BIO_free(bio) }
            return body(bio)
        }
    }
}

/// The system's text for an error number.
func systemErrorText(_ code: Int32) -> String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

/// The system's `read`, which the method of the same name hides.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
