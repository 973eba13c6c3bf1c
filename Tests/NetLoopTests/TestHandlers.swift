import TestSockets

@testable import NetLoop

/// Something that a connection told its handler.
enum Told: Hashable, Sendable {
    case received([UInt8])
    case ended
    case drained
    case closed(StreamCloseReason)
}

/// Reports what it is told; `reaction` runs first, on the loop.
final class Recorder: StreamHandler {
    let connection: StreamConnection
    let events: TestEvents<Told>
    var reaction: (StreamConnection, Told) -> Void

    init(
        _ connection: StreamConnection, _ events: TestEvents<Told>,
        reaction: @escaping (StreamConnection, Told) -> Void = { _, _ in }
    ) {
        self.connection = connection
        self.events = events
        self.reaction = reaction
    }

    func received(_ bytes: UnsafeRawBufferPointer) { note(.received(Array(bytes))) }
    func ended() { note(.ended) }
    func drained() { note(.drained) }
    func closed(_ reason: StreamCloseReason) { note(.closed(reason)) }

    private func note(_ told: Told) {
        reaction(connection, told)
        events.report(told)
    }
}

/// Sends back what it receives and closes when the peer ends.
final class Echo: StreamHandler {
    private let connection: StreamConnection
    private let onClosed: () -> Void

    init(_ connection: StreamConnection, onClosed: @escaping () -> Void = {}) {
        self.connection = connection
        self.onClosed = onClosed
    }

    static func start(_ connection: StreamConnection) { start(connection, onClosed: {}) }

    static func start(_ connection: StreamConnection, onClosed: @escaping () -> Void) {
        connection.handler = Echo(connection, onClosed: onClosed)
        connection.resumeReading()
    }

    func received(_ bytes: UnsafeRawBufferPointer) { connection.write(Array(bytes)) }
    func ended() { connection.closeAfterFlush() }
    func drained() {}
    func closed(_ reason: StreamCloseReason) { onClosed() }
}

/// A group of loops that listens on 127.0.0.1 while `body` runs.
func withListener(
    loops count: Int = 1, frozenAt time: Int64? = nil, strategy: AcceptStrategy? = nil, limit: Int = 10_000,
    tls: TLSAcceptor? = nil, onAccept: @escaping @Sendable (StreamConnection) -> Void,
    body: (Int, EventLoopGroup) async throws -> Void
) async throws {
    let group = EventLoopGroup(count: count, frozenAt: time)
    let listener = try await ListenerGroup.start(
        on: .tcp(host: "127.0.0.1", port: 0), loops: group.loops, limit: AcceptLimit(maximum: limit),
        strategy: strategy, tls: tls, onAccept: onAccept)
    do {
        guard case .tcp(_, let port) = listener.address else { return }
        try await body(port, group)
    } catch {
        await group.shutdown()
        throw error
    }
    await listener.close()
    await group.shutdown()
}

/// `count` bytes in which any misplacement shows.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }

/// More than the system buffers for a client with `slowReceiveBuffer`.
let largePattern = pattern(5_000_000)
let slowReceiveBuffer: Int32 = 65_536
