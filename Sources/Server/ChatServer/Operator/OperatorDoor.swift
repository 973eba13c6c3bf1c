internal import ByteCoding
internal import HTTPCodec
internal import HTTPServer

/// The Unix socket in the data folder on which the command line asks a running server.
///
/// Who may open the socket may read the database too, so it asks for no password.
struct OperatorDoor: HTTPHandler {
    static let socketName = "roost.sock"

    let desk: OperatorDesk

    func handle(_ exchange: HTTPExchange) {
        guard exchange.request.head.method == .post,
            let json = try? JSON.parse(exchange.request.body), let command = OperatorCommand(json)
        else {
            return exchange.respond(Self.response(["error": "The server does not know this command."], .badRequest))
        }
        exchange.respondLater { [desk] in
            Self.response(await desk.perform(command), .ok)
        }
    }

    private static func response(_ json: JSON, _ status: HTTPStatus) -> HTTPResponse {
        var headers = HTTPHeaders()
        headers.add("content-type", "application/json")
        return HTTPResponse(status: status, headers: headers, body: json.encoded())
    }
}
