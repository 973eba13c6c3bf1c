internal import COpenSSL
internal import HTTPCodec
package import HTTPServer
package import NetLoop
internal import WebSocketCodec

extension WebSocketConnection {
    /// Answers an upgrade request: with 101 and a WebSocket that lives on `loop`, given to `ready` there before any
    /// message is read; or with the status that says why not (400, 403, 405, 426, 501), and then `ready` is not called.
    package static func accept(
        _ exchange: HTTPExchange, on loop: EventLoop, configuration: WebSocketConfiguration,
        ready: @escaping @Sendable (WebSocketConnection) -> Void
    ) {
        let head = exchange.request.head
        guard configuration.origins.allows(head.headers.all("Origin"), authority: head.authority) else {
            return exchange.respond(.text(.forbidden, "This origin may not connect."))
        }
        do throws(WebSocketHandshake.Failure) {
            let handshake = try WebSocketHandshake(
                method: head.method.rawValue, isHTTP11: head.version == .http11, fields: { head.headers.all($0) })
            let selected = handshake.selectProtocol(from: configuration.protocols)
            let deflate = configuration.compression.flatMap {
                PerMessageDeflate.negotiate(handshake.extensions, policy: $0.policy)
            }
            var headers = HTTPHeaders()
            for (name, value) in handshake.answer(protocol: selected, deflate: deflate, sha1: sha1) {
                _ = headers.add(name, value)
            }
            var answer: [UInt8] = []
            HTTPResponseHead(status: .switchingProtocols, headers: headers).encode(into: &answer)
            exchange.takeOver(on: loop) { [answer] stream, unread in
                stream.write(answer)
                let connection = WebSocketConnection(
                    stream, configuration: configuration, selectedProtocol: selected, deflate: deflate)
                ready(connection)
                connection.start(unread: unread)
            }
        } catch {
            exchange.respond(refusal(error, method: head.method.rawValue))
        }
    }

    private static func refusal(_ failure: WebSocketHandshake.Failure, method: String) -> HTTPResponse {
        let status: HTTPStatus
        switch failure.status {
        case 405: return .methodNotAllowed(method, allowed: "GET")
        case 426: status = .upgradeRequired
        default: status = .badRequest
        }
        var response = HTTPResponse.text(status)
        for (name, value) in failure.headers { response.addHeader(name, value) }
        return response
    }
}

private func sha1(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Int(SHA_DIGEST_LENGTH)) { digest, count in
        _ = SHA1(bytes, bytes.count, digest.baseAddress)
        count = Int(SHA_DIGEST_LENGTH)
    }
}
