internal import ChatModel
internal import ChatWire
internal import SocketIOServer

/// What the server tells, as packets that are encoded once for however many hear them.
enum Frames {
    static let namespace = "/"

    static func event(_ event: Event, safe: Place) -> EncodedPacket {
        packet("event", EventFrame.encode(event, safe: safe))
    }

    static func typing(room: RoomID, users: [UserID], count: Int) -> EncodedPacket {
        packet("typing", Notice.typing(room: room, users: users, count: count))
    }

    static func typing(room: RoomID, _ threads: [ThreadTyping]) -> EncodedPacket {
        packet("thread.typing", Notice.typing(room: room, threads))
    }

    static func reports(room: RoomID, open: Int) -> EncodedPacket {
        packet("reports", Notice.reports(room: room, open: open))
    }

    static func presence(_ people: [Presence]) -> EncodedPacket { packet("presence", Notice.presence(people)) }

    static func ready(_ server: ServerFacts, user: User?, safe: Place?) -> EncodedPacket {
        packet("ready", Notice.ready(server, user: user, safe: safe))
    }

    static func gap(since: Place) -> EncodedPacket { packet("gap", Notice.gap(since: since)) }

    static func ended() -> EncodedPacket { packet("ended", Notice.ended()) }

    private static func packet(_ name: String, _ argument: [UInt8]) -> EncodedPacket {
        var array: [UInt8] = []
        array.reserveCapacity(argument.count + 2)
        array.append(UInt8(ascii: "["))
        array += argument
        array.append(UInt8(ascii: "]"))
        return .event(namespace: namespace, name: name, rawArguments: array)
    }
}
