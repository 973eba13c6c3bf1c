/// The header lines of one part as they come (RFC 7578 section 4.8: all but two are ignored).
struct MultipartPartHeader: Sendable {
    private var disposition: HTTPParameters?
    private var contentType: String?

    /// Takes one line, which comes without its CRLF and is not empty.
    mutating func take(_ line: Span<UInt8>, _ limits: MultipartLimits) throws(MultipartError) {
        var colon = 0
        while colon < line.count, HTTPByte.isToken(line[colon]) { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == 0x3A else { throw .malformedHeader }
        let value = line.extracting((colon + 1)...)
        for index in 0..<value.count where !HTTPByte.isFieldValue(value[index]) { throw .malformedHeader }
        let name = line.extracting(..<colon)
        if HTTPByte.equals(name, "content-disposition") {
            guard disposition == nil, let parameters = HTTPParameters(value), parameters.value == "form-data" else {
                throw .malformedHeader
            }
            for text in [parameters["name"], parameters["filename"]] {
                guard (text ?? "").utf8.count <= limits.nameLength else { throw .nameTooLong }
            }
            disposition = parameters
        } else if HTTPByte.equals(name, "content-type") {
            guard contentType == nil else { throw .malformedHeader }
            let trimmed = value.extracting(HTTPByte.trimmed(value))
            contentType = trimmed.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// What the lines said, once they have ended.
    func part() throws(MultipartError) -> MultipartPart {
        guard let disposition else { throw .malformedHeader }
        guard let name = disposition["name"] else { throw .missingName }
        return MultipartPart(name: name, filename: disposition["filename"], contentType: contentType)
    }
}
