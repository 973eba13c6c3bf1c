import ByteCoding
import ChatModel
import ChatWire

extension ClientEvent.Kind {
    /// What is done with messages, and while one is written. Nil as `ClientEvent.init(json:)` is.
    static func talk(_ name: ClientEventName, _ json: JSON) -> ClientEvent.Kind? {
        switch name {
        case .listOpen:
            guard let kind = json.string("kind").flatMap({ MessageListKind(rawValue: $0) }) else { return nil }
            return .openList(kind, RoomID(json["room"]))
        case .listMore: return .moreOfList
        case .listClose: return .closeList
        case .editsClose: return .closeEdits
        case .threadClose: return .closeThread
        case .scheduleChange:
            return ScheduledID(json["id"]).map { .reschedule($0, text: json.string("text"), at: json.int("at")) }
        case .scheduleCancel:
            return ScheduledID(json["id"]).map { .unschedule($0) }
        default: break
        }
        guard let room = RoomID(json["room"]) else { return nil }
        switch name {
        case .schedule:
            guard let text = json.string("text"), let at = json.int("at") else { return nil }
            return .schedule(room, thread: json.int("thread"), text: text, at: at)
        case .editLast: return .editLast(room, thread: json.int("thread"))
        case .complete:
            guard let text = json.string("text"),
                let mark = json.string("kind").flatMap({ CompletionMark(rawValue: $0) })
            else { return nil }
            return .complete(room, mark, text: text)
        case .threadOpen, .threadFollow:
            guard let root = json.int("seq"), root > 0 else { return nil }
            guard name == .threadFollow else { return .openThread(room, root: root) }
            guard let isFollowing = json.bool("following") else { return nil }
            return .followThread(room, root: root, isFollowing)
        default:
            guard let seq = json.int("seq"), seq > 0, let deed = MessageDeed.read(name, json) else { return nil }
            return .message(room, seq: seq, deed)
        }
    }
}

extension MessageDeed {
    fileprivate static func read(_ name: ClientEventName, _ json: JSON) -> MessageDeed? {
        switch name {
        case .messageEdit:
            guard let text = json.string("text") else { return nil }
            return .edit(text: text)
        case .messageReact:
            guard let emoji = json.string("emoji"), let isOn = json.bool("on") else { return nil }
            return .react(emoji: emoji, isOn: isOn)
        case .messagePin:
            guard let isPinned = json.bool("pinned") else { return nil }
            return .pin(isPinned)
        case .messageSave:
            guard let isSaved = json.bool("saved") else { return nil }
            return .save(isSaved)
        case .messageDelete: return .delete
        case .messageUndelete: return .keep
        case .messageShow: return .show
        case .messageEdits: return .showEdits
        default: return nil
        }
    }
}
