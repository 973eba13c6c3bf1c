package import ByteCoding
package import ChatModel

/// What an operator may ask of a data folder, whether its server runs or not.
///
/// It travels as JSON over the server's Unix socket, which only the folder's owner can open.
package enum OperatorCommand: Hashable, Sendable {
    case makeOwner(Account)
    case createUser(Account, role: Role)
    case resetPassword(email: String)
    /// A link with which the person sets the password.
    case resetLink(email: String, url: String?)
    /// A page of the accounts: those after `after`.
    case listUsers(after: UserID?)
    case setActive(email: String, isActive: Bool)
    case setRole(email: String, role: Role)
    /// A handle is made from the name where there is none.
    case makeBot(name: String, handle: String?, picture: String, color: String)
    case invite(uses: Int, expiresIn: Int64, role: Role, url: String?)

    package struct Account: Hashable, Sendable {
        package var email: String
        package var name: String
        package var password: String
        package var picture: String
        package var color: String

        package init(email: String, name: String, password: String, picture: String, color: String) {
            self.email = email
            self.name = name
            self.password = password
            self.picture = picture
            self.color = color
        }
    }

    /// Whether a folder that holds nothing is where it may begin. The others would answer from an empty store, such as
    /// with an invitation that no server knows.
    var makesStore: Bool {
        switch self {
        case .makeOwner: true
        case .createUser, .resetPassword, .resetLink, .listUsers, .setActive, .setRole, .makeBot, .invite: false
        }
    }

    package var json: JSON {
        switch self {
        case .makeOwner(let account): ["command": "owner", "account": account.json]
        case .createUser(let account, let role):
            ["command": "user", "account": account.json, "role": .string(role.rawValue)]
        case .resetPassword(let email): ["command": "reset", "email": .string(email)]
        case .resetLink(let email, let url):
            ["command": "reset link", "email": .string(email), "url": url.map(JSON.string) ?? .null]
        case .listUsers(let after):
            ["command": "users", "after": after.map { .string($0.description) } ?? .null]
        case .setActive(let email, let isActive):
            ["command": "active", "email": .string(email), "active": .bool(isActive)]
        case .setRole(let email, let role):
            ["command": "role", "email": .string(email), "role": .string(role.rawValue)]
        case .makeBot(let name, let handle, let picture, let color):
            [
                "command": "bot", "name": .string(name), "handle": handle.map(JSON.string) ?? .null,
                "picture": .string(picture), "color": .string(color),
            ]
        case .invite(let uses, let expiresIn, let role, let url):
            [
                "command": "invite", "uses": .int(Int64(uses)), "expires_in": .int(expiresIn),
                "role": .string(role.rawValue), "url": url.map(JSON.string) ?? .null,
            ]
        }
    }

    /// Nil for anything but what `json` gives.
    package init?(_ json: JSON) {
        guard let fields = json.objectValue else { return nil }
        let role = fields["role"]?.stringValue.flatMap(Role.init(rawValue:))
        switch fields["command"]?.stringValue {
        case "owner":
            guard let account = fields["account"].flatMap(Account.init) else { return nil }
            self = .makeOwner(account)
        case "user":
            guard let account = fields["account"].flatMap(Account.init), let role else { return nil }
            self = .createUser(account, role: role)
        case "reset":
            guard let email = fields["email"]?.stringValue else { return nil }
            self = .resetPassword(email: email)
        case "reset link":
            guard let email = fields["email"]?.stringValue else { return nil }
            self = .resetLink(email: email, url: fields["url"]?.stringValue)
        case "users": self = .listUsers(after: fields["after"]?.stringValue.flatMap { UserID($0) })
        case "active":
            guard let email = fields["email"]?.stringValue, let isActive = fields["active"]?.boolValue else {
                return nil
            }
            self = .setActive(email: email, isActive: isActive)
        case "role":
            guard let email = fields["email"]?.stringValue, let role else { return nil }
            self = .setRole(email: email, role: role)
        case "bot":
            guard let name = fields["name"]?.stringValue, let picture = fields["picture"]?.stringValue,
                let color = fields["color"]?.stringValue
            else { return nil }
            self = .makeBot(name: name, handle: fields["handle"]?.stringValue, picture: picture, color: color)
        case "invite":
            guard let uses = fields["uses"]?.intValue, let expiresIn = fields["expires_in"]?.intValue, let role else {
                return nil
            }
            self = .invite(
                uses: Int(clamping: uses), expiresIn: expiresIn, role: role, url: fields["url"]?.stringValue)
        default: return nil
        }
    }
}

extension OperatorCommand.Account {
    fileprivate var json: JSON {
        [
            "email": .string(email), "name": .string(name), "password": .string(password),
            "picture": .string(picture), "color": .string(color),
        ]
    }

    fileprivate init?(_ json: JSON) {
        guard let fields = json.objectValue, let email = fields["email"]?.stringValue,
            let name = fields["name"]?.stringValue, let password = fields["password"]?.stringValue,
            let picture = fields["picture"]?.stringValue, let color = fields["color"]?.stringValue
        else { return nil }
        self.init(email: email, name: name, password: password, picture: picture, color: color)
    }
}
