import ChatModel
import StorageAPI

/// Look-ups of what was sent with which nonce. A counted nonce is one integer beside its device's id, in a short index
/// that grows at its end; a text nonce has a table of its own.
extension Connection {
    /// The number that stands for `user`'s client instance.
    func device(of user: UserID, instance: String) throws(ChatError) -> Int64? {
        try first(.deviceID, user, instance) { $0.integer(0) }
    }

    func insertDevice(of user: UserID, instance: String) throws(ChatError) -> Int64 {
        let id = try first(.insertDevice, user, instance) { $0.integer(0) }
        guard let id else { throw ChatError(.internal) }
        return id
    }

    /// The highest counter that `device` has used; -1 for none.
    func lastCounter(of device: Int64) throws(ChatError) -> Int64 {
        try first(.lastCounter, device) { $0.isNull(0) ? -1 : $0.integer(0) } ?? -1
    }

    func sent(counter: Int64, device: Int64) throws(ChatError) -> SentRecord? {
        try first(.eventByCounter, device, counter) { row throws(ChatError) in try sentRecord(row) }
    }

    func sent(text: String, by user: UserID) throws(ChatError) -> SentRecord? {
        try first(.eventByTextNonce, user, text) { row throws(ChatError) in try sentRecord(row) }
    }

    private func sentRecord(_ row: Row) throws(ChatError) -> SentRecord {
        SentRecord(event: try roomEvent(row), fingerprint: UInt64(bitPattern: row.integer(10)))
    }
}
