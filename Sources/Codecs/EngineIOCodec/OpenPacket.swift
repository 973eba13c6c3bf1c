import ByteCoding

/// What a server tells a client at the start of a session (Engine.IO protocol 4, "Handshake"; 3, "Anatomy").
package struct OpenPacket: Hashable, Sendable {
    /// The session's id: whoever knows it can speak for the session.
    package let sid: String
    /// Transports the client may change to.
    package let upgrades: [String]
    /// Milliseconds between the server's pings: 1...2^31-1.
    package let pingInterval: Int
    /// Milliseconds a pong may take: 1...2^31-1.
    package let pingTimeout: Int
    /// Bytes of the largest HTTP body or message that the server takes: 1...2^31-1.
    package let maxPayload: Int

    package init(sid: String, upgrades: [String], pingInterval: Int, pingTimeout: Int, maxPayload: Int) {
        self.sid = sid
        self.upgrades = upgrades
        self.pingInterval = pingInterval
        self.pingTimeout = pingTimeout
        self.maxPayload = maxPayload
    }

    /// Reads the payload of an open packet; unknown members are ignored.
    package init(parsing payload: ArraySlice<UInt8>) throws(EngineIOError) {
        guard let object = try? JSON.parse(payload), let sid = object["sid"]?.stringValue, !sid.isEmpty,
            let names = object["upgrades"]?.arrayValue,
            let pingInterval = Self.positive(object["pingInterval"]),
            let pingTimeout = Self.positive(object["pingTimeout"]),
            let maxPayload = Self.positive(object["maxPayload"])
        else { throw .invalidHandshake }
        var upgrades: [String] = []
        for name in names {
            guard let name = name.stringValue else { throw .invalidHandshake }
            upgrades.append(name)
        }
        self.init(
            sid: sid, upgrades: upgrades, pingInterval: pingInterval, pingTimeout: pingTimeout, maxPayload: maxPayload)
    }

    /// The packet for clients of revision 4.
    package var packet: EngineIOPacket { packet(.four) }

    /// Revision 3 knows no `maxPayload`.
    package func packet(_ revision: EngineIORevision) -> EngineIOPacket {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("sid")
        writer.string(sid)
        writer.key("upgrades")
        writer.beginArray()
        for name in upgrades { writer.string(name) }
        writer.endArray()
        writer.key("pingInterval")
        writer.int(pingInterval)
        writer.key("pingTimeout")
        writer.int(pingTimeout)
        if revision == .four {
            writer.key("maxPayload")
            writer.int(maxPayload)
        }
        writer.endObject()
        return .open(writer.bytes[...])
    }

    private static func positive(_ value: JSON?) -> Int? {
        guard let number = value?.intValue, number > 0, number <= Int64(Int32.max) else { return nil }
        return Int(number)
    }
}
