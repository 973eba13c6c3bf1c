internal import COpenSSL

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A server's certificate and those that lead from it to the root.
enum CertificateChain {
    /// Reads `path` into `context`; returns what its owner should be told.
    static func load(_ path: String, into context: OpaquePointer) throws(TLSFileError.Cause) -> [String] {
        let certificates = read(try PEMFile.read(path))
        defer { for certificate in certificates { X509_free(certificate) } }
        guard let own = certificates.first else { throw .notPEM }
        OpenSSLErrors.clear()
        guard SSL_CTX_use_certificate(context, own) == 1 else { throw .refused(OpenSSLErrors.take()) }
        for certificate in certificates.dropFirst() {
            guard SSL_CTX_ctrl(context, SSL_CTRL_CHAIN_CERT, 1, UnsafeMutableRawPointer(certificate)) == 1 else {
                throw .refused(OpenSSLErrors.take())
            }
        }
        return warnings(about: own, path)
    }

    private static func read(_ file: PEMFile) -> [OpaquePointer] {
        OpenSSLErrors.clear()
        defer { OpenSSLErrors.clear() }
        return file.withBIO { bio in
            var certificates: [OpaquePointer] = []
            while let certificate = PEM_read_bio_X509(bio, nil, refusePassphrase, nil) {
                certificates.append(certificate)
            }
            return certificates
        } ?? []
    }

    private static func warnings(about certificate: OpaquePointer, _ path: String) -> [String] {
        // 0 means that the time could not be read.
        if X509_cmp_current_time(X509_get0_notAfter(certificate)) < 0 {
            return ["The TLS certificate in \(path) expired on \(day(X509_get0_notAfter(certificate)))."]
        }
        if X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0 {
            return ["The TLS certificate in \(path) is not good before \(day(X509_get0_notBefore(certificate)))."]
        }
        return []
    }

    private static func day(_ time: UnsafePointer<ASN1_TIME>?) -> String {
        var fields = tm()
        guard ASN1_TIME_to_tm(time, &fields) == 1 else { return "an unreadable date" }
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(1900 + Int(fields.tm_year))-\(two(fields.tm_mon + 1))-\(two(fields.tm_mday))"
    }
}

/// A certificate's private key.
enum PrivateKey {
    /// Reads `path` into `context`, which has the certificate already.
    static func load(_ path: String, into context: OpaquePointer) throws(TLSFileError.Cause) {
        var file = try PEMFile.read(path)
        defer { file.wipe() }
        OpenSSLErrors.clear()
        var wasAsked = false
        let read = file.withBIO { bio in
            withUnsafeMutablePointer(to: &wasAsked) { PEM_read_bio_PrivateKey(bio, nil, refusePassphrase, $0) }
        }
        OpenSSLErrors.clear()
        guard let key = read else { throw wasAsked ? .encrypted : .notPEM }
        defer { EVP_PKEY_free(key) }
        guard X509_check_private_key(SSL_CTX_get0_certificate(context), key) == 1 else { throw .mismatched }
        OpenSSLErrors.clear()
        guard SSL_CTX_use_PrivateKey(context, key) == 1 else { throw .refused(OpenSSLErrors.take()) }
    }
}

/// Knows no passphrase, and notes that one was asked for; without it OpenSSL would ask at the terminal.
private func refusePassphrase(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ isWriting: Int32, _ wasAsked: UnsafeMutableRawPointer?
) -> Int32 {
    wasAsked?.assumingMemoryBound(to: Bool.self).pointee = true
    return -1
}
