package import ByteCoding

/// Why what the peer sent is not Socket.IO; the connection is closed for it.
package enum SocketIOError: Error, Hashable, Sendable {
    /// No packet type, or one that does not exist.
    case unknownPacketType
    /// The number of attachments is missing, no number, or without its dash.
    case invalidAttachmentCount
    case tooManyAttachments
    case attachmentsTooLarge
    case namespaceTooLong
    case invalidUTF8
    /// Past `Int.max`, or longer than its digits.
    case idTooLarge
    /// An acknowledgement without id, or an id on a packet that has none.
    case invalidID
    case invalidJSON(JSONError)
    /// JSON of a shape that the packet's type does not have.
    case invalidPayload
    case reservedEventName
    /// A placeholder names no attachment of its packet.
    case invalidPlaceholder
    /// A text came where an attachment was due.
    case textAmongAttachments
    /// Binary came where no attachment was due.
    case unexpectedAttachment
}

/// Bounds on one packet; the length of its text is the transport's to bound.
package struct SocketIOLimits: Hashable, Sendable {
    package static let standard = SocketIOLimits()

    /// Attachments of one packet: 10, as in the JavaScript server.
    package let maxAttachments: Int
    /// Bytes of one packet's attachments together, which are held until the last has come: 4 MiB.
    package let maxAttachmentBytes: Int
    /// Bytes of a namespace's name: 256.
    package let maxNamespaceLength: Int
    /// Bytes of the query behind it, in revision 4, with its `?`: 4096.
    package let maxQueryLength: Int
    package let json: JSONLimits

    package init(
        maxAttachments: Int = 10, maxAttachmentBytes: Int = 4 << 20, maxNamespaceLength: Int = 256,
        maxQueryLength: Int = 4096, json: JSONLimits = .standard
    ) {
        self.maxAttachments = maxAttachments
        self.maxAttachmentBytes = maxAttachmentBytes
        self.maxNamespaceLength = maxNamespaceLength
        self.maxQueryLength = maxQueryLength
        self.json = json
    }
}
