import COpenSSL
import TestSockets

@testable import NetLoop

/// A TLS client without a network, made with OpenSSL alone.
final class TestTLSClient {
    struct Options {
        var versions = TLS1_2_VERSION...TLS1_3_VERSION
        var protocols: [String] = []
        var ciphers = "DEFAULT@SECLEVEL=0"
    }

    private let context: OpaquePointer?
    let ssl: OpaquePointer?
    /// OpenSSL's error, once there is one; else empty.
    private(set) var failure = ""
    private(set) var hasEnded = false

    init(_ options: Options = Options(), resuming session: OpaquePointer? = nil) {
        context = SSL_CTX_new(TLS_client_method())
        SSL_CTX_set_cipher_list(context, options.ciphers)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(options.versions.lowerBound), nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(options.versions.upperBound), nil)
        ssl = SSL_new(context)
        SSL_set_bio(ssl, BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        SSL_set_connect_state(ssl)
        if !options.protocols.isEmpty {
            let list = options.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            SSL_set_alpn_protos(ssl, list, UInt32(list.count))
        }
        if let session { SSL_set_session(ssl, session) }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    var isOpen: Bool { SSL_is_init_finished(ssl) == 1 }
    var version: Int32 { SSL_version(ssl) }

    /// The common name in the server's certificate.
    var peerName: String {
        let certificate = SSL_get1_peer_certificate(ssl)
        defer { X509_free(certificate) }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 100) { name in
            let count = X509_NAME_get_text_by_NID(
                X509_get_subject_name(certificate), NID_commonName, name.baseAddress, 100)
            return String(decoding: name.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    var selectedProtocol: String {
        var data: UnsafePointer<UInt8>?
        var length: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &data, &length)
        return String(decoding: UnsafeBufferPointer(start: data, count: Int(length)), as: UTF8.self)
    }

    /// Takes ciphertext; returns the plaintext in it.
    func receive(_ ciphertext: [UInt8]) -> [UInt8] {
        if !ciphertext.isEmpty { BIO_write(SSL_get_rbio(ssl), ciphertext, Int32(ciphertext.count)) }
        ERR_clear_error()
        if !isOpen, note(SSL_do_handshake(ssl)) != 1 { return [] }
        var plaintext: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 20_000)
        while true {
            ERR_clear_error()
            let count = SSL_read(ssl, &piece, Int32(piece.count))
            guard note(count) > 0 else { return plaintext }
            plaintext += piece[..<Int(count)]
        }
    }

    func send(_ bytes: [UInt8]) { if !bytes.isEmpty { note(SSL_write(ssl, bytes, Int32(bytes.count))) } }
    func close() { SSL_shutdown(ssl) }

    /// Asks for new keys and for the same from the other side, as often as wished.
    func askForNewKeys() {
        SSL_key_update(ssl, SSL_KEY_UPDATE_REQUESTED)
        note(SSL_do_handshake(ssl))
    }

    /// Ciphertext for the server.
    func takeOutput() -> [UInt8] { TestCertificate.drain(SSL_get_wbio(ssl)) }

    @discardableResult private func note(_ result: Int32) -> Int32 {
        guard result <= 0 else { return result }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: break
        case SSL_ERROR_ZERO_RETURN: hasEnded = true
        default: failure = OpenSSLErrors.take()
        }
        return result
    }
}

/// A blocking TLS connection to a port of 127.0.0.1.
final class TestTLSSocket {
    let socket: TestSocket
    let client: TestTLSClient
    private var received: [UInt8] = []

    /// How far a handshake goes by itself.
    enum Extent {
        case whole
        /// The client has said what it says first.
        case half
        /// Nothing was said: `flush` says it.
        case none
    }

    /// Connects and does the handshake, as far as `extent` says.
    init(
        port: Int, _ options: TestTLSClient.Options = .init(), receiveBuffer: Int32? = nil,
        handshake extent: Extent = .whole
    ) throws {
        socket = try TestSocket(port: port, receiveBuffer: receiveBuffer)
        client = TestTLSClient(options)
        switch extent {
        case .whole: try finish([])
        case .half:
            _ = client.receive([])
            try flush()
        case .none: _ = client.receive([])
        }
    }

    /// Goes on with the handshake, of which `flight` has come, to its end.
    func finish(_ flight: [UInt8]) throws {
        received += client.receive(flight)
        try flush()
        while !client.isOpen {
            guard try step() else { throw TestSocketError(operation: "handshake: \(client.failure)", code: 0) }
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        client.send(bytes)
        try flush()
    }

    func receive(exactly count: Int) throws -> [UInt8] {
        while received.count < count {
            guard try step() else { throw TestSocketError(operation: "receive: stream ended", code: 0) }
        }
        defer { received.removeFirst(count) }
        return Array(received[..<count])
    }

    /// Everything until the server ends the stream.
    func receiveAll() throws -> [UInt8] {
        while try step() {}
        defer { received = [] }
        return received
    }

    func close() throws {
        client.close()
        try flush()
    }

    func flush() throws {
        let output = client.takeOutput()
        if !output.isEmpty { try socket.send(output) }
    }

    /// Takes what comes next; false at the end of the stream.
    func step() throws -> Bool {
        let bytes = try socket.receive()
        received += client.receive(bytes)
        try flush()
        return !bytes.isEmpty && client.failure.isEmpty
    }
}
