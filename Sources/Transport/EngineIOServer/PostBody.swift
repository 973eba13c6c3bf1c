internal import HTTPCodec
internal import HTTPServer

/// What became of the body of a POST.
enum PostBody: Sendable {
    case whole([UInt8])
    /// Longer than `EngineIOConfiguration.maxPayload`: told when that many bytes have come, or at once when the head says
    /// so.
    case tooLarge
    /// It will never be whole.
    case aborted

    /// Collects the body of `exchange` and tells what became of it, once; nothing when the exchange is answered before.
    ///
    /// - Parameter limit: bytes.
    static func collect(_ exchange: HTTPExchange, upTo limit: Int, _ tell: @escaping (PostBody) -> Void) {
        guard let reader = exchange.body else {
            let body = exchange.request.body
            return tell(body.count > limit ? .tooLarge : .whole(body))
        }
        if case .length(let length) = exchange.request.head.framing, length > limit { return tell(.tooLarge) }
        var body: [UInt8] = []
        var isOver = false
        reader.read { event in
            switch event {
            case _ where isOver: break
            case .bytes(let piece):
                if piece.count > limit - body.count {
                    isOver = true
                    body = []
                    reader.pause()
                    tell(.tooLarge)
                } else if body.isEmpty {
                    body = piece
                } else {
                    body += piece
                }
            case .end: tell(.whole(body))
            case .failed(.answered): break
            case .failed: tell(.aborted)
            }
        }
    }
}
