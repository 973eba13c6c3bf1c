internal import ChatModel
internal import ChatServer

/// The commands that look after the accounts that there are.
enum UserCommands {
    static func list(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(arguments, values: ["after", "data-dir"], flags: ["help"])
        if options.flags.contains("help") { return Terminal.say(Help.userList) }
        try options.refusePositionals()
        var after: UserID?
        if let text = options.values["after"] {
            guard let id = UserID(text) else { throw ArgumentParser.Failure(message: "--after takes an account's id.") }
            after = id
        }
        try await AccountCommands.perform(.listUsers(after: after), options)
    }

    static func deactivate(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(arguments, values: ["email", "data-dir"], flags: ["help", "undo"])
        if options.flags.contains("help") { return Terminal.say(Help.userDeactivate) }
        try options.refusePositionals()
        try await AccountCommands.perform(
            .setActive(email: options.needed("email"), isActive: options.flags.contains("undo")), options)
    }

    static func role(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(arguments, values: ["email", "role", "data-dir"], flags: ["help"])
        if options.flags.contains("help") { return Terminal.say(Help.userRole) }
        try options.refusePositionals()
        _ = try options.needed("role")
        try await AccountCommands.perform(
            .setRole(
                email: options.needed("email"), role: options.role(among: [.owner, .admin, .member, .guest])), options)
    }

    static func bot(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(
            arguments, values: ["name", "handle", "picture", "color", "data-dir"], flags: ["help"])
        if options.flags.contains("help") { return Terminal.say(Help.userBot) }
        try options.refusePositionals()
        try await AccountCommands.perform(
            .makeBot(
                name: options.needed("name"), handle: options.values["handle"],
                picture: options.values["picture"] ?? "owl", color: options.values["color"] ?? "#7c5cff"), options)
    }
}

extension ArgumentParser {
    fileprivate func needed(_ name: String) throws(Failure) -> String {
        guard let value = values[name] else { throw Failure(message: "--\(name) is needed here.") }
        return value
    }
}
