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
    let sessions: SessionCalls
    let chat: Chat
    let url: PublicURL
    /// Nil where the server was started without one: then the pages stand in for it.
    let app: WebApp?

    func handle(_ exchange: HTTPExchange) {
        let head = exchange.request.head
        if head.path == "/socket.io" || head.path.hasPrefix("/socket.io/") { return socketIO.handle(exchange) }
        if head.path.hasPrefix(SessionCalls.path) { return sessions.handle(exchange) }
        if let app, serve(app, exchange) { return }
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        switch (parts.first, parts.count) {
        case (nil, _): readOnly(exchange) { await home() }
        case ("roost.css", 1): readOnly(exchange) { Self.stylesheet }
        case ("roost.svg", 1): readOnly(exchange) { Self.icon }
        case ("livez", 1), ("readyz", 1): readOnly(exchange) { Self.alive }
        case ("setup", 2): account(exchange, .setup, secret: parts[1])
        case ("invite", 2): account(exchange, .invitation, secret: parts[1])
        default:
            exchange.respond(
                MessagePage.response("Nothing is here", status: .notFound, "<p>This address leads nowhere.</p>"))
        }
    }

    /// False where the address is none of the app's, or the plain page was asked for, as the app's page offers to those
    /// who run no scripts.
    private func serve(_ app: WebApp, _ exchange: HTTPExchange) -> Bool {
        let head = exchange.request.head
        guard head.method == .get || head.method == .head, head.query != Self.plainQuery else { return false }
        if head.path.hasPrefix("/assets/") {
            exchange.respond(app.asset(for: head) ?? .text(.notFound))
            return true
        }
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: true)
        switch (parts.first, parts.count) {
        case (nil, _), ("setup", 2), ("invite", 2), ("room", 2):
            exchange.respond(app.page(for: head))
            return true
        default: return false
        }
    }

    private static let plainQuery = "plain"

    private func readOnly(_ exchange: HTTPExchange, _ page: @escaping @Sendable () async -> HTTPResponse) {
        switch exchange.request.head.method {
        case .get, .head: exchange.respondLater(page)
        default: exchange.respond(Self.methodNotAllowed("GET, HEAD"))
        }
    }

    private func home() async -> HTTPResponse {
        let needsOwner: Bool
        do throws(ChatError) { needsOwner = try await chat.needsSetup() } catch { needsOwner = false }
        return HomePage.response(url: url.current, version: RoostVersion.current, needsOwner: needsOwner)
    }

    private func account(_ exchange: HTTPExchange, _ purpose: AccountForm.Purpose, secret: String) {
        switch exchange.request.head.method {
        case .get, .head:
            exchange.respondLater { [chat] in
                if let refusal = await purpose.refusal(secret: secret, chat: chat) {
                    return MessagePage.deadLink(refusal)
                }
                return AccountForm(purpose: purpose).response
            }
        case .post:
            let submission = AccountSubmission(
                purpose: purpose, secret: secret, body: exchange.request.body,
                address: exchange.request.remoteAddress.text)
            exchange.respondLater { [chat, url] in await submission.response(chat: chat, url: url.current) }
        default: exchange.respond(Self.methodNotAllowed("GET, HEAD, POST"))
        }
    }

    private static func methodNotAllowed(_ allowed: String) -> HTTPResponse {
        var headers = HTTPHeaders()
        headers.add("allow", allowed)
        return HTTPResponse(status: .methodNotAllowed, headers: headers, body: [])
    }

    private static let stylesheet = Layout.response(
        Array(Stylesheet.css.utf8), type: "text/css; charset=utf-8", cached: true)
    private static let icon = Layout.response(Array(Stylesheet.icon.utf8), type: "image/svg+xml", cached: true)
    private static let alive = Layout.response(Array("ok\n".utf8), type: "text/plain; charset=utf-8", cached: false)
}
