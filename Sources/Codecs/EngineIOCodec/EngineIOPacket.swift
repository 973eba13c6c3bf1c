/// One Engine.IO packet, apart from the protocol revision and the transport that spell it.
///
/// Payloads are slices so that reading a packet shares the storage it arrived in.
package enum EngineIOPacket: Hashable, Sendable {
    /// Server to client, first of a session; the payload is an `OpenPacket` as JSON text.
    case open(ArraySlice<UInt8>)
    /// The transport may be closed; nothing follows.
    case close
    /// Heartbeat, or with the payload `probe` the start of an upgrade.
    case ping(ArraySlice<UInt8>)
    /// Answer to a ping, with its payload.
    case pong(ArraySlice<UInt8>)
    /// UTF-8 text for the layer above.
    case message(ArraySlice<UInt8>)
    /// Bytes for the layer above.
    case binary(ArraySlice<UInt8>)
    /// Ends an upgrade: the client's packets come over the new transport from here on.
    case upgrade
    /// Answers a waiting poll that has nothing to say.
    case noop
}

/// What one WebSocket message carries.
package enum EngineIOFrame: Hashable, Sendable {
    /// UTF-8.
    case text([UInt8])
    case binary([UInt8])
}

/// Why what the peer sent is not Engine.IO; the session is closed for it.
package enum EngineIOError: Error, Hashable, Sendable {
    /// Nothing stands where a packet has to be.
    case emptyPacket
    case unknownPacketType
    /// A close, upgrade or noop packet that carries something.
    case unexpectedPayload
    case invalidBase64
    case invalidUTF8
    case payloadTooLarge
    case tooManyPackets
    /// What stands before a packet of a revision 3 body is no length, or not that of what follows.
    case invalidFraming
    /// The record separator stands in a text that is to be joined with others by it.
    case separatorInText
    /// The payload of an open packet is not the object it has to be.
    case invalidHandshake
}

/// Bounds on one HTTP body of packets.
package struct EngineIOLimits: Hashable, Sendable {
    /// 1,000,000 bytes, 4,096 packets.
    package static let standard = EngineIOLimits()

    /// Bytes of a body, and what `OpenPacket.maxPayload` tells the peer.
    package let maxPayload: Int
    /// Packets in a body: each costs more memory than the two bytes it may arrive as.
    package let maxPackets: Int

    package init(maxPayload: Int = 1_000_000, maxPackets: Int = 4096) {
        self.maxPayload = maxPayload
        self.maxPackets = maxPackets
    }
}
