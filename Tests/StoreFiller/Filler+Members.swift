import ChatModel
import StorageAPI
import StorageSQLite

extension Filler {
    private static let peopleAtOnce = 500
    private static let sessionSeconds: Int64 = 86_400

    /// Makes somebody a member of the channel `name` for each digest of a session's token.
    func members(of name: String, sessions digests: [[UInt8]]) async throws {
        guard let room = try await store.read({ store throws(ChatError) in try store.channel(named: name) }) else {
            throw ChatError(.notFound, "No channel is called \(name).")
        }
        for begin in stride(from: 0, to: digests.count, by: Filler.peopleAtOnce) {
            let numbers = begin..<min(begin + Filler.peopleAtOnce, digests.count)
            try await store.write { [self] store throws(ChatError) in
                for number in numbers {
                    let user = try person(store, number, session: digests[number])
                    try enter(store, room.id, user)
                }
            }
        }
        await store.close()
    }

    private func person(
        _ store: any WriteTransaction, _ number: Int, session digest: [UInt8]
    ) throws(ChatError) -> UserID {
        let entropy = UInt32(number) &+ 1_000_000
        let user = User(
            id: UserID(millisecond: now.milliseconds, entropy: entropy), email: "crowd\(number)@example.org",
            handle: "crowd\(number)", name: "Crowd \(number)", avatar: Avatar(picture: "fox", color: "#c0ffee"),
            role: .member, createdAt: now)
        try store.insert(user, passwordHash: "")
        try store.append(.userRegistered(user), at: now)
        let session = Session(
            id: SessionID(millisecond: now.milliseconds, entropy: entropy), user: user.id, device: "crowd",
            createdAt: now,
            expiresAt: now.advanced(bySeconds: Filler.sessionSeconds))
        try store.insert(session, tokenHash: digest)
        return user.id
    }
}
