package import ByteCoding
package import ChatModel

/// Answers about messages that are to be sent later.
extension Answer {
    /// For `schedule`.
    package static func scheduled(_ message: ScheduledMessage) -> [UInt8] {
        ok { writer in
            writer.key("scheduled")
            writer.scheduled(message)
        }
    }

    /// For `scheduled`.
    package static func scheduled(_ messages: [ScheduledMessage]) -> [UInt8] {
        ok { $0.list("scheduled", messages) { $0.scheduled($1) } }
    }
}

/// Contents of `ok` that tell of them.
extension AnswerContent {
    /// Of `schedule`.
    package static func scheduledMessage(_ ok: JSON) -> ScheduledMessage? {
        ok["scheduled"].flatMap { ScheduledMessage($0) }
    }

    /// Of `scheduled`; one that cannot be read is left out.
    package static func scheduledMessages(_ ok: JSON) -> [ScheduledMessage]? {
        guard let values = ok["scheduled"]?.arrayValue else { return nil }
        return values.prefix(Limits.scheduled).compactMap { ScheduledMessage($0) }
    }
}

extension JSONWriter {
    mutating func scheduled(_ message: ScheduledMessage) {
        beginObject()
        member("id", message.id.description)
        member("room", message.room.description)
        if let thread = message.thread { member("thread", thread) }
        member("text", message.text)
        member("at", message.at)
        if let error = message.error { member("error", error.rawValue) }
        endObject()
    }
}

extension ScheduledMessage {
    /// An error that is not known here is told as `internal`.
    fileprivate init?(_ json: JSON) {
        guard let id = ScheduledID(json["id"]), let room = RoomID(json["room"]), let text = json["text"]?.stringValue,
            let at = Timestamp(json["at"])
        else { return nil }
        self.init(
            id: id, room: room, thread: JSON.seq(json["thread"]), text: text, at: at,
            error: json["error"]?.stringValue.map { ErrorCode(rawValue: $0) ?? .internal })
    }
}
