package import ChatModel
import StorageAPI

extension Chat {
    /// People looked at for one query; who is not found among so many types more letters.
    static let scanned = 500

    /// Those besides the caller whose name, handle or e-mail address has, for each word of `query`, a word that begins with
    /// it, without regard to case and accents: among the people of the caller's rooms, or of all where the directory is
    /// open. First, to all but guests of other rooms, whoever has exactly this address.
    ///
    /// The address is in the result only where `query` is it. Throws `rate_limited`, `invalid_argument`, `too_long`.
    ///
    /// - Parameter limit: 1 to 50.
    package func findPeople(
        _ query: String, limit: Int = Limits.peoplePage.usual, for caller: Caller
    ) async throws(ChatError) -> [User] {
        let limit = try checked(limit, Limits.peoplePage)
        let query = try TextRules.line(query, 1...Limits.peopleQueryBytes, field: "query")
        try rates.search(caller.user)
        let address = try? EmailAddress.normalized(query)
        let words = PersonWords.of(query: query)
        return try await store.read { [settings] transaction throws(ChatError) in
            let isGuest = try transaction.account(caller.user).role == .guest
            let isOpen = settings.directory == .open && !isGuest
            var found: [User] = []
            if let address, let user = try transaction.user(email: address), user.id != caller.user {
                let isKnown = isGuest ? try transaction.shareRoom(caller.user, user.id) : true
                if isKnown { found.append(user) }
            }
            // The longest word leaves the fewest to look at.
            guard let longest = words.max(by: { $0.utf8.count < $1.utf8.count }) else { return found }
            var others = try transaction.people(
                withPrefix: longest, sharingRoomWith: isOpen ? nil : caller.user, scanning: Chat.scanned)
            others = others.filter { $0.id != caller.user && $0.id != found.first?.id && $0.isFound(by: words) }
            others.sort { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
            for index in others.indices { others[index].email = "" }
            return Array((found + others).prefix(limit))
        }
    }
}

extension User {
    func isFound(by words: [String]) -> Bool {
        let own = PersonWords.of(name: name, handle: handle, email: email)
        return words.allSatisfy { word in own.contains { $0.utf8.starts(with: word.utf8) } }
    }
}
