import HTTPCodec

private struct Part: Equatable {
    var head: MultipartPart
    var content: [UInt8] = []
    var isWhole = false
}

private struct Outcome: Equatable {
    var parts: [Part] = []
    var isWhole = false
    var error: MultipartError?
}

private let boundary = "b"
private let small = MultipartLimits(parts: 2, headerBytes: 80, partSize: 8, nameLength: 6, preamble: 4)

private func parse(_ input: [UInt8], _ limits: MultipartLimits, cuts: [Int] = []) -> Outcome {
    var outcome = Outcome()
    do throws(MultipartError) {
        var parser = try MultipartFormParser(boundary: boundary, limits: limits)
        var start = 0
        for end in cuts + [input.count] {
            parser.feed(Array(input[start..<end]))
            start = end
            while let event = try parser.next() { take(event, &outcome) }
        }
        try parser.finish()
    } catch { outcome.error = error }
    return outcome
}

private func take(_ event: MultipartFormParser.Event, _ outcome: inout Outcome) {
    require(!outcome.isWhole, "nothing follows the end")
    switch event {
    case .part(let head):
        require(outcome.parts.last?.isWhole ?? true, "a part ends before the next")
        outcome.parts.append(Part(head: head))
    case .content(let bytes):
        require(!bytes.isEmpty && outcome.parts.last?.isWhole == false, "content belongs to a part and is not empty")
        outcome.parts[outcome.parts.count - 1].content += bytes
    case .partEnd: outcome.parts[outcome.parts.count - 1].isWhole = true
    case .end: outcome.isWhole = true
    }
}

/// A part past a limit is refused at a piece's end, so that its content so far depends on the cutting; the rest does not.
private func comparable(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    if outcome.error == .partTooLarge { outcome.parts[outcome.parts.count - 1].content = [] }
    return outcome
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = bytes(data, size)
    for limits in [MultipartLimits(), small] {
        let whole = parse(input, limits)
        for cuts in cuttings(of: input) {
            let cut = parse(input, limits, cuts: cuts)
            require(comparable(cut) == comparable(whole), "however it is cut, the same parts: \(cuts)")
        }
        require(whole.parts.count <= limits.parts, "parts are bounded")
        for part in whole.parts {
            require(part.content.count <= limits.partSize, "content is bounded")
            require(part.head.name.utf8.count <= limits.nameLength, "names are bounded")
        }
        guard whole.error == nil else { continue }
        require(whole.isWhole && whole.parts.allSatisfy(\.isWhole), "a body that ends well is whole")
        require(parse(input + Array("\r\n--b\r\nepilogue".utf8), limits) == whole, "what follows the end is ignored")
    }
    _ = try? MultipartFormParser(contentType: String(decoding: input, as: UTF8.self))
    return 0
}
