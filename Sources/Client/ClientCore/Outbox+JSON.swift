import ByteCoding
import ChatModel
import ChatWire

extension Outbox {
    private static let version: Int64 = 1

    /// What has to outlive the client; nil when there is nothing.
    func encoded(_ deletions: Deletions) -> String? {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("v", Outbox.version)
        if let owner { writer.member("owner", owner.description) }
        writer.key("items")
        writer.beginArray()
        var isEmpty = true
        for item in items {
            if case .acknowledged = item.state { continue }
            isEmpty = false
            writer.beginObject()
            writer.member("nonce", item.nonce)
            writer.member("room", item.room.description)
            writer.member("text", item.text)
            writer.member("at", item.at)
            writer.member("after", item.after)
            if let thread = item.thread { writer.member("thread", thread) }
            if let reply = item.replyTo { writer.member("reply", reply) }
            if case .failed(let error) = item.state {
                writer.key("failed")
                writer.error(error)
            }
            writer.endObject()
        }
        writer.endArray()
        if !deletions.items.isEmpty, deletions.write(to: &writer) { isEmpty = false }
        writer.endObject()
        return isEmpty ? nil : String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Nil for what `encoded` did not write.
    init?(stored text: String) {
        guard let json = try? JSON.parse(Array(text.utf8)), json.int("v") == Outbox.version,
            let values = json.array("items")
        else { return nil }
        var items: [Item] = []
        var nonces: [String: Int] = .init()
        for value in values.prefix(Outbox.storedLimit) {
            guard let nonce = value.string("nonce"), Nonce(nonce) != nil, let room = RoomID(value["room"]),
                let text = value.string("text"), let at = value.int("at"),
                let after = value.int("after"), nonces.updateValue(items.count, forKey: nonce) == nil
            else { continue }
            var item = Item(
                nonce: nonce, room: room, text: text, thread: value.int("thread"),
                replyTo: value.int("reply"), at: at, after: after, attempted: true)
            if let error = value["failed"] { item.state = .failed(ChatError(error)) }
            items.append(item)
        }
        self.init(restored: items, owner: UserID(json["owner"]))
    }
}
