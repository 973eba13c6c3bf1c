import ByteCoding
import WebSocketCodec

private enum Answer: Equatable {
    case message([UInt8])
    case refused(InflateError)
}

private func compressor(noTakeover: Bool, bits: Int, limit: Int, _ pool: ZlibPool) -> MessageCompressor {
    let offers = WebSocketExtensionOffer.parse([
        "permessage-deflate; server_max_window_bits=\(bits); client_max_window_bits=\(bits)"
    ])
    let policy = PerMessageDeflate.Policy(
        serverNoContextTakeover: noTakeover, clientNoContextTakeover: noTakeover, serverMaxWindowBits: bits,
        clientMaxWindowBits: bits)
    guard let agreed = PerMessageDeflate.negotiate(offers ?? [], policy: policy) else { fatalError("no agreement") }
    return MessageCompressor(
        agreed, WebSocketCompression(threshold: 0, level: 1), messageLimit: limit, pool: pool)
}

private func inflate(_ compressor: MessageCompressor, _ input: [UInt8]) -> Answer {
    do throws(InflateError) {
        guard let message = try compressor.inflate(.binary, input) else { fatalError("the last piece tells") }
        return .message(message)
    } catch {
        return .refused(error)
    }
}

/// The same in pieces, the last of them empty.
private func inflate(_ compressor: MessageCompressor, _ input: [UInt8], cuts: [Int]) -> Answer {
    var refusal: InflateError?
    forEachPiece(of: input, cuts: cuts) { piece in
        guard refusal == nil else { return }
        do throws(InflateError) {
            let early = try compressor.inflate(.binary, Array(piece), isLast: false)
            require(early == nil, "no message before its last piece")
        } catch { refusal = error }
    }
    return refusal.map { .refused($0) } ?? inflate(compressor, [])
}

/// The last byte chooses window and limit; the rest is a compressed message, and also one to compress.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    var input = bytes(data, size)
    guard let choice = input.popLast() else { return 0 }
    let bits = 8 + Int(choice & 7)
    let limit = [100_000, 0, 100, 5_000][Int(choice >> 3 & 3)]
    let pool = ZlibPool()
    let fresh = compressor(noTakeover: true, bits: bits, limit: limit, pool)
    let first = inflate(fresh, input)
    if case .message(let message) = first {
        require(message.count <= limit, "no message is longer than its limit")
        require(inflate(fresh, input) == first, "a borrowed inflater has no past")
    }
    for cuts in cuttings(of: input) {
        let fresh = compressor(noTakeover: true, bits: bits, limit: limit, pool)
        require(inflate(fresh, input, cuts: cuts) == first, "however it is cut, the same message: \(cuts)")
    }
    let keeping = compressor(noTakeover: false, bits: bits, limit: limit, pool)
    let kept = inflate(keeping, input)
    require(
        kept == first || (kept == .refused(.malformed) && reachesPast(bits, first)),
        "a first message is read the same with and without a context, unless it refers past the agreed window")
    if case .message = first, case .message(let message) = inflate(keeping, input) {
        require(message.count <= limit, "no message is longer than its limit, also with a context")
    }
    roundTrip(input, bits, pool)
    if case .message(let message) = first { roundTrip(message, bits, pool) }
    return 0
}

/// Whether a message may refer to more than the agreed window holds: a borrowed inflater, whose window is the largest,
/// reads it nevertheless.
private func reachesPast(_ bits: Int, _ answer: Answer) -> Bool {
    switch answer {
    case .message(let message): message.count > 1 << max(9, bits)
    // The first may have read on past such a reference until it met this.
    case .refused: true
    }
}

private func roundTrip(_ message: [UInt8], _ bits: Int, _ pool: ZlibPool) {
    for noTakeover in [true, false] {
        let compressor = compressor(noTakeover: noTakeover, bits: bits, limit: message.count, pool)
        for _ in 0..<2 {
            guard let packed = compressor.compress(message) else { continue }
            require(inflate(compressor, packed) == .message(message), "what was compressed inflates to itself")
        }
    }
}
