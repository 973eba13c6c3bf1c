#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Lines for the operator, on standard error.
package enum Log {
    package static func line(_ text: String) {
        // One write(2) a line: lines of several threads do not mix.
        let bytes = Array("roost: \(text)\n".utf8)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
