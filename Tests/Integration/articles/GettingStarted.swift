// What the article takes for granted.
struct Store: Sendable {
    func save(_ message: Message) async throws {}
}

struct Users: Sendable {
    func find(_ token: String) async throws -> String? { nil }
}

let store = Store()
let users = Users()
