import ByteCoding

private let small = JSONLimits(maxDepth: 3, maxElements: 10)

/// What a value costs its reader, counted without recursion.
private func measure(_ value: JSON) -> (depth: Int, elements: Int) {
    var waiting: [(value: JSON, depth: Int)] = [(value, 0)]
    var deepest = 0
    var elements = 0
    while let (value, depth) = waiting.popLast() {
        elements += 1
        switch value {
        case .array(let values):
            deepest = max(deepest, depth + 1)
            for value in values { waiting.append((value, depth + 1)) }
        case .object(let object):
            deepest = max(deepest, depth + 1)
            for member in object.members { waiting.append((member.value, depth + 1)) }
        default: break
        }
    }
    return (deepest, elements)
}

private func parse(_ input: [UInt8], _ limits: JSONLimits = .standard) -> Result<JSON, JSONError> {
    do throws(JSONError) { return .success(try JSON.parse(input, limits: limits)) } catch { return .failure(error) }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = bytes(data, size)
    let whole = parse(input)
    let among = [0x5B] + input + [0x5D]
    let slice = Result { () throws(JSONError) in try JSON.parse(among[1..<(among.count - 1)]) }
    require(slice == whole, "bytes beside a text are not read")
    if case .success(let value) = parse(input, small) {
        let size = measure(value)
        require(size.depth <= 3 && size.elements <= 10, "limits hold")
        require(whole == .success(value), "a smaller limit changes only what is refused")
    }
    switch whole {
    case .failure(let error): require((0...input.count).contains(error.offset), "an error lies in the text")
    case .success(let value): check(value, input)
    }
    return 0
}

private func check(_ value: JSON, _ input: [UInt8]) {
    let size = measure(value)
    require(size.depth <= 64 && size.elements <= 100_000, "limits hold")
    let written = value.encoded()
    guard case .success(let again) = parse(written) else { return require(false, "what is written can be read") }
    require(again == value, "a value reads the same after it was written")
    require(again.hashValue == value.hashValue, "equal values have equal hashes")
    require(again.encoded() == written, "a value has one spelling")
    require(parse([0x20, 0x0A] + input + [0x09]) == .success(value), "white space around a value means nothing")
    if size.depth < 64 {
        let pair = parse([0x5B] + input + [0x2C] + written + [0x5D])
        require(pair == .success([value, value]), "a value means the same beside another")
    }
    _ = (value.intValue, value.doubleValue, value.stringValue, value["a"])
    if case .object(let object) = value {
        let turned = JSONObject(members: object.members.reversed().map { ($0.key, $0.value) })
        require(turned == object && turned.hashValue == object.hashValue, "the order of members means nothing")
    }
}
