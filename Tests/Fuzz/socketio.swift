import ByteCoding
import SocketIOCodec

/// What a connection brings, one after the other: the input is cut at U+001E; what begins with `b` is binary.
private func messages(_ input: [UInt8]) -> [(isBinary: Bool, content: [UInt8])] {
    input.split(separator: 0x1e, omittingEmptySubsequences: false).map { part in
        part.first == UInt8(ascii: "b") ? (true, Array(part.dropFirst())) : (false, Array(part))
    }
}

private struct Outcome: Equatable {
    var packets: [SocketIOPacket] = []
    var error: SocketIOError?
    var isAwaiting = false
}

private let small = SocketIOLimits(
    maxAttachments: 2, maxAttachmentBytes: 16, maxNamespaceLength: 8, json: JSONLimits(maxDepth: 4, maxElements: 12))

private func decode(
    _ messages: [(isBinary: Bool, content: [UInt8])], _ limits: SocketIOLimits = .standard
) -> Outcome {
    var decoder = SocketIODecoder(limits: limits)
    var outcome = Outcome()
    for message in messages {
        do throws(SocketIOError) {
            let packet =
                message.isBinary
                ? try decoder.receive(binary: message.content) : try decoder.receive(text: message.content[...])
            if let packet { outcome.packets.append(packet) }
        } catch {
            outcome.error = error
            break
        }
    }
    outcome.isAwaiting = decoder.isAwaitingAttachments
    return outcome
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = messages(bytes(data, size))
    let whole = decode(input)
    for packet in decode(input, small).packets { checkLimits(packet) }
    for packet in whole.packets { check(packet) }
    let before = decode([(false, Array("2[\"x\"]".utf8))] + input)
    require(Array(before.packets.dropFirst()) == whole.packets && before.error == whole.error, "nothing before matters")
    if whole.error == nil, !whole.isAwaiting {
        require(decode(input + input).packets == whole.packets + whole.packets, "the same again is read the same")
    }
    return 0
}

private func checkLimits(_ packet: SocketIOPacket) {
    require(packet.namespace.utf8.count <= 8, "names of namespaces are bounded")
    require(packet.attachments.count <= 2, "attachments are bounded")
    require(packet.attachments.reduce(0) { $0 + $1.count } <= 16, "the bytes of attachments are bounded")
}

private func check(_ packet: SocketIOPacket) {
    require(packet.namespace.utf8.first == UInt8(ascii: "/"), "a namespace begins with a slash")
    require(packet.id ?? 0 >= 0, "no id is negative")
    var text: [UInt8] = []
    SocketIOEncoder.encode(packet, into: &text)
    let again = decode([(false, text)] + packet.attachments.map { (true, $0) })
    require(again == Outcome(packets: [packet]), "a packet reads the same after it was written: \(again)")
    for argument in packet.arguments { _ = packet.attachment(for: argument) }
    guard packet.attachments.isEmpty else { return }
    var direct: [UInt8] = []
    var raw: [UInt8] = []
    let arguments = Array(packet.arguments)
    switch packet.kind {
    case .event:
        guard let name = packet.eventName else { return require(false, "an event has a name") }
        SocketIOEncoder.encodeEvent(
            namespace: packet.namespace, id: packet.id, name: name, arguments: arguments, into: &direct)
        SocketIOEncoder.encodeEvent(
            namespace: packet.namespace, id: packet.id, name: name, rawArguments: JSON.array(arguments).encoded(),
            into: &raw)
    case .ack:
        guard let id = packet.id else { return require(false, "an acknowledgement has an id") }
        SocketIOEncoder.encodeAck(namespace: packet.namespace, id: id, arguments: arguments, into: &direct)
        SocketIOEncoder.encodeAck(
            namespace: packet.namespace, id: id, rawArguments: JSON.array(arguments).encoded(), into: &raw)
    case .connect, .disconnect, .connectError: return
    }
    require(direct == text && raw == text, "every way to write a packet writes the same")
}
