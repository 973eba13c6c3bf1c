internal import COpenSSL

/// The calling thread's queue of OpenSSL errors. It is emptied before each call whose failure is looked at, so that no
/// connection is judged by another's errors.
enum OpenSSLErrors {
    static func clear() { ERR_clear_error() }

    /// The reason of the first error that waits, and empties the queue.
    static func take() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        guard code != 0 else { return "unknown" }
        // A code of the system's carries an error number instead of a reason of OpenSSL's.
        guard let reason = ERR_reason_error_string(code) else { return "error \(code)" }
        return String(cString: reason)
    }
}
