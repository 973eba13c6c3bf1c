import ByteCoding
import EngineIOServer
import SocketIOServer
import WebSocketServer

/// Sends every message of a WebSocket back.
final class WebSocketEcho: WebSocketHandler {
    private unowned let connection: WebSocketConnection

    init(_ connection: WebSocketConnection) { self.connection = connection }

    func received(text: [UInt8]) { connection.send(text: text) }
    func received(binary: [UInt8]) { connection.send(binary: binary) }
    func drained() {}
    func closed(code: UInt16) {}
}

/// Sends every message of an Engine.IO session back.
final class EngineEcho: EngineIOHandler {
    private unowned let connection: EngineIOConnection

    init(_ connection: EngineIOConnection) { self.connection = connection }

    func received(text: ArraySlice<UInt8>) { connection.send(.text([UInt8(ascii: "4")] + text)) }
    func received(binary: ArraySlice<UInt8>) { connection.send(.binary(Array(binary))) }
    func drained() {}
    func closed(_ reason: EngineIOCloseReason) {}
}

/// Tells each client what it connected with, and answers its events.
struct EchoNamespace: NamespaceHandler {
    let answersEvents: Bool

    func connecting(_ socket: Socket) {
        if socket.auth["recovery"] == false { socket.declineRecovery() }
        if answersEvents {
            socket.onEvent = { [unowned socket] name, arguments, acknowledge in
                Self.answer(socket, name, arguments, [], acknowledge)
            }
            socket.onBinaryEvent = { [unowned socket] name, arguments, attachments, acknowledge in
                Self.answer(socket, name, arguments, attachments, acknowledge)
            }
        }
        if socket.isRecovered { Self.sayWhenItLeaves(socket) }
        socket.accept()
        socket.emit("auth", arguments: [socket.auth])
    }

    private static func sayWhenItLeaves(_ socket: Socket) {
        socket.onDisconnecting = { [unowned socket] reason in
            for room in socket.rooms { socket.to(room).emit("left", room, reason.rawValue) }
        }
    }

    private static func answer(
        _ socket: Socket, _ name: String, _ arguments: [JSON], _ attachments: [[UInt8]],
        _ acknowledge: Acknowledgement?
    ) {
        switch name {
        case "message": socket.emit("message-back", arguments: arguments, attachments: attachments)
        case "message-with-ack": acknowledge?(arguments, attachments: attachments)
        // For real clients, beyond what the suites ask for.
        case "ask-me":
            socket.emit("question", arguments: arguments, attachments: attachments, timeout: nil) {
                [unowned socket] result in
                guard case .success(let answer) = result else { return }
                socket.emit("answered", arguments: answer)
            }
        case "disconnect-me": socket.disconnect()
        case "join":
            for room in arguments { room.stringValue.map(socket.join) }
            sayWhenItLeaves(socket)
            acknowledge?([])
        case "rooms": acknowledge?(socket.rooms.sorted().map { .string($0) })
        case "whisper":
            guard let room = arguments.first?.stringValue else { return }
            socket.to(room).volatile.emit("told", EventPayload(arguments: Array(arguments.dropFirst())))
            acknowledge?([])
        case "tell":
            guard let room = arguments.first?.stringValue else { return }
            socket.to(room).emit(
                "told", EventPayload(arguments: Array(arguments.dropFirst()), attachments: attachments))
            acknowledge?([])
        default: break
        }
    }
}
