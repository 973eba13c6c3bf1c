internal import COpenSSL

/// How OpenSSL reads and writes a session's ciphertext: from the bytes at hand and to the session's output, with no
/// buffer between that an idle connection would keep.
enum SessionBIO {
    /// Made once and never changed or freed; nil when there is no memory.
    nonisolated(unsafe) private static let method: OpaquePointer? = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "roost session") else { return nil }
        BIO_meth_set_read(method, sessionReads)
        BIO_meth_set_write(method, sessionWrites)
        BIO_meth_set_ctrl(method, sessionControls)
        return method
    }()

    /// A BIO of `session`, which must outlive it; nil when there is no memory.
    static func make(for session: TLSSession) -> OpaquePointer? {
        guard let method, let bio = BIO_new(method) else { return nil }
        BIO_set_data(bio, Unmanaged.passUnretained(session).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }
}

private func session(of bio: OpaquePointer?) -> TLSSession? {
    BIO_get_data(bio).map { Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }
}

private func sessionReads(_ bio: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ limit: Int32) -> Int32 {
    BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY)
    guard let session = session(of: bio), let buffer, limit > 0, !session.input.isEmpty else {
        BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        return -1
    }
    let count = min(Int(limit), session.input.count)
    UnsafeMutableRawBufferPointer(start: buffer, count: count).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: session.input[..<count]))
    session.input = UnsafeRawBufferPointer(rebasing: session.input[count...])
    return Int32(count)
}

private func sessionWrites(_ bio: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int32) -> Int32 {
    BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_IO_SPECIAL | BIO_FLAGS_SHOULD_RETRY)
    guard let session = session(of: bio), let bytes, count > 0 else { return 0 }
    session.output.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    return count
}

private func sessionControls(
    _ bio: OpaquePointer?, _ command: Int32, _ number: Int, _ pointer: UnsafeMutableRawPointer?
) -> Int {
    command == BIO_CTRL_FLUSH ? 1 : 0
}
