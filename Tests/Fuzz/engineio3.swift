import ByteCoding
import EngineIOCodec

private enum Outcome: Equatable {
    case packets([EngineIOPacket])
    case refused(EngineIOError)
}

private let small = EngineIOLimits(maxPayload: 64, maxPackets: 3)

private func decode(_ body: [UInt8], asBytes: Bool, _ limits: EngineIOLimits = .standard) -> Outcome {
    do throws(EngineIOError) {
        return .packets(
            asBytes
                ? try EngineIO3.decodePayload(bytes: body, limits: limits)
                : try EngineIO3.decodePayload(text: body, limits: limits))
    } catch { return .refused(error) }
}

/// The same bytes as a body of text and as one of bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = bytes(data, size)
    for asBytes in [false, true] {
        let whole = decode(input, asBytes: asBytes)
        if case .packets(let packets) = decode(input, asBytes: asBytes, small) {
            require(input.count <= 64 && packets.count <= 3, "limits hold")
            require(whole == .packets(packets), "a smaller limit changes only what is refused")
        }
        guard case .packets(let packets) = whole else { continue }
        let written = EngineIO3.encodePayload(packets, asBytes: asBytes)
        require(decode(written, asBytes: asBytes) == whole, "packets read the same after they were written")
        let other = EngineIO3.encodePayload(packets, asBytes: !asBytes)
        require(decode(other, asBytes: !asBytes) == whole, "and in the other spelling")
        let doubled = decode(input + input, asBytes: asBytes)
        require(doubled == .packets(packets + packets), "a body is read as its parts are")
        for packet in packets { check(packet) }
    }
    return 0
}

/// A packet means the same alone, in a WebSocket message and in a body.
private func check(_ packet: EngineIOPacket) {
    for takesBytes in [true, false] {
        switch EngineIO3.encode(packet, takesBytes: takesBytes) {
        case .binary(let bytes):
            require((try? EngineIO3.decode(bytes: bytes[...])) == packet, "bytes read as they were written")
        case .text(let text): require((try? EngineIO3.decode(text)) == packet, "text reads as it was written")
        }
    }
}
