import ByteCoding
import ChatModel
import Testing

@testable import ChatServer

@Suite("What an operator asks of a running server")
struct OperatorCommandTests {
    static let account = OperatorCommand.Account(
        email: "ann@example.org", name: "Ann", password: "long enough", picture: "owl", color: "#aabbcc")

    @Test(
        "a command reads back as it was written",
        arguments: [
            OperatorCommand.makeOwner(account), .createUser(account, role: .guest), .resetPassword(email: "a@b.c"),
            .invite(uses: 3, expiresIn: 60, role: .admin, url: "https://chat.example.org"),
            .invite(uses: 1, expiresIn: 604_800, role: .member, url: nil),
            .resetLink(email: "a@b.c", url: nil), .resetLink(email: "a@b.c", url: "https://chat.example.org"),
            .listUsers(after: nil), .listUsers(after: UserID(millisecond: 0, entropy: 1)),
            .setActive(email: "a@b.c", isActive: false), .setRole(email: "a@b.c", role: .guest),
            .makeBot(name: "n", handle: nil, picture: "owl", color: "#aabbcc"),
            .makeBot(name: "n", handle: "h", picture: "owl", color: "#aabbcc"),
        ])
    func roundTrip(command: OperatorCommand) throws {
        #expect(OperatorCommand(try JSON.parse(command.json.encoded())) == command)
    }

    static let noCommands: [JSON] = [
        .null, [:], ["command": "erase"], ["command": 1], ["command": "owner"], ["command": "reset"],
        ["command": "owner", "account": ["email": "a@b.c"]],
        ["command": "user", "account": OperatorCommand.makeOwner(account).json["account"] ?? .null, "role": "king"],
        ["command": "invite", "uses": "3", "expires_in": 60, "role": "member"], ["command": "active", "email": "a"],
        ["command": "role", "email": "a", "role": "king"], ["command": "bot", "name": "n"], ["command": "reset link"],
    ]

    @Test("what is no command, or lacks a part, is refused", arguments: noCommands)
    func refuses(json: JSON) {
        #expect(OperatorCommand(json) == nil)
    }
}
