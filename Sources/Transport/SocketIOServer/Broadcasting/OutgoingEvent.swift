internal import ByteCoding

/// An event on its way to many sockets, encoded once.
struct OutgoingEvent: Sendable {
    let namespace: String
    let name: String
    let payload: EventPayload
    let packet: EncodedPacket
    /// For clients that cannot come back and take no offset off; nil when the event has no offset.
    let packetWithoutOffset: EncodedPacket?

    /// With `offset`, clients that may come back get it as a last argument.
    init(namespace: String, name: String, payload: EventPayload, offset: String? = nil) {
        func encoded(_ payload: EventPayload) -> EncodedPacket {
            EncodedPacket.event(
                namespace: namespace, name: name, arguments: payload.arguments, attachments: payload.attachments)
        }
        var sent = payload
        if let offset { sent.arguments.append(.string(offset)) }
        self.namespace = namespace
        self.name = name
        self.payload = sent
        packet = encoded(sent)
        packetWithoutOffset = offset == nil ? nil : encoded(payload)
    }

    /// What `socket` gets.
    func packet(for socket: Socket) -> EncodedPacket {
        socket.takesOffsets ? packet : packetWithoutOffset ?? packet
    }

    /// Bytes that keeping it costs, about.
    var cost: Int { packet.preframed.count &+ (packetWithoutOffset?.preframed.count ?? 0) }
}
