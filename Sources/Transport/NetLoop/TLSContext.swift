internal import COpenSSL

/// A certificate, its key and how TLS is spoken with them: what the sessions that begin with it share.
///
/// `SSL_CTX` counts its users and locks by itself; nothing in it is set after `init`, so any thread may make sessions.
final class TLSContext: Sendable {
    nonisolated(unsafe) private let pointer: OpaquePointer
    /// What is wrong and does not keep the certificate from being used: it has expired, say.
    let warnings: [String]

    /// TLS 1.2's ciphers: forward secrecy and authenticated encryption only. TLS 1.3's are OpenSSL's own.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    /// Reads the certificate, those after it and the key from their files.
    init(_ configuration: TLSConfiguration) throws(TLSFileError) {
        let certificate = configuration.certificateFile
        OpenSSLErrors.clear()
        guard let made = SSL_CTX_new(TLS_server_method()) else {
            throw TLSFileError(certificate, isKey: false, .refused(OpenSSLErrors.take()))
        }
        do throws(TLSFileError) {
            guard Self.prepare(made) else {
                throw TLSFileError(certificate, isKey: false, .refused(OpenSSLErrors.take()))
            }
            do throws(TLSFileError.Cause) {
                warnings = try CertificateChain.load(certificate, into: made)
            } catch {
                throw TLSFileError(certificate, isKey: false, error)
            }
            do throws(TLSFileError.Cause) {
                try PrivateKey.load(configuration.keyFile, into: made)
            } catch {
                throw TLSFileError(configuration.keyFile, isKey: true, error)
            }
        } catch {
            SSL_CTX_free(made)
            throw error
        }
        pointer = made
    }

    deinit { SSL_CTX_free(pointer) }

    /// A connection of OpenSSL's that accepts through `session`'s BIO; nil when there is no memory.
    func makeSSL(for session: TLSSession) -> OpaquePointer? {
        OpenSSLErrors.clear()
        guard let ssl = SSL_new(pointer) else { return nil }
        guard let bio = SessionBIO.make(for: session) else {
            SSL_free(ssl)
            return nil
        }
        // One reference serves both directions when they are the same BIO.
        SSL_set_bio(ssl, bio, bio)
        SSL_set_accept_state(ssl)
        return ssl
    }

    private static func prepare(_ context: OpaquePointer) -> Bool {
        SSL_CTX_set_options(
            context,
            COPENSSL_OP_NO_RENEGOTIATION | COPENSSL_OP_NO_COMPRESSION | COPENSSL_OP_CIPHER_SERVER_PREFERENCE
                | COPENSSL_OP_PRIORITIZE_CHACHA)
        // An idle connection keeps no buffers.
        _ = SSL_CTX_ctrl(context, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
        _ = SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, Int(SSL_SESS_CACHE_OFF), nil)
        SSL_CTX_set_alpn_select_cb(context, selectProtocol, nil)
        SSL_CTX_set_cert_cb(context, versionIsKnown, nil)
        return SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil) == 1
            && SSL_CTX_set_num_tickets(context, 1) == 1
            && SSL_CTX_set_cipher_list(context, ciphers) == 1
    }
}

/// The one protocol that is spoken inside (RFC 7301): a client that offers only others is refused with
/// no_application_protocol; one that offers none is served.
private let spokenProtocol = Array("http/1.1".utf8)

private func selectProtocol(
    _ ssl: OpaquePointer?, _ selected: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ selectedLength: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ count: UInt32,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    let list = UnsafeBufferPointer(start: offered, count: Int(count))
    var index = 0
    while index < list.count {
        let length = Int(list[index])
        let start = index + 1
        guard start + length <= list.count else { break }
        if list[start..<(start + length)].elementsEqual(spokenProtocol) {
            selected?.pointee = list.baseAddress.map { $0 + start }
            selectedLength?.pointee = list[index]
            return SSL_TLSEXT_ERR_OK
        }
        index = start + length
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// TLS 1.2 gets no tickets: there, who steals the key that encrypts them can read what was said (RFC 9325 section 3.4).
private func versionIsKnown(_ ssl: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    if SSL_version(ssl) <= TLS1_2_VERSION { SSL_set_options(ssl, COPENSSL_OP_NO_TICKET) }
    return 1
}
