import ChatModel
import StorageAPI

extension Connection {
    /// Makes `user` one that `peopleByPrefix` finds.
    func insertWords(of user: UserID, name: String, email: String) throws(ChatError) {
        for word in PersonWords.of(name: name, email: email) { try run(.insertPersonWord, word, user) }
    }
}
