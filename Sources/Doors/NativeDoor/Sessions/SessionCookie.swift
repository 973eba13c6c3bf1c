internal import ChatModel

/// The cookie in which a browser keeps its session: out of reach of every script (RFC 6265).
enum SessionCookie {
    static let name = "roost_session"

    /// The token in a Cookie field; nil when there is none.
    static func token(in field: String?) -> String? {
        guard let field else { return nil }
        for pair in field.split(separator: ";", omittingEmptySubsequences: true) {
            let trimmed = pair.drop { $0 == " " || $0 == "\t" }
            guard trimmed.hasPrefix("\(name)=") else { continue }
            let value = trimmed.dropFirst(name.utf8.count + 1)
            return value.isEmpty || value.utf8.count > Limits.secretBytes ? nil : String(value)
        }
        return nil
    }

    /// The Set-Cookie field that keeps `token` for `seconds`.
    static func keeping(_ token: String, seconds: Int64, isSecure: Bool) -> String {
        "\(name)=\(token); Max-Age=\(max(seconds, 0)); Path=/; HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }

    /// The Set-Cookie field that takes the cookie away.
    static func clearing(isSecure: Bool) -> String { keeping("", seconds: 0, isSecure: isSecure) }
}
