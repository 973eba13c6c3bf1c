/// What a connection that speaks TLS has beside a plain one.
final class TLSLayer {
    /// Bytes of answers that the peer asked for (new keys, say) and has not taken, past which it is given up.
    static let answerLimit = 64 * 1024

    let session: TLSSession
    /// Nil once the handshake is over.
    var handshake: PendingHandshake?

    init(_ session: TLSSession) { self.session = session }

    /// Whether the peer's close_notify came.
    var hasEnded: Bool {
        if case .ended = session.state { true } else { false }
    }

    /// The connection closes or moves.
    func leave() {
        handshake?.cancel()
        handshake = nil
    }

    /// Lends the session an empty array with room, so that encrypting allocates nothing.
    func borrowOutput(_ buffers: TLSBuffers) {
        guard session.output.capacity == 0 else { return }
        swap(&session.output, &buffers.spareOutput)
    }

    /// Takes the array back, when everything in it is gone.
    func returnOutput(_ buffers: TLSBuffers) {
        guard session.output.isEmpty, buffers.spareOutput.capacity == 0 else { return }
        swap(&session.output, &buffers.spareOutput)
    }
}
