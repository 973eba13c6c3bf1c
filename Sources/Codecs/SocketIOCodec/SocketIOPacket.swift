package import ByteCoding

/// One Socket.IO packet (protocol 5 or 4), its binary attachments included.
///
/// The wire's BINARY_EVENT and BINARY_ACK are `.event` and `.ack` with attachments. Where an attachment belongs, `data`
/// holds the placeholder object `{"_placeholder":true,"num":N}`.
package struct SocketIOPacket: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A client asks for a namespace; the server grants it with `{"sid":…}`. In revision 4 `data` is the query behind
        /// the namespace, and the server's grant has none.
        case connect
        case disconnect
        /// `data` is an array whose first element is the event's name.
        case event
        /// `data` is an array: the answer to the event with the same id.
        case ack
        /// The server refuses a namespace. In revision 4, where it is called ERROR, with any JSON value.
        case connectError
    }

    package var kind: Kind
    /// Starts with `/` and holds no comma; `/` is the main one.
    package var namespace: String
    /// With an event: an acknowledgement is wanted. With an ack: which event it answers. Never negative.
    package var id: Int?
    package var data: JSON?
    package var attachments: [[UInt8]]

    package init(
        kind: Kind, namespace: String = "/", id: Int? = nil, data: JSON? = nil, attachments: [[UInt8]] = []
    ) {
        self.kind = kind
        self.namespace = namespace
        self.id = id
        self.data = data
        self.attachments = attachments
    }

    /// The event's name; nil for other packets.
    package var eventName: String? {
        guard kind == .event, case .array(let values)? = data else { return nil }
        return values.first?.stringValue
    }

    /// An event's values behind its name, an acknowledgement's values, else none.
    package var arguments: ArraySlice<JSON> {
        guard case .array(let values)? = data else { return [] }
        switch kind {
        case .event: return values.dropFirst()
        case .ack: return values[...]
        case .connect, .disconnect, .connectError: return []
        }
    }

    /// The attachment that `value` stands for; nil when it is no placeholder or its number is out of range.
    package func attachment(for value: JSON) -> [UInt8]? {
        guard let number = SocketIOPlaceholder.number(value), attachments.indices.contains(number) else { return nil }
        return attachments[number]
    }

    /// Names that the JavaScript peers use for events of their own, and refuse on the wire.
    package static func isReserved(eventName: String) -> Bool {
        switch eventName {
        case "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener": return true
        default: return false
        }
    }
}
