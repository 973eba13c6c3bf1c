import ByteCoding

/// The text of a packet, read: `<type>[<attachments>-][<namespace>,][<id>][<JSON>]`.
struct SocketIOText {
    private(set) var packet: SocketIOPacket
    /// Binary messages that follow the text and belong to it.
    private(set) var attachments = 0

    init(
        parsing text: Span<UInt8>, limits: SocketIOLimits, revision: SocketIORevision
    ) throws(SocketIOError) {
        guard text.count > 0 else { throw .unknownPacketType }
        let isBinary: Bool
        switch text[0] {
        case UInt8(ascii: "0"): (packet, isBinary) = (SocketIOPacket(kind: .connect), false)
        case UInt8(ascii: "1"): (packet, isBinary) = (SocketIOPacket(kind: .disconnect), false)
        case UInt8(ascii: "2"): (packet, isBinary) = (SocketIOPacket(kind: .event), false)
        case UInt8(ascii: "3"): (packet, isBinary) = (SocketIOPacket(kind: .ack), false)
        case UInt8(ascii: "4"): (packet, isBinary) = (SocketIOPacket(kind: .connectError), false)
        case UInt8(ascii: "5"): (packet, isBinary) = (SocketIOPacket(kind: .event), true)
        case UInt8(ascii: "6"): (packet, isBinary) = (SocketIOPacket(kind: .ack), true)
        default: throw .unknownPacketType
        }
        var position = 1
        if isBinary { attachments = try Self.readAttachmentCount(text, &position, limits) }
        let (namespace, query) = try Self.readNamespace(text, &position, limits, revision)
        packet.namespace = namespace
        packet.id = try Self.readID(text, &position)
        if position < text.count {
            do throws(JSONError) {
                packet.data = try JSON.parse(text.extracting(position..<text.count), limits: limits.json)
            } catch { throw .invalidJSON(error) }
        }
        try checkShape(revision)
        if packet.kind == .connect, let query { packet.data = .object(query) }
        if isBinary, let data = packet.data, !SocketIOPlaceholder.areInRange(data, count: attachments) {
            throw .invalidPlaceholder
        }
    }

    private func checkShape(_ revision: SocketIORevision) throws(SocketIOError) {
        let hasID = packet.id != nil
        switch (packet.kind, packet.data) {
        case (.connect, .object?) where revision == .four: throw .invalidPayload
        case (.connect, nil), (.connect, .object?), (.disconnect, nil):
            guard !hasID else { throw .invalidID }
        case (.connectError, _?) where revision == .four:
            guard !hasID else { throw .invalidID }
        // A bare string is what older servers explain a refusal with.
        case (.connectError, nil), (.connectError, .object?), (.connectError, .string?):
            guard !hasID else { throw .invalidID }
        case (.event, .array(let values)?):
            guard case .string(let name)? = values.first else { throw .invalidPayload }
            guard !SocketIOPacket.isReserved(eventName: name) else { throw .reservedEventName }
        case (.ack, .array?):
            guard hasID else { throw .invalidID }
        default: throw .invalidPayload
        }
    }

    private static func readAttachmentCount(
        _ text: Span<UInt8>, _ position: inout Int, _ limits: SocketIOLimits
    ) throws(SocketIOError) -> Int {
        let count: Int?
        do throws(SocketIOError) { count = try readNumber(text, &position) } catch { throw .tooManyAttachments }
        guard let count, position < text.count, text[position] == UInt8(ascii: "-") else {
            throw .invalidAttachmentCount
        }
        guard count <= limits.maxAttachments else { throw .tooManyAttachments }
        position += 1
        return count
    }

    /// In revision 4 a query may follow the name: `/custom?token=x`.
    private static func readNamespace(
        _ text: Span<UInt8>, _ position: inout Int, _ limits: SocketIOLimits, _ revision: SocketIORevision
    ) throws(SocketIOError) -> (name: String, query: JSONObject?) {
        guard position < text.count, text[position] == UInt8(ascii: "/") else { return ("/", nil) }
        let start = position
        var mark: Int?
        while position < text.count, text[position] != UInt8(ascii: ",") {
            if mark == nil, revision == .four, text[position] == UInt8(ascii: "?") { mark = position }
            let (begin, limit) = mark.map { ($0, limits.maxQueryLength) } ?? (start, limits.maxNamespaceLength)
            guard position - begin < limit else { throw .namespaceTooLong }
            position += 1
        }
        guard let name = String(validating: text.extracting(start..<(mark ?? position))) else { throw .invalidUTF8 }
        var query: JSONObject?
        if let mark {
            query = NamespaceQuery.parse(text.extracting((mark + 1)..<position))
            guard query != nil else { throw .invalidUTF8 }
        }
        // The comma may be missing where nothing follows the namespace.
        if position < text.count { position += 1 }
        return (name, query)
    }

    private static func readID(_ text: Span<UInt8>, _ position: inout Int) throws(SocketIOError) -> Int? {
        try readNumber(text, &position)
    }

    /// Nil where no digit stands. At most 19 digits: what has more does not fit 64 bits, leading zeros apart.
    private static func readNumber(_ text: Span<UInt8>, _ position: inout Int) throws(SocketIOError) -> Int? {
        let start = position
        var value = 0
        while position < text.count {
            let digit = text[position] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            let (product, first) = value.multipliedReportingOverflow(by: 10)
            let (sum, second) = product.addingReportingOverflow(Int(digit))
            guard !first, !second, position - start < 19 else { throw .idTooLarge }
            value = sum
            position += 1
        }
        return position == start ? nil : value
    }
}
