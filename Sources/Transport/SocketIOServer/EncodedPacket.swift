public import ByteCoding
package import EngineIOServer
internal import SocketIOCodec

/// An event for many clients, encoded once: as Engine.IO text and as WebSocket frames. Clients of both revisions of the
/// protocol get it; where their frames differ, which only attachments' do, theirs are made when first asked for.
public final class EncodedPacket: Sendable {
    package let preframed: PreframedPacket

    private init(_ text: [UInt8], _ attachments: [[UInt8]] = []) {
        preframed = PreframedPacket(text: text, attachments: attachments)
    }

    /// An event whose arguments are JSON already: one array of all of them, which is not checked.
    public static func event(namespace: String, name: String, rawArguments: [UInt8]) -> EncodedPacket {
        var text = [messageType]
        SocketIOEncoder.encodeEvent(namespace: namespace, name: name, rawArguments: rawArguments, into: &text)
        return EncodedPacket(text)
    }

    /// An event with `arguments`; where one of `attachments` belongs, they hold `JSON.attachment` of its number.
    public static func event(
        namespace: String, name: String, arguments: [JSON], attachments: [[UInt8]] = []
    ) -> EncodedPacket {
        var text = [messageType]
        if attachments.isEmpty {
            SocketIOEncoder.encodeEvent(namespace: namespace, name: name, arguments: arguments, into: &text)
        } else {
            let data = JSON.array([.string(name)] + arguments)
            let packet = SocketIOPacket(kind: .event, namespace: namespace, data: data, attachments: attachments)
            SocketIOEncoder.encode(packet, into: &text)
        }
        return EncodedPacket(text, attachments)
    }

    /// Engine.IO's message type, which stands before every Socket.IO packet.
    static let messageType = UInt8(ascii: "4")
}
