import COpenSSL
import TestSockets

@testable import NetLoop

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A self-signed certificate and its key, as PEM; made by each test for itself.
struct TestCertificate: Sendable {
    let certificate: [UInt8]
    let key: [UInt8]

    /// Good from `begin` to `end` seconds from now.
    init(name: String = "localhost", from begin: Int = -60, to end: Int = 3_600) throws {
        let pair = try Self.makeKey()
        defer { EVP_PKEY_free(pair) }
        let made = try Self.require(X509_new())
        defer { X509_free(made) }
        X509_set_version(made, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(made), Int.random(in: 1...1_000_000))
        X509_gmtime_adj(X509_getm_notBefore(made), begin)
        X509_gmtime_adj(X509_getm_notAfter(made), end)
        X509_NAME_add_entry_by_txt(X509_get_subject_name(made), "CN", MBSTRING_UTF8, name, -1, -1, 0)
        X509_set_issuer_name(made, X509_get_subject_name(made))
        X509_set_pubkey(made, pair)
        try Self.check(X509_sign(made, pair, EVP_sha256()))
        certificate = try Self.bytes { PEM_write_bio_X509($0, made) }
        key = try Self.bytes { PEM_write_bio_PrivateKey($0, pair, nil, nil, 0, nil, nil) }
    }

    /// The key under a passphrase.
    func encryptedKey() throws -> [UInt8] {
        let bio = try Self.require(BIO_new_mem_buf(key, Int32(key.count)))
        defer { BIO_free(bio) }
        let pair = try Self.require(PEM_read_bio_PrivateKey(bio, nil, nil, nil))
        defer { EVP_PKEY_free(pair) }
        return try Self.bytes { PEM_write_bio_PrivateKey($0, pair, EVP_aes_128_cbc(), "secret", 6, nil, nil) }
    }

    private static func makeKey() throws -> OpaquePointer {
        let context = try require(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil))
        defer { EVP_PKEY_CTX_free(context) }
        try check(EVP_PKEY_keygen_init(context))
        try check(EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1))
        var pair: OpaquePointer?
        try check(EVP_PKEY_keygen(context, &pair))
        return try require(pair)
    }

    private static func bytes(_ write: (OpaquePointer) -> Int32) throws -> [UInt8] {
        let bio = try require(BIO_new(BIO_s_mem()))
        defer { BIO_free(bio) }
        try check(write(bio))
        return drain(bio)
    }

    /// All that a memory BIO holds.
    static func drain(_ bio: OpaquePointer?) -> [UInt8] {
        let pending = BIO_ctrl_pending(bio)
        // An array made without room is the one that all empty arrays share, and its count is written nevertheless.
        guard pending > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: pending) { buffer, count in
            count = Int(max(0, BIO_read(bio, buffer.baseAddress, Int32(buffer.count))))
        }
    }

    private static func require(_ pointer: OpaquePointer?) throws -> OpaquePointer {
        guard let pointer else { throw TestSocketError(operation: "OpenSSL", code: 0) }
        return pointer
    }

    private static func check(_ status: Int32) throws {
        guard status > 0 else { throw TestSocketError(operation: "OpenSSL", code: status) }
    }
}

/// A certificate's and a key's file in a folder of a test's own, all removed with the object.
final class TestFiles: Sendable {
    let folder: String
    let configuration: TLSConfiguration

    init(_ pair: TestCertificate) throws {
        folder = "/tmp/roost-tls-\(UInt64.random(in: 0 ... .max))"
        guard mkdir(folder, 0o700) == 0 else { throw TestSocketError(operation: "mkdir", code: errno) }
        configuration = TLSConfiguration(certificateFile: "\(folder)/certificate.pem", keyFile: "\(folder)/key.pem")
        try write(pair)
    }

    func write(_ pair: TestCertificate) throws {
        try Self.write(pair.certificate, configuration.certificateFile)
        try Self.write(pair.key, configuration.keyFile)
    }

    static func write(_ bytes: [UInt8], _ file: String) throws {
        guard let stream = fopen(file, "w") else { throw TestSocketError(operation: "fopen", code: errno) }
        defer { fclose(stream) }
        guard fwrite(bytes, 1, bytes.count, stream) == bytes.count else {
            throw TestSocketError(operation: "fwrite", code: errno)
        }
    }

    deinit {
        unlink(configuration.certificateFile)
        unlink(configuration.keyFile)
        rmdir(folder)
    }
}
