import TestSockets
import TestThreads
import Testing

@testable import NetLoop

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("TLS certificate and key files", .ownThread)
struct TLSFileTests {
    /// What using the files is refused with, after `change`; nil when they are good.
    private func refusal(
        of pair: TestCertificate? = nil, _ change: (TLSConfiguration) throws -> Void
    ) throws -> TLSFileError? {
        let files = try TestFiles(pair ?? TestCertificate())
        return try withExtendedLifetime(files) {
            try change(files.configuration)
            do throws(TLSFileError) {
                _ = try TLSAcceptor(files.configuration)
                return nil
            } catch {
                #expect("\(error)".contains(error.file))
                #expect([files.configuration.certificateFile, files.configuration.keyFile].contains(error.file))
                return error
            }
        }
    }

    @Test("a certificate and its key are taken, with and without more certificates after it")
    func good() throws {
        #expect(try refusal { _ in } == nil)
        let chain = try TestCertificate()
        let more = try TestCertificate(name: "issuer").certificate
        #expect(try refusal(of: chain) { try TestFiles.write(chain.certificate + more, $0.certificateFile) } == nil)
    }

    @Test("a file that is missing, a folder, empty, no PEM or too large is refused by its name")
    func unreadable() throws {
        for path in [\TLSConfiguration.certificateFile, \.keyFile] {
            let missing = try refusal { unlink($0[keyPath: path]) }
            #expect(missing?.cause == .unreadable(ENOENT))
            let folder = try refusal {
                unlink($0[keyPath: path])
                mkdir($0[keyPath: path], 0o700)
            }
            #expect(folder?.cause == .unreadable(EISDIR))
            for (text, cause) in [
                ("", TLSFileError.Cause.notPEM), ("nonsense\n", .notPEM),
                ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", .notPEM),
                ("-----BEGIN PRIVATE KEY-----\nAAAA\n", .notPEM),
                (String(repeating: "x", count: PEMFile.limit + 1), .tooLarge),
            ] {
                let refused = try refusal { try TestFiles.write(Array(text.utf8), $0[keyPath: path]) }
                #expect(refused?.cause == cause)
            }
        }
    }

    @Test("the two files the wrong way round are refused")
    func swapped() throws {
        let pair = try TestCertificate()
        let refused = try refusal(of: pair) {
            try TestFiles.write(pair.key, $0.certificateFile)
            try TestFiles.write(pair.certificate, $0.keyFile)
        }
        #expect(refused?.cause == .notPEM)
    }

    @Test("another certificate's key is refused, and so is a key with a passphrase, without asking for it")
    func keys() throws {
        let other = try TestCertificate()
        #expect(try refusal { try TestFiles.write(other.key, $0.keyFile) }?.cause == .mismatched)
        let pair = try TestCertificate()
        let encrypted = try pair.encryptedKey()
        #expect(try refusal(of: pair) { try TestFiles.write(encrypted, $0.keyFile) }?.cause == .encrypted)
    }

    @Test("a certificate that has expired or is not yet good is used, with a warning that names the file")
    func expired() throws {
        for (begin, end, word) in [(-7_200, -3_600, "expired on"), (3_600, 7_200, "not good before")] {
            let files = try TestFiles(TestCertificate(from: begin, to: end))
            let warnings = try TLSAcceptor(files.configuration).warnings
            #expect(warnings.count == 1)
            #expect(warnings.first?.contains(word) == true)
            #expect(warnings.first?.contains(files.configuration.certificateFile) == true)
        }
        let files = try TestFiles(TestCertificate())
        #expect(try TLSAcceptor(files.configuration).warnings.isEmpty)
        withExtendedLifetime(files) {}
    }
}
