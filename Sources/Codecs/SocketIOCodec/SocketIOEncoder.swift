package import ByteCoding

/// Writes the texts of packets (Socket.IO protocol 5 and 4, "Packet encoding"), each behind what `bytes` holds already.
///
/// Namespaces start with `/` and hold no comma. "Raw" arguments are one JSON array in UTF-8 that is put in as it is: it
/// is not checked.
package enum SocketIOEncoder {
    /// The text of `packet`. Its attachments, which `data` must hold the placeholders of, are sent behind it in order,
    /// each as a binary message. Only events and acknowledgements have attachments.
    package static func encode(_ packet: SocketIOPacket, into bytes: inout [UInt8]) {
        let hasAttachments = !packet.attachments.isEmpty
        switch packet.kind {
        case .connect: bytes.append(UInt8(ascii: "0"))
        case .disconnect: bytes.append(UInt8(ascii: "1"))
        case .event: bytes.append(hasAttachments ? UInt8(ascii: "5") : UInt8(ascii: "2"))
        case .ack: bytes.append(hasAttachments ? UInt8(ascii: "6") : UInt8(ascii: "3"))
        case .connectError: bytes.append(UInt8(ascii: "4"))
        }
        if hasAttachments, packet.kind == .event || packet.kind == .ack {
            append(packet.attachments.count, to: &bytes)
            bytes.append(UInt8(ascii: "-"))
        }
        append(namespace: packet.namespace, to: &bytes)
        if let id = packet.id { append(id, to: &bytes) }
        if let data = packet.data { JSONWriter.append(to: &bytes) { $0.value(data) } }
    }

    package static func encodeEvent(
        namespace: String, id: Int? = nil, name: String, arguments: [JSON], into bytes: inout [UInt8]
    ) {
        header(UInt8(ascii: "2"), namespace, id, into: &bytes)
        JSONWriter.append(to: &bytes) { writer in
            writer.beginArray()
            writer.string(name)
            for argument in arguments { writer.value(argument) }
            writer.endArray()
        }
    }

    package static func encodeEvent(
        namespace: String, id: Int? = nil, name: String, rawArguments: [UInt8], into bytes: inout [UInt8]
    ) {
        bytes.reserveCapacity(bytes.count + namespace.utf8.count + name.utf8.count + rawArguments.count + 32)
        header(UInt8(ascii: "2"), namespace, id, into: &bytes)
        bytes.append(UInt8(ascii: "["))
        JSONWriter.append(to: &bytes) { $0.string(name) }
        let rest = rawArguments.drop(while: isSpace).dropFirst().drop(while: isSpace)
        guard let first = rest.first, first != UInt8(ascii: "]") else {
            bytes.append(UInt8(ascii: "]"))
            return
        }
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: rest)
    }

    package static func encodeAck(namespace: String, id: Int, arguments: [JSON], into bytes: inout [UInt8]) {
        header(UInt8(ascii: "3"), namespace, id, into: &bytes)
        JSONWriter.append(to: &bytes) { $0.value(.array(arguments)) }
    }

    package static func encodeAck(namespace: String, id: Int, rawArguments: [UInt8], into bytes: inout [UInt8]) {
        header(UInt8(ascii: "3"), namespace, id, into: &bytes)
        bytes.append(contentsOf: rawArguments)
    }

    /// The server's grant of a namespace; `sid` is the socket's id, which clients of revision 4 are not told.
    package static func encodeConnect(
        namespace: String, sid: String, revision: SocketIORevision = .five, into bytes: inout [UInt8]
    ) {
        header(UInt8(ascii: "0"), namespace, nil, into: &bytes)
        guard revision == .five else { return }
        JSONWriter.append(to: &bytes) { $0.value(["sid": .string(sid)]) }
    }

    /// The server's refusal of a namespace. Clients of revision 4 get `data` alone, or `message` where there is none.
    package static func encodeConnectError(
        namespace: String, message: String, data: JSON? = nil, revision: SocketIORevision = .five,
        into bytes: inout [UInt8]
    ) {
        header(UInt8(ascii: "4"), namespace, nil, into: &bytes)
        if revision == .four {
            // A number there would be read as an id.
            let isNumber = data?.doubleValue != nil
            JSONWriter.append(to: &bytes) { $0.value(isNumber ? .string(message) : data ?? .string(message)) }
            return
        }
        var object: JSONObject = ["message": .string(message)]
        object["data"] = data
        JSONWriter.append(to: &bytes) { $0.value(.object(object)) }
    }

    package static func encodeDisconnect(namespace: String, into bytes: inout [UInt8]) {
        header(UInt8(ascii: "1"), namespace, nil, into: &bytes)
    }

    private static func header(_ type: UInt8, _ namespace: String, _ id: Int?, into bytes: inout [UInt8]) {
        bytes.append(type)
        append(namespace: namespace, to: &bytes)
        if let id { append(id, to: &bytes) }
    }

    private static func append(namespace: String, to bytes: inout [UInt8]) {
        guard namespace != "/" else { return }
        bytes.append(contentsOf: namespace.utf8)
        bytes.append(UInt8(ascii: ","))
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes) { $0.int(number) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }
}
