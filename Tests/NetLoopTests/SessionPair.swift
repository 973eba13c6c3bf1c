import COpenSSL

@testable import NetLoop

/// A session and a client that talk without a network.
final class SessionPair {
    let context: TLSContext
    let session: TLSSession
    let client: TestTLSClient
    private(set) var atServer: [UInt8] = []
    private(set) var atClient: [UInt8] = []
    private var room = [UInt8](repeating: 0, count: 200_000)

    init(
        _ options: TestTLSClient.Options = .init(), context: TLSContext? = nil, resuming kept: OpaquePointer? = nil
    ) throws {
        self.context = try context ?? Self.makeContext()
        session = TLSSession(self.context)
        client = TestTLSClient(options, resuming: kept)
    }

    static func open(_ options: TestTLSClient.Options = .init()) throws -> SessionPair {
        let pair = try SessionPair(options)
        pair.run(.whole)
        guard pair.client.isOpen else { throw TLSFailure.broken(pair.client.failure) }
        return pair
    }

    private static func makeContext() throws -> TLSContext {
        let files = try TestFiles(TestCertificate())
        return try withExtendedLifetime(files) { try TLSContext(files.configuration) }
    }

    /// OpenSSL's reason, when the session failed by the protocol.
    var failure: String? {
        if case .failed(.broken(let reason)) = session.state { reason } else { nil }
    }

    func toServer(_ bytes: [UInt8]) {
        let count = bytes.withUnsafeBytes { input in room.withUnsafeMutableBytes { session.receive(input, into: $0) } }
        atServer += room[..<count]
    }

    func takeServerOutput() -> [UInt8] {
        defer { session.output = [] }
        return session.output
    }

    /// The client's first flight.
    func begin() -> [UInt8] {
        _ = client.receive([])
        return client.takeOutput()
    }

    /// Passes bytes to and fro until neither side has any.
    func run(_ cut: TLSSessionTests.Cut) {
        atClient += client.receive([])
        while true {
            let toServer = client.takeOutput()
            for piece in cut.pieces(toServer) { self.toServer(piece) }
            let toClient = takeServerOutput()
            for piece in cut.pieces(toClient) { atClient += client.receive(piece) }
            if toServer.isEmpty, toClient.isEmpty { return }
        }
    }

    /// What a client says until the handshake is over.
    func handshakeInput() -> [UInt8] {
        var said: [UInt8] = []
        feedHandshake { byte in
            said.append(byte)
            toServer([byte])
            return true
        }
        return said
    }

    /// Gives the client's bytes to `feed` one by one, until it returns false or the handshake is over.
    func feedHandshake(_ feed: (UInt8) -> Bool) {
        var next = begin()
        while !next.isEmpty {
            for byte in next where !feed(byte) { return }
            atClient += client.receive(takeServerOutput())
            next = client.takeOutput()
        }
    }
}

extension TLSSession {
    func encrypt(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.withUnsafeBytes { encrypt($0) } }
}
