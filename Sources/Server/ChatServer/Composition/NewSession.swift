internal import ChatModel
internal import ChatWire
internal import HTTPCodec
internal import HTTPServer

/// Requests that open an Engine.IO session, which are counted by the address that they come from.
enum NewSession {
    /// Whether a request for Socket.IO's path carries no session yet. What names one twice or spells the name in
    /// another way counts as none.
    static func isAsked(by head: HTTPRequestHead) -> Bool {
        guard head.method != .options else { return false }
        var named = 0
        for pair in head.query.utf8.split(separator: UInt8(ascii: "&")) where pair.starts(with: Self.name) {
            named += pair.count > Self.name.count ? 1 : 2
        }
        return named != 1
    }

    private static let name = Array("sid=".utf8)

    /// - Parameter wait: milliseconds.
    static func refusal(_ wait: Int64) -> HTTPResponse {
        HTTPResponse(
            status: 429,
            headers: [
                ("content-type", "application/json"), ("cache-control", "no-store"),
                ("retry-after", "\(max(wait, 0) / 1000 + 1)"),
            ], body: Answer.body(of: Answer.error(ChatError(.rateLimited, retryAfter: wait))))
    }
}
