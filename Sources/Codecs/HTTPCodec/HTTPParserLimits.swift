/// Bounds on one request; what goes past one is refused with the status named at it.
package struct HTTPParserLimits: Sendable {
    /// Bytes of the request line with its CRLF; past it 414.
    package var requestLine: Int
    /// Bytes of all field lines with their CRLFs and the empty line, and again of a chunked body's trailers; past it 431.
    package var headerSection: Int
    /// Field lines of one section; past it 431.
    package var fields: Int
    /// Bytes of content after the chunked coding is taken off; past it 413, before any of it is read when
    /// Content-Length tells. `HTTPRequestParser.limitBody` sets another bound for one request.
    package var body: Int
    /// Bytes of chunk extensions of a whole body; past it 400.
    package var chunkExtensions: Int

    package init(
        requestLine: Int = 8 * 1024, headerSection: Int = 64 * 1024, fields: Int = 100, body: Int = 1_000_000,
        chunkExtensions: Int = 4 * 1024
    ) {
        self.requestLine = requestLine
        self.headerSection = headerSection
        self.fields = fields
        self.body = body
        self.chunkExtensions = chunkExtensions
    }
}
