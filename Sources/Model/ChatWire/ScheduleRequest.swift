import ByteCoding
package import ChatModel

/// What somebody asks of the messages that the server sends for them later.
package enum ScheduleRequest: Hashable, Sendable {
    case schedule(room: RoomID, thread: Int64? = nil, text: String, at: Timestamp, nonce: Nonce)
    case scheduled
    /// Nil leaves what is there.
    case update(ScheduledID, text: String? = nil, at: Timestamp? = nil)
    case cancel(ScheduledID)

    /// Throws as `Request.init(name:arguments:)` does; `unknown_request` for a name that is none of these.
    init(_ name: RequestName, _ arguments: Arguments) throws(ChatError) {
        switch name {
        case .schedule:
            self = .schedule(
                room: try arguments.id("room"), thread: try arguments.optionalInteger("thread", 1...Int64.max),
                text: try arguments.string("text", most: Request.messageBytes),
                at: Timestamp(milliseconds: try arguments.integer("at", Limits.time)),
                nonce: try arguments.nonce("nonce"))
        case .scheduled: self = .scheduled
        case .updateScheduled:
            self = .update(
                try arguments.id("id"), text: try arguments.optionalString("text", most: Request.messageBytes),
                at: try arguments.optionalInteger("at", Limits.time).map { Timestamp(milliseconds: $0) })
        case .cancelScheduled: self = .cancel(try arguments.id("id"))
        default: throw ChatError(.unknownRequest)
        }
    }

    var name: RequestName {
        switch self {
        case .schedule: .schedule
        case .scheduled: .scheduled
        case .update: .updateScheduled
        case .cancel: .cancelScheduled
        }
    }

    /// Writes the members of the request's one object.
    func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .schedule(let room, let thread, let text, let at, let nonce):
            writer.member("room", room.description)
            if let thread { writer.member("thread", thread) }
            writer.member("text", text)
            writer.member("at", at)
            writer.member("nonce", nonce.text)
        case .scheduled: break
        case .update(let id, let text, let at):
            writer.member("id", id.description)
            if let text { writer.member("text", text) }
            if let at { writer.member("at", at) }
        case .cancel(let id): writer.member("id", id.description)
        }
    }
}
