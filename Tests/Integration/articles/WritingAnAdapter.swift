// What the article takes for granted.
struct NoBus: Bus {
    func subscribe(_ subject: String, _ deliver: @escaping @Sendable ([UInt8]) -> Void) async throws {}
    func unsubscribe(_ subject: String) async {}
    func publish(_ message: [UInt8], to subject: String) async throws {}
    func subscriberCount(_ subject: String) async throws -> Int { 1 }
}

let bus = NoBus()
