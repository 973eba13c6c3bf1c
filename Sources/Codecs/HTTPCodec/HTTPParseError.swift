/// Why a request was refused; the connection cannot be read on after it, so it is answered with `status` and closed.
package enum HTTPParseError: Error, Hashable, Sendable {
    /// Not `method SP target SP version CRLF`, or a target that no request may have.
    case malformedRequestLine
    /// A line that ends in LF alone, or a CR inside a line.
    case bareLineBreak
    /// No `name: value`: space before the colon, a folded line, a control byte, an empty name.
    case malformedField
    /// HTTP/1.1 without Host, more than one Host, or one that is no host.
    case invalidHost
    /// Content-Length that is not one run of digits, or given more than once.
    case invalidContentLength
    /// Content-Length beside Transfer-Encoding, chunked not exactly once and last, or any coding in HTTP/1.0.
    case ambiguousFraming
    /// A chunk's size line, extension or closing CRLF breaks the grammar or its bound.
    case malformedChunk
    case bodyTooLarge
    case requestLineTooLong
    case headerSectionTooLarge
    case tooManyFields
    /// A transfer coding other than chunked.
    case unknownTransferCoding
    /// Expect asks for something other than `100-continue`.
    case unmetExpectation
    /// A version other than 1.0 and 1.1. There is no 1.2, so whoever names it is trying what happens.
    case unsupportedVersion

    package var status: HTTPStatus {
        switch self {
        case .malformedRequestLine, .bareLineBreak, .malformedField, .invalidHost, .invalidContentLength,
            .ambiguousFraming, .malformedChunk:
            .badRequest
        case .bodyTooLarge: .contentTooLarge
        case .requestLineTooLong: .uriTooLong
        case .headerSectionTooLarge, .tooManyFields: .headerFieldsTooLarge
        case .unknownTransferCoding: .notImplemented
        case .unmetExpectation: .expectationFailed
        case .unsupportedVersion: .versionNotSupported
        }
    }
}
