internal import HTTPCodec
internal import HTTPServer
internal import NetLoop

/// A polling request on its way between the loop it came on and the loop of its session.
struct PollingExchange: Sendable {
    private let exchange: LoopBound<HTTPExchange>
    private let cross: CrossOrigin

    /// On the request's loop.
    init(_ exchange: HTTPExchange, _ cross: CrossOrigin) {
        self.exchange = LoopBound(exchange, on: exchange.loop)
        self.cross = cross
    }

    /// Answers the request, from any loop.
    func respond(_ response: EngineIOResponse) {
        let response = response.http(cross)
        if exchange.loop.isCurrent { return exchange.value.respond(response) }
        exchange.loop.execute { exchange.value.respond(response) }
    }
}

extension EngineIOResponse {
    func http(_ cross: CrossOrigin) -> HTTPResponse {
        var headers = HTTPHeaders()
        cross.add(to: &headers)
        headers.add("Cache-Control", "no-store")
        switch self {
        case .payload(let bytes):
            headers.add("Content-Type", "text/plain; charset=UTF-8")
            return HTTPResponse(status: .ok, headers: headers, body: bytes)
        case .binaryPayload(let bytes):
            // Clients compare this value as a whole.
            headers.add("Content-Type", "application/octet-stream")
            return HTTPResponse(status: .ok, headers: headers, body: bytes)
        case .ok:
            headers.add("Content-Type", "text/plain; charset=UTF-8")
            return HTTPResponse(status: .ok, headers: headers, body: Array("ok".utf8))
        case .failure(let refusal):
            headers.add("Content-Type", "application/json")
            return HTTPResponse(status: refusal.status, headers: headers, body: refusal.json)
        }
    }
}
