import ByteCoding
import EngineIOCodec

private enum Outcome: Equatable {
    case packets([EngineIOPacket])
    case refused(EngineIOError)
}

private let separator: UInt8 = 0x1e
private let small = EngineIOLimits(maxPayload: 64, maxPackets: 3)

private func decode(_ body: [UInt8], _ limits: EngineIOLimits = .standard) -> Outcome {
    do throws(EngineIOError) { return .packets(try EngineIO4.decodePayload(body, limits: limits)) } catch {
        return .refused(error)
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = bytes(data, size)
    if case .packets(let packets) = decode(input, small) {
        require(input.count <= 64 && packets.count <= 3, "limits hold")
        require(decode(input) == .packets(packets), "a smaller limit changes only what is refused")
    }
    guard case .packets(let packets) = decode(input) else { return 0 }
    require((try? EngineIO4.encodePayload(packets)) == input, "an accepted body has one spelling")
    let probe = Array("2probe".utf8)
    let joined = decode(probe + [separator] + input)
    require(joined == .packets([.ping(probe[1...])] + packets), "a packet before it changes nothing")
    require(decode(input + [separator] + input) == .packets(packets + packets), "a body is read as its parts are")
    for (packet, text) in zip(packets, input.split(separator: separator, omittingEmptySubsequences: false)) {
        check(packet, text)
    }
    return 0
}

/// A packet means the same alone, in a WebSocket message and in a body.
private func check(_ packet: EngineIOPacket, _ text: ArraySlice<UInt8>) {
    require((try? EngineIO4.decode(text)) == packet, "a packet is read in a body as it is alone")
    switch EngineIO4.encode(packet) {
    case .binary(let payload): require(packet == .binary(payload[...]), "binary goes as it is")
    case .text(let written): require(written[...] == text, "a packet has one spelling")
    }
    guard case .open(let payload) = packet, let open = try? OpenPacket(parsing: payload) else { return }
    guard case .open(let again) = open.packet else { return require(false, "an open packet is one") }
    require((try? OpenPacket(parsing: again)) == open, "a handshake reads the same after it was written")
}
