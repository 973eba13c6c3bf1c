internal import ChatDomain
internal import ChatModel
internal import HTTPCodec
internal import HTTPServer

/// What a person sent with `AccountForm`: the account it makes, or the form again with what is wrong.
struct AccountSubmission: Sendable {
    private let purpose: AccountForm.Purpose
    private let secret: String
    private let address: String
    private let fields: [String: String]

    init(purpose: AccountForm.Purpose, secret: String, body: [UInt8], address: String) {
        self.purpose = purpose
        self.secret = secret
        self.address = address
        // A form that cannot be read is an empty one: the page then says what is missing.
        let pairs = (try? FormURLEncoded.parse(String(decoding: body, as: UTF8.self))) ?? []
        fields = Dictionary(pairs.map { ($0.0, $0.1) }, uniquingKeysWith: { first, _ in first })
    }

    func response(chat: Chat, url: String) async -> HTTPResponse {
        do throws(ChatError) {
            if purpose == .reset { return try await reset(chat: chat, url: url) }
            let registration = try Registration(
                email: fields["email"] ?? "", password: fields["password"] ?? "", name: fields["name"] ?? "",
                avatar: Avatar(picture: fields["picture"] ?? "", color: fields["color"] ?? ""))
            let made = try await logIn(registration, chat: chat)
            // A page keeps no session: the person logs in from the client they chat with.
            try await chat.logOut(Caller(user: made.user.id, session: made.session.id))
            return MessagePage.response(
                "Welcome, \(made.user.name)",
                """
                <p>Your account is made. Connect any Socket.IO client to <code>\(url)</code> and log in
                as <code>\(made.user.email)</code>.</p>
                """)
        } catch {
            switch error.code {
            case .setupDone, .setupTokenInvalid, .invitationInvalid, .registrationClosed, .resetInvalid:
                // No correction of the form would help.
                return MessagePage.deadLink(error)
            default: break
            }
            var form = AccountForm(purpose: purpose)
            form.email = fields["email"] ?? ""
            form.name = fields["name"] ?? ""
            form.picture = fields["picture"] ?? form.picture
            form.color = fields["color"] ?? form.color
            form.error = error
            return form.response
        }
    }

    private func reset(chat: Chat, url: String) async throws(ChatError) -> HTTPResponse {
        let made = try await chat.useReset(
            code: secret, password: fields["password"] ?? "", device: "browser", address: address)
        try await chat.logOut(Caller(user: made.user.id, session: made.session.id))
        return MessagePage.response(
            "Your password is set", "<p>Log in as <code>\(made.user.email)</code> at <code>\(url)</code>.</p>")
    }

    private func logIn(_ registration: Registration, chat: Chat) async throws(ChatError) -> LogIn {
        switch purpose {
        case .setup:
            try await chat.setUp(token: secret, registration: registration, device: "browser", address: address)
        case .invitation, .reset:
            try await chat.register(
                invitation: secret, registration: registration, device: "browser", address: address)
        }
    }
}

extension AccountForm.Purpose {
    /// Why the link's secret would be refused, before anyone fills in the form; nil where it is good.
    func refusal(secret: String, chat: Chat) async -> ChatError? {
        do throws(ChatError) {
            switch self {
            case .setup: try await chat.checkSetupToken(secret)
            case .invitation: try await chat.checkInvitation(secret)
            case .reset: try await chat.checkReset(secret)
            }
            return nil
        } catch {
            return error
        }
    }
}
