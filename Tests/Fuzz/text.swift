import ByteCoding
import HTTPCodec

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
    let input = bytes(data, size)
    checkUTF8(input)
    checkBase64(input)
    checkEscapes(input)
    return 0
}

/// The validator against the standard library's.
private func checkUTF8(_ input: [UInt8]) {
    let isValid = String(validating: input, as: UTF8.self) != nil
    require(isValidUTF8(input.span) == isValid, "valid is what the standard library finds valid")
    for cuts in cuttings(of: input) {
        var validator = UTF8Validator()
        var holds = true
        forEachPiece(of: input, cuts: cuts) { piece in
            let stillHolds = validator.consume(piece.span)
            require(holds || !stillHolds, "what failed stays failed")
            holds = stillHolds
        }
        require((holds && validator.isComplete) == isValid, "however it is cut, the same: \(cuts)")
    }
}

private func checkBase64(_ input: [UInt8]) {
    require(Base64.decode(Base64.encode(input)) == input, "Base64 decodes what it encodes")
    require(Base64URL.decode(Base64URL.encode(input)) == input, "and so does its form for URLs")
    if let plain = Base64.decode(input) { require(Base64.encode(plain) == input, "one spelling a value") }
    if let plain = Base64URL.decode(input) { require(Base64URL.encode(plain) == input, "one spelling a value") }
}

/// Percent escapes in paths and forms.
private func checkEscapes(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let path = HTTPPath.decode(text) {
        require(path.utf8.first == 0x2F && path.utf8.count <= text.utf8.count, "a path is rooted and no longer")
    }
    let limits = FormLimits(length: 200, pairs: 5)
    if let pairs = try? FormURLEncoded.parse(text, limits: limits) {
        require(text.utf8.count <= 200 && pairs.count <= 5, "limits hold")
    }
}
