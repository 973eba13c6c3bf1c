internal import Synchronization

/// Makes accepted connections speak TLS 1.2 or 1.3 with a certificate that can be exchanged while serving.
public final class TLSAcceptor: Sendable {
    private let configuration: TLSConfiguration
    private let context: Mutex<TLSContext>
    private let handshakes: LoopLocal<TLSHandshakes>

    /// Reads the certificate and the key.
    public init(_ configuration: TLSConfiguration) throws(TLSFileError) {
        self.configuration = configuration
        context = Mutex(try TLSContext(configuration))
        handshakes = LoopLocal {
            TLSHandshakes(time: configuration.handshakeTime, maximum: configuration.maximumHandshakes)
        }
    }

    /// What is wrong with the certificate in use that does not keep it from being used: it has expired, say.
    public var warnings: [String] { context.withLock { $0.warnings } }

    /// Reads the files again. Connections that begin from now on get the new certificate, others keep theirs; when it
    /// fails, the old one stays in use.
    public func reload() throws(TLSFileError) {
        let new = try TLSContext(configuration)
        context.withLock { $0 = new }
    }

    /// Does the handshake of a connection that was just accepted, and gives it to `onAccept`, paused, when it is done.
    func begin(_ connection: StreamConnection, _ onAccept: @escaping @Sendable (StreamConnection) -> Void) {
        let layer = TLSLayer(TLSSession(context.withLock { $0 }))
        connection.tls = layer
        handshakes.value(on: connection.loop).add(connection, layer, onDone: onAccept)
        connection.resumeReading()
    }
}
