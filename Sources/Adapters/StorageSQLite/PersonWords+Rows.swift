import ChatModel
import StorageAPI

extension Connection {
    /// Makes the person one that `peopleByPrefix` finds. Nobody looks for a former member: all are called the same.
    func insertWords(of user: User) throws(ChatError) {
        guard user.state != .deleted else { return }
        for word in words(of: user) { try run(.insertPersonWord, word, user.id) }
    }

    /// Takes back what `insertWords` did while the account was this.
    func deleteWords(of user: User) throws(ChatError) {
        guard user.state != .deleted else { return }
        for word in words(of: user) { try run(.deletePersonWord, word, user.id) }
    }

    private func words(of user: User) -> Set<String> {
        PersonWords.of(name: user.name, handle: user.handle, email: user.email)
    }
}
