import ByteCoding
import WebSocketCodec

private struct Outcome: Equatable {
    var events: [WebSocketFrameDecoder.Event] = []
    var error: WebSocketError?

    /// The pieces of a compressed message that come right after each other count as one: where it is cut is not told.
    mutating func append(_ event: WebSocketFrameDecoder.Event) {
        if case .compressed(let kind, let more, let isLast) = event,
            case .compressed(_, let before, isLast: false) = events.last
        {
            events[events.count - 1] = .compressed(kind, before + more, isLast: isLast)
        } else {
            events.append(event)
        }
    }

    /// Without the piece of a message that is still under way, which more input makes longer.
    var settled: ArraySlice<WebSocketFrameDecoder.Event> {
        if case .compressed(_, _, isLast: false) = events.last { events.dropLast() } else { events[...] }
    }
}

/// One way to set the decoder up, chosen by the input's first byte.
private struct Setting {
    let role: WebSocketFrameDecoder.Role
    let allowsCompression: Bool
    let limit: Int

    init(_ choice: UInt8) {
        role = choice & 1 == 0 ? .server : .client
        allowsCompression = choice & 2 != 0
        limit = [100_000, 0, 16, 300][Int(choice >> 2 & 3)]
    }

    func decode(_ input: [UInt8], cuts: [Int] = []) -> Outcome {
        var decoder = WebSocketFrameDecoder(
            role: role, limits: .init(message: limit), allowsCompression: allowsCompression)
        var outcome = Outcome()
        forEachPiece(of: input, cuts: cuts) { piece in
            guard outcome.error == nil else { return }
            decoder.feed(piece)
            do throws(WebSocketError) {
                while let event = try decoder.next() { outcome.append(event) }
            } catch {
                outcome.error = error
                do throws(WebSocketError) {
                    _ = try decoder.next()
                    require(false, "the first error is the last word")
                } catch { require(error == outcome.error, "the first error is the last word") }
            }
        }
        return outcome
    }

    func encode(
        _ opcode: WebSocketOpcode, _ payload: [UInt8], isFinal: Bool = true, isCompressed: Bool = false
    ) -> [UInt8] {
        var output: [UInt8] = []
        switch role {
        case .server:
            WebSocketFrame.encodeMasked(
                opcode, payload, mask: 0x3D21_FA37, isFinal: isFinal, isCompressed: isCompressed,
                into: &output)
        case .client:
            WebSocketFrame.encode(opcode, payload, isFinal: isFinal, isCompressed: isCompressed, into: &output)
        }
        return output
    }

    func encode(_ events: [WebSocketFrameDecoder.Event]) -> [UInt8] {
        var isWithin = false
        return events.flatMap { event in
            defer { if case .compressed(_, _, let isLast) = event { isWithin = !isLast } }
            return encode(event, isWithin: isWithin)
        }
    }

    /// `isWithin` says that pieces of a compressed message went before.
    private func encode(_ event: WebSocketFrameDecoder.Event, isWithin: Bool) -> [UInt8] {
        switch event {
        case .text(let payload): encode(.text, payload)
        case .binary(let payload): encode(.binary, payload)
        case .compressed(_, let payload, let isLast) where isWithin:
            encode(.continuation, payload, isFinal: isLast)
        case .compressed(let kind, let payload, let isLast):
            encode(kind == .text ? .text : .binary, payload, isFinal: isLast, isCompressed: true)
        case .ping(let payload): encode(.ping, payload)
        case .pong(let payload): encode(.pong, payload)
        case .close(let code, let reason):
            encode(.close, WebSocketFrame.closePayload(code: code, reason: reason))
        }
    }

    func check(_ event: WebSocketFrameDecoder.Event) {
        switch event {
        case .text(let payload):
            require(payload.count <= limit, "no message is longer than its limit")
            require(String(validating: payload, as: UTF8.self) != nil, "a text is UTF-8")
        case .binary(let payload): require(payload.count <= limit, "no message is longer than its limit")
        case .compressed(_, let payload, _):
            require(allowsCompression, "nothing compressed where nothing was agreed")
            require(payload.count <= limit + limit / 8 + 1024, "no message is longer than its limit can become")
        case .ping(let payload), .pong(let payload): require(payload.count <= 125, "control frames are short")
        case .close(let code, _): require(code?.isSendable ?? true, "only codes that a frame may carry")
        }
    }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    var input = bytes(data, size)
    guard let choice = input.popLast() else { return 0 }
    let setting = Setting(choice)
    let whole = setting.decode(input)
    for cuts in cuttings(of: input) {
        require(setting.decode(input, cuts: cuts) == whole, "however it is cut, the same events: \(cuts)")
    }
    for event in whole.events { setting.check(event) }
    let again = setting.decode(setting.encode(whole.events))
    require(again == Outcome(events: whole.events), "events read the same after they were written")
    let ping = setting.encode(.ping, [1])
    var joined = setting.decode(ping + input)
    require(joined.events.first == .ping([1]), "the first stays")
    joined.events.removeFirst()
    require(joined == whole, "a frame before it changes nothing")
    let after = setting.decode(input + ping)
    require(after.events.starts(with: whole.settled), "what comes later changes nothing")
    if whole.error != nil { require(after == whole, "nothing follows an error") }
    handshake(input)
    return 0
}

/// The same bytes as the fields of an opening handshake.
private func handshake(_ input: [UInt8]) {
    let fields = String(decoding: input, as: UTF8.self).split(separator: "\n").map { String($0) }
    if let offers = WebSocketExtensionOffer.parse(fields), let agreed = PerMessageDeflate.negotiate(offers) {
        require((8...15).contains(agreed.clientMaxWindowBits), "windows are in range")
        require((8...15).contains(agreed.serverMaxWindowBits), "windows are in range")
        let answer = WebSocketExtensionOffer.parse([agreed.responseValue])
        require(answer?.count == 1, "the answer can be read")
    }
    let names = ["Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions"]
    _ = try? WebSocketHandshake(method: "GET", isHTTP11: true) { name in
        if name == "Sec-WebSocket-Version" { return ["13"] }
        guard let place = names.firstIndex(of: name), fields.indices.contains(place) else { return [] }
        return [fields[place]]
    }
}
