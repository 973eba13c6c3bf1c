/// A response status: its code (100...999) and the reason phrase sent with it (RFC 9110 section 15).
package struct HTTPStatus: Hashable, Sendable {
    package let code: UInt16
    package let reason: String

    /// A code outside 100...999 becomes 500, so that the status line always has three digits.
    /// Bytes of `reason` that a status line may not carry are written as spaces.
    package init(code: UInt16, reason: String) {
        self.code = (100...999).contains(code) ? code : 500
        self.reason = reason
    }

    package static func == (left: HTTPStatus, right: HTTPStatus) -> Bool { left.code == right.code }
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }

    package static let `continue` = HTTPStatus(code: 100, reason: "Continue")
    package static let switchingProtocols = HTTPStatus(code: 101, reason: "Switching Protocols")
    package static let ok = HTTPStatus(code: 200, reason: "OK")
    package static let created = HTTPStatus(code: 201, reason: "Created")
    package static let accepted = HTTPStatus(code: 202, reason: "Accepted")
    package static let noContent = HTTPStatus(code: 204, reason: "No Content")
    package static let partialContent = HTTPStatus(code: 206, reason: "Partial Content")
    package static let movedPermanently = HTTPStatus(code: 301, reason: "Moved Permanently")
    package static let found = HTTPStatus(code: 302, reason: "Found")
    package static let seeOther = HTTPStatus(code: 303, reason: "See Other")
    package static let notModified = HTTPStatus(code: 304, reason: "Not Modified")
    package static let temporaryRedirect = HTTPStatus(code: 307, reason: "Temporary Redirect")
    package static let permanentRedirect = HTTPStatus(code: 308, reason: "Permanent Redirect")
    package static let badRequest = HTTPStatus(code: 400, reason: "Bad Request")
    package static let unauthorized = HTTPStatus(code: 401, reason: "Unauthorized")
    package static let forbidden = HTTPStatus(code: 403, reason: "Forbidden")
    package static let notFound = HTTPStatus(code: 404, reason: "Not Found")
    package static let methodNotAllowed = HTTPStatus(code: 405, reason: "Method Not Allowed")
    package static let notAcceptable = HTTPStatus(code: 406, reason: "Not Acceptable")
    package static let requestTimeout = HTTPStatus(code: 408, reason: "Request Timeout")
    package static let conflict = HTTPStatus(code: 409, reason: "Conflict")
    package static let gone = HTTPStatus(code: 410, reason: "Gone")
    package static let lengthRequired = HTTPStatus(code: 411, reason: "Length Required")
    package static let preconditionFailed = HTTPStatus(code: 412, reason: "Precondition Failed")
    package static let contentTooLarge = HTTPStatus(code: 413, reason: "Content Too Large")
    package static let uriTooLong = HTTPStatus(code: 414, reason: "URI Too Long")
    package static let unsupportedMediaType = HTTPStatus(code: 415, reason: "Unsupported Media Type")
    package static let rangeNotSatisfiable = HTTPStatus(code: 416, reason: "Range Not Satisfiable")
    package static let expectationFailed = HTTPStatus(code: 417, reason: "Expectation Failed")
    package static let unprocessableContent = HTTPStatus(code: 422, reason: "Unprocessable Content")
    package static let upgradeRequired = HTTPStatus(code: 426, reason: "Upgrade Required")
    package static let tooManyRequests = HTTPStatus(code: 429, reason: "Too Many Requests")
    package static let headerFieldsTooLarge = HTTPStatus(code: 431, reason: "Request Header Fields Too Large")
    package static let internalServerError = HTTPStatus(code: 500, reason: "Internal Server Error")
    package static let notImplemented = HTTPStatus(code: 501, reason: "Not Implemented")
    package static let badGateway = HTTPStatus(code: 502, reason: "Bad Gateway")
    package static let serviceUnavailable = HTTPStatus(code: 503, reason: "Service Unavailable")
    package static let gatewayTimeout = HTTPStatus(code: 504, reason: "Gateway Timeout")
    package static let versionNotSupported = HTTPStatus(code: 505, reason: "HTTP Version Not Supported")
    package static let insufficientStorage = HTTPStatus(code: 507, reason: "Insufficient Storage")
}
