internal import ByteCoding
internal import ChatDomain
internal import ChatModel
internal import HTTPCodec
internal import HTTPServer
internal import NativeDoor
internal import NetLoop
internal import SocketIOServer

/// Sends each request to whom it is for: Socket.IO, the session calls, the web app, or one of the server's few pages.
struct FrontHandler: HTTPHandler {
    let socketIO: SocketIOServer
    let connections: AddressRates
    let sessions: SessionCalls
    let chat: Chat
    let url: PublicURL
    /// Nil where the server was started without one: then the pages stand in for it.
    let app: WebApp?

    func handle(_ exchange: HTTPExchange) {
        let head = exchange.request.head
        if Self.isSocketIO(head.path) {
            if NewSession.isAsked(by: head), let wait = connections.take(exchange.request.remoteAddress.text) {
                return exchange.respond(NewSession.refusal(wait))
            }
            return socketIO.handle(exchange)
        }
        if head.path.hasPrefix(SessionCalls.path) { return sessions.handle(exchange) }
        let address = FrontAddress(path: head.path, hasApp: app != nil)
        if let refusal = address.refusal(of: head.method) { return exchange.respond(refusal) }
        // The app's page offers the plain one to those who run no scripts.
        if let app, address.isAppPage, head.method != .post, head.query != Self.plainQuery {
            return exchange.respond(app.page(for: head))
        }
        switch address {
        case .home: exchange.respondLater { await home() }
        case .asset: exchange.respond(app?.asset(for: head) ?? .text(.notFound))
        case .stylesheet: exchange.respond(Self.stylesheet)
        case .icon: exchange.respond(Self.icon)
        case .alive: exchange.respond(Self.alive)
        case .account(let purpose, let secret): account(exchange, purpose, secret: secret)
        // A room stands nowhere but in the app.
        case .room, .nothing:
            exchange.respond(
                MessagePage.response("Nothing is here", status: .notFound, "<p>This address leads nowhere.</p>"))
        }
    }

    func bodyHandling(for request: HTTPRequest) -> HTTPBodyHandling {
        Self.isSocketIO(request.path) ? socketIO.bodyHandling(for: request) : .collect()
    }

    private static func isSocketIO(_ path: String) -> Bool { path == "/socket.io" || path.hasPrefix("/socket.io/") }

    private static let plainQuery = "plain"

    private func home() async -> HTTPResponse {
        let (mode, needsOwner) = (try? await chat.registration()) ?? (.invitation, false)
        return HomePage.response(
            url: url.current, version: RoostVersion.current, needsOwner: needsOwner, registration: mode)
    }

    private func account(_ exchange: HTTPExchange, _ purpose: AccountForm.Purpose, secret: String) {
        guard exchange.request.head.method == .post else {
            return exchange.respondLater { [chat] in
                if let refusal = await purpose.refusal(secret: secret, chat: chat) {
                    return MessagePage.deadLink(refusal)
                }
                return AccountForm(purpose: purpose).response
            }
        }
        let submission = AccountSubmission(
            purpose: purpose, secret: secret, body: exchange.request.body,
            address: exchange.request.remoteAddress.text)
        exchange.respondLater { [chat, url] in await submission.response(chat: chat, url: url.current) }
    }

    private static let stylesheet = Layout.response(
        Array(Stylesheet.css.utf8), type: "text/css; charset=utf-8", cached: true)
    private static let icon = Layout.response(Array(Stylesheet.icon.utf8), type: "image/svg+xml", cached: true)
    private static let alive = Layout.response(Array("ok\n".utf8), type: "text/plain; charset=utf-8", cached: false)
}
