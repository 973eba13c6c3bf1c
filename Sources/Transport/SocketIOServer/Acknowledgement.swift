public import ByteCoding

/// Answers one event of a client that asked for it: at most once, on the socket's loop. Later calls, and calls after
/// the socket was disconnected, have no effect.
public struct Acknowledgement {
    private let reply: Reply

    init(socket: Socket, id: Int) { reply = Reply(socket: socket, id: id) }

    /// Sends `arguments`; where one of `attachments` belongs, they hold `JSON.attachment` of its number.
    public func callAsFunction(_ arguments: [JSON], attachments: [[UInt8]] = []) {
        reply.takeSocket()?.acknowledge(reply.id, arguments, attachments)
    }

    /// Sends `raw`, which must be one JSON array; it is not checked.
    public func send(raw: [UInt8]) {
        reply.takeSocket()?.acknowledge(reply.id, raw: raw)
    }

    /// Copies of an acknowledgement share it, so that only one of them is sent.
    private final class Reply {
        let id: Int
        private var socket: Socket?

        init(socket: Socket, id: Int) {
            self.socket = socket
            self.id = id
        }

        func takeSocket() -> Socket? {
            defer { socket = nil }
            return socket
        }
    }
}
