package import ByteCoding
package import EngineIOServer
internal import SocketIOCodec

/// An event for many clients, encoded once: as Engine.IO text and as a WebSocket frame.
public final class EncodedPacket: Sendable {
    package let preframed: PreframedPacket

    private init(_ text: [UInt8]) { preframed = PreframedPacket(text: text) }

    /// An event whose arguments are JSON already: one array of all of them, which is not checked.
    public static func event(namespace: String, name: String, rawArguments: [UInt8]) -> EncodedPacket {
        var text = [messageType]
        SocketIOEncoder.encodeEvent(namespace: namespace, name: name, rawArguments: rawArguments, into: &text)
        return EncodedPacket(text)
    }

    /// An event with `arguments`, without attachments.
    package static func event(namespace: String, name: String, arguments: [JSON]) -> EncodedPacket {
        var text = [messageType]
        SocketIOEncoder.encodeEvent(namespace: namespace, name: name, arguments: arguments, into: &text)
        return EncodedPacket(text)
    }

    /// Engine.IO's message type, which stands before every Socket.IO packet.
    static let messageType = UInt8(ascii: "4")
}
