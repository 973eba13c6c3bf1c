/// What a listener needs to speak TLS.
public struct TLSConfiguration: Sendable {
    /// A PEM file with the server's certificate and, after it, those that lead to the root; at most 1 MiB.
    public var certificateFile: String
    /// A PEM file with the certificate's private key, not encrypted; at most 1 MiB.
    public var keyFile: String
    /// Milliseconds that a connection may wait before its first byte, and again from there to the handshake's end.
    public var handshakeTime = 10_000
    /// Handshakes of one loop that may be under way at once; past it the one begun first is dropped, so that those who
    /// never finish cannot keep others out. One takes at most about 60 KB.
    public var maximumHandshakes = 1_024

    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
