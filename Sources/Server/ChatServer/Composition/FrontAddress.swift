internal import HTTPCodec
internal import HTTPServer

/// What stands at an address of the server, apart from Socket.IO and the session calls.
enum FrontAddress: Hashable {
    case home
    /// A room in the web app, or a message in it.
    case room
    /// A file of the web app.
    case asset
    case stylesheet
    case icon
    /// `/livez` and `/readyz`.
    case alive
    /// A link that makes an account, or sets its password.
    case account(AccountForm.Purpose, secret: String)
    case nothing

    /// - Parameter hasApp: whether the server was started with the web app.
    init(path: String, hasApp: Bool) {
        if hasApp, path.hasPrefix("/assets/") {
            self = .asset
            return
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        self =
            switch (parts.first, parts.count) {
            case (nil, _): .home
            case ("roost.css", 1): .stylesheet
            case ("roost.svg", 1): .icon
            case ("livez", 1), ("readyz", 1): .alive
            case ("setup", 2): .account(.setup, secret: String(parts[1]))
            case ("invite", 2): .account(.invitation, secret: String(parts[1]))
            case ("reset", 2): .account(.reset, secret: String(parts[1]))
            case ("room", 2) where hasApp, ("room", 3) where hasApp: .room
            default: .nothing
            }
    }

    /// Whether the web app's page is shown here.
    var isAppPage: Bool {
        switch self {
        case .home, .room, .account: true
        case .asset, .stylesheet, .icon, .alive, .nothing: false
        }
    }

    /// The answer to a method that is not taken here; nil where it is, and where there is nothing that could refuse it.
    func refusal(of method: HTTPMethod) -> HTTPResponse? {
        switch (self, method) {
        case (_, .get), (_, .head), (.account, .post): return nil
        case (.account, _): return .methodNotAllowed(method.rawValue, allowed: "GET, HEAD, POST")
        case (.nothing, _):
            let refusal = HTTPResponse.methodNotAllowed(method.rawValue, allowed: "")
            return refusal.status == .notImplemented ? refusal : nil
        default: return .methodNotAllowed(method.rawValue, allowed: "GET, HEAD")
        }
    }
}
