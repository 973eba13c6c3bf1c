internal import ByteCoding
package import ChatDomain
internal import ChatModel
internal import ChatWire
package import HTTPServer
internal import NetLoop

/// `POST /api/v1/setup`, `register`, `login`, `reset` and `logout`: how a browser gets a session and gives it back
/// (docs/protocol.md, "Sessions in a browser"). The token goes into a cookie and nowhere else.
package struct SessionCalls: HTTPHandler {
    package static let path = "/api/v1/"

    private let chat: Chat
    private let url: PublicURL

    package init(chat: Chat, url: PublicURL) {
        self.chat = chat
        self.url = url
    }

    package func handle(_ exchange: HTTPExchange) {
        let request: Request
        do throws(ChatError) {
            guard exchange.request.method == "POST" else {
                return exchange.respond(Self.refusal(of: exchange.request.method))
            }
            try checkOrigin(exchange.request)
            guard Self.isJSON(exchange.request.header("content-type")) else {
                return exchange.respond(Self.unsupportedType)
            }
            request = try Self.read(exchange.request)
        } catch { return exchange.respond(Self.refusal(error)) }
        let held = SessionCookie.token(in: exchange.request.header("cookie"))
        let address = exchange.request.remoteAddress.text
        let device = BrowserName.of(exchange.request.header("user-agent"))
        let loop = exchange.loop
        let bound = LoopBound(exchange, on: loop)
        Task(executorPreference: loop) { [self] in
            let response = await response(to: request, held: held, device: device, address: address)
            loop.execute { bound.value.respond(response) }
        }
    }

    /// Whether a page of the server's own asks: any other one would act with its visitor's cookie, or give them one.
    private func checkOrigin(_ request: HTTPRequest) throws(ChatError) {
        guard let origin = request.header("origin"), url.origins.contains(origin) else {
            throw ChatError(
                .forbidden, "Only pages at \(url.current) may do this. Open that address; --url sets another one.")
        }
    }

    private static func read(_ http: HTTPRequest) throws(ChatError) -> Request {
        let name = String(http.path.dropFirst(path.count))
        guard let known = Self.names[name] else { throw ChatError(.unknownRequest) }
        let arguments: JSON
        do throws(JSONError) { arguments = try JSON.parse(http.body) } catch {
            throw ChatError(.malformed, "The body could not be read. Send one JSON object.")
        }
        return try Request(name: known.rawValue, arguments: [arguments])
    }

    private static let names: [String: RequestName] = [
        "setup": .setUp, "register": .register, "login": .logIn, "reset": .useReset, "logout": .logOut,
    ]

    private static func isJSON(_ type: String?) -> Bool {
        guard let essence = type?.split(separator: ";", maxSplits: 1).first else { return false }
        return essence.lowercased().trimmingBlanks == "application/json"
    }

    // MARK: - Answers

    private func response(
        to request: Request, held: String?, device: String, address: String
    ) async -> HTTPResponse {
        do throws(ChatError) {
            if case .logOut = request { return try await logOut(held) }
            // The browser forgets the cookie it had; its session would stay open with nobody to end it.
            let made = try await request.logIn(chat, device: device, address: address, replacing: held)
            let seconds = (made.session.expiresAt.milliseconds - chat.now.milliseconds) / 1000
            return Self.json(
                200, Answer.opened(made.user, expiresAt: made.session.expiresAt),
                cookie: SessionCookie.keeping(made.token, seconds: seconds, isSecure: url.isSecure))
        } catch { return Self.refusal(error) }
    }

    private func logOut(_ held: String?) async throws(ChatError) -> HTTPResponse {
        if let held { try await end(held) }
        return Self.json(200, Answer.done, cookie: SessionCookie.clearing(isSecure: url.isSecure))
    }

    /// Ends the session of `token`; one that has ended already is as good.
    private func end(_ token: String) async throws(ChatError) {
        do throws(ChatError) {
            let found = try await chat.authenticate(token: token)
            try await chat.logOut(Caller(user: found.user.id, session: found.session.id))
        } catch  where error.code == .sessionExpired {}
    }

    private static func refusal(_ error: ChatError) -> HTTPResponse {
        var response = json(error.code.httpStatus, Answer.error(error))
        if let wait = error.retryAfter { response.addHeader("retry-after", "\(max(wait, 0) / 1000 + 1)") }
        // RFC 9110 section 15.5.2 asks for a challenge; browsers leave one of an unknown scheme to the page.
        if error.code.httpStatus == 401 { response.addHeader("www-authenticate", "RoostSession") }
        return response
    }

    private static func refusal(of method: String) -> HTTPResponse {
        var response = HTTPResponse.methodNotAllowed(method, allowed: "POST")
        for (name, value) in fields { response.addHeader(name, value) }
        response.body = Answer.body(of: Answer.error(ChatError(.malformed, "Only POST is answered here.")))
        return response
    }

    private static var unsupportedType: HTTPResponse {
        json(415, Answer.error(ChatError(.malformed, "Send the content type application/json.")))
    }

    private static let fields = [
        ("content-type", "application/json"), ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
    ]

    private static func json(_ status: Int, _ answer: [UInt8], cookie: String? = nil) -> HTTPResponse {
        var headers = fields
        if let cookie { headers.append(("set-cookie", cookie)) }
        return HTTPResponse(status: status, headers: headers, body: Answer.body(of: answer))
    }
}

extension String {
    fileprivate var trimmingBlanks: Substring {
        let tail = drop { $0 == " " || $0 == "\t" }
        return tail.prefix(tail.count - tail.reversed().prefix { $0 == " " || $0 == "\t" }.count)
    }
}
