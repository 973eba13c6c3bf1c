internal import ChatModel
internal import ChatServer

/// The commands that make accounts and invitations.
enum AccountCommands {
    private static let accountValues: Set<String> = ["email", "name", "picture", "color", "data-dir"]

    static func setup(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(arguments, values: accountValues, flags: ["help", "password-stdin"])
        if options.flags.contains("help") { return Terminal.say(Help.setup) }
        try options.refusePositionals()
        try await perform(.makeOwner(account(options)), options)
    }

    static func createUser(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(
            arguments, values: accountValues.union(["role"]), flags: ["help", "password-stdin"])
        if options.flags.contains("help") { return Terminal.say(Help.userCreate) }
        try options.refusePositionals()
        let role = try options.role(among: Role.allCases)
        try await perform(.createUser(account(options), role: role), options)
    }

    static func resetPassword(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(arguments, values: ["email", "url", "data-dir"], flags: ["help", "link"])
        if options.flags.contains("help") { return Terminal.say(Help.userReset) }
        try options.refusePositionals()
        guard let email = options.values["email"] else {
            throw ArgumentParser.Failure(message: "--email says whose password to reset.")
        }
        let url = try options.url()
        try await perform(
            options.flags.contains("link") ? .resetLink(email: email, url: url) : .resetPassword(email: email), options)
    }

    static func invite(_ arguments: some Collection<String>) async throws {
        let options = try ArgumentParser(
            arguments, values: ["uses", "days", "role", "url", "data-dir"], flags: ["help"])
        if options.flags.contains("help") { return Terminal.say(Help.invite) }
        try options.refusePositionals()
        let days = try options.integer("days", in: 1...365) ?? 7
        try await perform(
            .invite(
                uses: options.integer("uses", in: 1...1000) ?? 1, expiresIn: Int64(days) * 86_400,
                role: options.role(among: [.member, .admin]), url: options.url()),
            options)
    }

    static func perform(_ command: OperatorCommand, _ options: ArgumentParser) async throws {
        let lines = try await OperatorClient.perform(
            command, dataFolder: options.dataFolder, url: options.values["url"])
        for line in lines { Terminal.say(line) }
    }

    /// From the options, asking at the terminal for what they leave open.
    private static func account(_ options: ArgumentParser) throws -> OperatorCommand.Account {
        let email = try options.values["email"] ?? Terminal.ask("E-mail: ")
        let name = try options.values["name"] ?? Terminal.ask("Name: ")
        let password =
            options.flags.contains("password-stdin")
            ? try Terminal.ask("") : try Terminal.askSecretTwice("Password (at least 8 characters): ")
        return OperatorCommand.Account(
            email: email, name: name, password: password, picture: options.values["picture"] ?? "owl",
            color: options.values["color"] ?? "#7c5cff")
    }
}

extension ArgumentParser {
    func role(among allowed: [Role]) throws(Failure) -> Role {
        guard let text = values["role"] else { return .member }
        guard let role = Role(rawValue: text), allowed.contains(role) else {
            throw Failure(message: "--role is one of \(allowed.map(\.rawValue).joined(separator: ", ")).")
        }
        return role
    }
}
