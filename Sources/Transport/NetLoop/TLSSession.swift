internal import COpenSSL

/// The server's side of one TLS connection without its network: the peer's ciphertext goes in, plaintext and
/// ciphertext come out (RFC 8446, RFC 5246).
///
/// One owner at a time uses it; it may go from thread to thread, for OpenSSL ties it to none.
final class TLSSession {
    /// Where a session stands.
    enum State {
        /// The first record, which begins the ClientHello, is not whole; these are its bytes. OpenSSL holds nothing yet,
        /// so that a peer who says little costs little. `handshaking` or `failed` follow.
        case greeting([UInt8])
        /// Keys are being agreed on. `open` or `failed` follow.
        case handshaking
        /// Plaintext flows both ways. `ended` or `failed` follow.
        case open
        /// The peer's close_notify came: it sends no more, and writing goes on. `failed` may follow.
        case ended
        /// Nothing more is read or written; an alert that says why may stand in `output`.
        case failed(TLSFailure)
    }

    /// Plaintext bytes of one record at most (RFC 8446 section 5.1).
    static let recordLimit = 16_384
    /// Bytes that `receive` may give beyond those that it takes: a record that was begun earlier.
    static let carryLimit = recordLimit + 1_024
    private static let headerLength = 5

    private(set) var state = State.greeting([])
    /// Ciphertext for the peer, oldest first; whoever sends it takes it out.
    var output: [UInt8] = []
    /// Whether close_notify was put into `output`.
    private(set) var hasClosed = false

    private let context: TLSContext
    /// Nil until the first record is whole.
    private var ssl: OpaquePointer?
    /// What OpenSSL may read now; valid during `receive` only.
    var input = UnsafeRawBufferPointer(start: nil, count: 0)

    init(_ context: TLSContext) { self.context = context }

    deinit { SSL_free(ssl) }

    /// Whether `encrypt` works.
    var isWritable: Bool {
        switch state {
        case .open, .ended: !hasClosed
        case .greeting, .handshaking, .failed: false
        }
    }

    /// Whether a byte of the handshake came and its end has not.
    var isHandshaking: Bool {
        switch state {
        case .greeting(let bytes): !bytes.isEmpty
        case .handshaking: true
        case .open, .ended, .failed: false
        }
    }

    /// Takes all of `ciphertext` and puts the plaintext in it into `plaintext`, which must have room for as many bytes
    /// and `carryLimit` more; returns how many there are. What is to be answered is in `output` afterwards.
    func receive(_ ciphertext: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer) -> Int {
        precondition(plaintext.count >= ciphertext.count + Self.carryLimit, "too little room for the plaintext")
        switch state {
        case .greeting(var bytes):
            // Emptied first, so that the array is grown in place.
            state = .greeting([])
            bytes.append(contentsOf: ciphertext)
            return greet(bytes, plaintext)
        case .handshaking, .open: return run(ciphertext, plaintext)
        case .ended, .failed: return 0
        }
    }

    /// Encrypts `bytes` into `output`; false, with the state `failed`, when that is impossible.
    func encrypt(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isWritable else { return false }
        guard bytes.count > 0 else { return true }
        OpenSSLErrors.clear()
        var written = 0
        if SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &written) == 1 { return true }
        state = .failed(.broken(OpenSSLErrors.take()))
        return false
    }

    /// Puts close_notify into `output`, once.
    func close() {
        guard isWritable else { return }
        hasClosed = true
        OpenSSLErrors.clear()
        _ = SSL_shutdown(ssl)
        OpenSSLErrors.clear()
    }

    // MARK: Steps

    private func greet(_ bytes: [UInt8], _ plaintext: UnsafeMutableRawBufferPointer) -> Int {
        switch Self.firstRecord(of: bytes) {
        case .incomplete:
            state = .greeting(bytes)
            return 0
        case .foreign:
            state = .failed(.notTLS)
            return 0
        case .whole: break
        }
        guard let made = context.makeSSL(for: self) else {
            state = .failed(.broken(OpenSSLErrors.take()))
            return 0
        }
        ssl = made
        state = .handshaking
        return bytes.withUnsafeBytes { run($0, plaintext) }
    }

    private enum FirstRecord { case incomplete, whole, foreign }

    /// Whether `bytes` begin with a whole handshake record (RFC 8446 section 5.1).
    private static func firstRecord(of bytes: [UInt8]) -> FirstRecord {
        if let type = bytes.first, type != UInt8(SSL3_RT_HANDSHAKE) { return .foreign }
        if bytes.count > 1, bytes[1] != 3 { return .foreign }
        guard bytes.count >= headerLength else { return .incomplete }
        let length = Int(bytes[3]) << 8 | Int(bytes[4])
        guard (1...recordLimit).contains(length) else { return .foreign }
        return bytes.count < headerLength + length ? .incomplete : .whole
    }

    private func run(_ ciphertext: UnsafeRawBufferPointer, _ plaintext: UnsafeMutableRawBufferPointer) -> Int {
        input = ciphertext
        defer { input = UnsafeRawBufferPointer(start: nil, count: 0) }
        if case .handshaking = state, !handshake() { return 0 }
        return read(plaintext)
    }

    /// False while the handshake is not over.
    private func handshake() -> Bool {
        OpenSSLErrors.clear()
        let result = SSL_do_handshake(ssl)
        if result == 1 {
            state = .open
            return true
        }
        if SSL_get_error(ssl, result) != SSL_ERROR_WANT_READ { state = .failed(.broken(OpenSSLErrors.take())) }
        return false
    }

    private func read(_ plaintext: UnsafeMutableRawBufferPointer) -> Int {
        var total = 0
        while total < plaintext.count {
            OpenSSLErrors.clear()
            var count = 0
            let result = SSL_read_ex(ssl, plaintext.baseAddress.map { $0 + total }, plaintext.count - total, &count)
            guard result == 1 else {
                switch SSL_get_error(ssl, result) {
                case SSL_ERROR_WANT_READ: break
                case SSL_ERROR_ZERO_RETURN: state = .ended
                default: state = .failed(.broken(OpenSSLErrors.take()))
                }
                break
            }
            total += count
        }
        return total
    }
}
