internal import NetLoop

/// The server's TLS certificate, read again when its owner says so; what is wrong with it is logged.
struct ServerCertificate: Sendable {
    let acceptor: TLSAcceptor

    init(_ files: TLSFiles) throws(ServerFailure) {
        let configuration = TLSConfiguration(certificateFile: files.certificate, keyFile: files.key)
        do throws(TLSFileError) { acceptor = try TLSAcceptor(configuration) } catch {
            throw ServerFailure("\(error)")
        }
        warn()
    }

    /// New connections get the certificate that the files hold now; when it cannot be used, they get the old one.
    func reload() {
        do throws(TLSFileError) {
            try acceptor.reload()
            Log.line("new connections get the TLS certificate that was read again")
            warn()
        } catch {
            Log.line("\(error) The old certificate stays in use.")
        }
    }

    private func warn() { for warning in acceptor.warnings { Log.line("\(warning)") } }
}
