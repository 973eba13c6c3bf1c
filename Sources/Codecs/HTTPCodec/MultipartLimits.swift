/// Bounds on one multipart body; past one it is refused with the error named at it.
package struct MultipartLimits: Sendable {
    /// Parts; past it `tooManyParts`.
    package var parts: Int
    /// Bytes of one part's header lines with their CRLFs; past it `headersTooLarge`.
    package var headerBytes: Int
    /// Bytes of one part's content; past it `partTooLarge`.
    package var partSize: Int
    /// Bytes of a field's name and of a file's; past it `nameTooLong`.
    package var nameLength: Int
    /// Bytes before the first boundary, which are skipped; past it `missingBoundary`.
    package var preamble: Int

    package init(
        parts: Int = 100, headerBytes: Int = 8 * 1024, partSize: Int = 1_000_000, nameLength: Int = 255,
        preamble: Int = 1024
    ) {
        self.parts = parts
        self.headerBytes = headerBytes
        self.partSize = partSize
        self.nameLength = nameLength
        self.preamble = preamble
    }
}

/// Why a multipart body was refused.
package enum MultipartError: Error, Hashable, Sendable {
    /// The request's Content-Type is not `multipart/form-data`; 415.
    case notFormData
    /// The Content-Type names no boundary, or one that none can be; 400.
    case invalidBoundary
    /// Nothing in the allowed space begins the first part; 400.
    case missingBoundary
    /// A boundary is followed by something else than CRLF or `--`; 400.
    case malformedBoundary
    /// A part's header line breaks the grammar, or Content-Disposition is missing, doubled or not `form-data`; 400.
    case malformedHeader
    /// Content-Disposition has no name; 400.
    case missingName
    /// The body ended before its last boundary; 400.
    case truncated
    case tooManyParts
    case headersTooLarge
    case partTooLarge
    case nameTooLong

    package var status: HTTPStatus {
        switch self {
        case .notFormData: .unsupportedMediaType
        case .invalidBoundary, .missingBoundary, .malformedBoundary, .malformedHeader, .missingName, .truncated:
            .badRequest
        case .tooManyParts, .headersTooLarge, .partTooLarge, .nameTooLong: .contentTooLarge
        }
    }
}

/// What a part says of itself (RFC 7578 section 4).
package struct MultipartPart: Hashable, Sendable {
    /// The field's name.
    package let name: String
    /// What the client calls the file; nil where the part is none. Not a path to be used, only a word to be shown.
    package let filename: String?
    /// The part's media type as it was sent; nil means `text/plain`.
    package let contentType: String?

    package init(name: String, filename: String? = nil, contentType: String? = nil) {
        self.name = name
        self.filename = filename
        self.contentType = contentType
    }
}
