import ChatModel
import StorageAPI

extension Connection {
    /// Makes `user` one that `peopleByPrefix` finds.
    func insertWords(of user: UserID, name: String, email: String) throws(ChatError) {
        for word in PersonWords.of(name: name, email: email) { try run(.insertPersonWord, word, user) }
    }

    /// Takes back what `insertWords` did with the same name and address.
    func deleteWords(of user: UserID, name: String, email: String) throws(ChatError) {
        for word in PersonWords.of(name: name, email: email) { try run(.deletePersonWord, word, user) }
    }

    /// Nobody looks for a former member: all are called the same.
    func insertWords(of user: User) throws(ChatError) {
        if user.state != .deleted { try insertWords(of: user.id, name: user.name, email: user.email) }
    }

    func deleteWords(of user: User) throws(ChatError) {
        if user.state != .deleted { try deleteWords(of: user.id, name: user.name, email: user.email) }
    }
}
