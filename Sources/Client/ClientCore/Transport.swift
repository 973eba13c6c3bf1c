import ByteCoding
import ChatWire
import EngineIOCodec
import SocketIOCodec

/// Engine.IO 4 and Socket.IO 5 over the texts of one WebSocket, in the namespace `/`.
struct Transport: Sendable {
    enum State: Hashable, Sendable {
        /// No socket; `opening` may follow.
        case closed
        /// A socket was asked for; `handshaking` follows, or `closed`.
        case opening
        /// The server's open packet is awaited; `joining` follows, or `closed`.
        case handshaking
        /// The namespace was asked for; `joined` follows, or `closed`.
        case joining
        /// Events flow both ways until `closed`.
        case joined
    }

    /// What one text meant.
    enum Signal: Sendable {
        case nothing
        /// The session's clock begins, or is heard again: the next sign of life is due within `silence` milliseconds.
        case alive(silence: Int64, reply: String?)
        case joined
        /// The namespace was refused.
        case refused(ReceivedAnswer)
        case event(name: String, arguments: ArraySlice<JSON>)
        case answer(id: Int, arguments: ArraySlice<JSON>)
        /// The server ended the connection, or what it said is no packet.
        case ended
    }

    private(set) var state = State.closed
    private var decoder = SocketIODecoder()
    private var nextID = 0
    /// Milliseconds without a ping after which the server is gone.
    private(set) var silence: Int64 = 0

    mutating func open() {
        self = Transport()
        state = .opening
    }

    mutating func opened() {
        if state == .opening { state = .handshaking }
    }

    mutating func close() { self = Transport() }

    mutating func receive(_ text: String, device: String?) -> Signal {
        guard state != .closed, state != .opening else { return .nothing }
        let packet: EngineIOPacket
        do throws(EngineIOError) { packet = try EngineIO4.decode(Array(text.utf8)) } catch { return .ended }
        switch packet {
        case .open(let payload): return begin(payload, device)
        case .ping(let payload):
            guard silence > 0 else { return .ended }
            return .alive(silence: silence, reply: Transport.text(.pong(payload)))
        case .message(let payload): return receive(payload)
        case .close, .binary: return .ended
        case .pong, .upgrade, .noop: return .nothing
        }
    }

    /// An event that asks for an acknowledgement, with the id that its answer will have.
    mutating func request(_ request: Request) -> (id: Int, text: String) {
        self.request(request.name.rawValue) { request.writeObject(to: &$0) }
    }

    /// The same for a request by its name alone.
    mutating func request(_ name: String, _ object: JSON) -> (id: Int, text: String) {
        request(name) { $0.value(object) }
    }

    private mutating func request(_ name: String, _ write: (inout JSONWriter) -> Void) -> (id: Int, text: String) {
        let id = nextID
        nextID &+= 1
        var bytes = [UInt8(ascii: "4")]
        var object = JSONWriter()
        object.beginArray()
        write(&object)
        object.endArray()
        SocketIOEncoder.encodeEvent(namespace: "/", id: id, name: name, rawArguments: object.bytes, into: &bytes)
        return (id, String(decoding: bytes, as: UTF8.self))
    }

    private mutating func begin(_ payload: ArraySlice<UInt8>, _ device: String?) -> Signal {
        guard state == .handshaking else { return .ended }
        let open: OpenPacket
        do throws(EngineIOError) { open = try OpenPacket(parsing: payload) } catch { return .ended }
        silence = Int64(open.pingInterval) + Int64(open.pingTimeout)
        state = .joining
        var bytes = [UInt8(ascii: "4")]
        SocketIOEncoder.encode(
            SocketIOPacket(kind: .connect, data: ConnectPayload.make(device: device)), into: &bytes)
        return .alive(silence: silence, reply: String(decoding: bytes, as: UTF8.self))
    }

    private mutating func receive(_ payload: ArraySlice<UInt8>) -> Signal {
        let packet: SocketIOPacket?
        do throws(SocketIOError) { packet = try decoder.receive(text: payload) } catch { return .ended }
        guard let packet else { return .nothing }
        guard packet.namespace.utf8.count == 1 else { return .nothing }
        switch (packet.kind, state) {
        case (.connect, .joining):
            state = .joined
            return .joined
        case (.connectError, .joining):
            var error: JSONObject = ["message": packet.data?["message"] ?? .null]
            for name in ["code", "retry", "retry_after"] { error[name] = packet.data?["data"]?[name] }
            return .refused(ReceivedAnswer(["error": .object(error)]))
        case (.disconnect, _): return .ended
        case (.event, .joined):
            guard let name = packet.eventName else { return .nothing }
            return .event(name: name, arguments: packet.arguments)
        case (.ack, .joined):
            guard let id = packet.id else { return .nothing }
            return .answer(id: id, arguments: packet.arguments)
        default: return .nothing
        }
    }

    private static func text(_ packet: EngineIOPacket) -> String {
        var bytes: [UInt8] = []
        EngineIO4.encodeText(packet, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
