/// Which web pages may talk to the server (the Origin field, RFC 6454 section 7, and CORS).
///
/// Requests without an Origin field come from programs that are not browsers, or from pages of the server's own, and
/// are let through; but one that carries a cookie must show an allowed Origin (or `Sec-Fetch-Site: same-origin`, which
/// browsers send where they leave the Origin out), so that no foreign page can act with its visitor's cookie.
public struct OriginPolicy: Hashable, Sendable {
    /// Origins as browsers write them: `https://chat.example`, without a path.
    public var origins: Set<String>
    /// Whether an Origin with the host and port of the request's own Host field is allowed.
    public var allowsSameOrigin: Bool
    /// Whether every origin is allowed, with its credentials. For tests and for services without cookies.
    public var allowsAny: Bool

    public init(origins: Set<String> = [], allowsSameOrigin: Bool = true, allowsAny: Bool = false) {
        self.origins = origins
        self.allowsSameOrigin = allowsSameOrigin
        self.allowsAny = allowsAny
    }

    /// Only pages that the server itself serves.
    public static let sameOrigin = OriginPolicy()
    /// Every page.
    public static let any = OriginPolicy(allowsAny: true)

    /// What a request's fields decide.
    package enum Decision: Hashable, Sendable {
        case refused
        /// Let through, with nothing to say about CORS.
        case allowed
        /// Let through, and the page of this origin may read the answer and send its credentials.
        case allowedOrigin(String)
        /// Let through, and any page may read the answer, without credentials.
        case allowedForAll
    }

    /// Decides by the request's fields; `authority` is the host and port that the request was sent to, `isSecure` whether
    /// it came over TLS.
    package func decide(
        origin: String?, authority: String, fetchSite: String?, hasCookie: Bool, isSecure: Bool = false
    ) -> Decision {
        guard let origin else {
            if allowsAny { return .allowedForAll }
            return !hasCookie || fetchSite == "same-origin" ? .allowed : .refused
        }
        if allowsAny || origins.contains(origin) { return .allowedOrigin(origin) }
        return allowsSameOrigin && isSame(origin, authority, isSecure) ? .allowed : .refused
    }

    // Of a request without TLS the scheme is not compared: behind a proxy that ends TLS the server cannot know it.
    private func isSame(_ origin: String, _ authority: String, _ isSecure: Bool) -> Bool {
        for scheme in isSecure ? ["https://"] : ["http://", "https://"] where origin.hasPrefix(scheme) {
            return !authority.isEmpty && origin.dropFirst(scheme.count) == authority
        }
        return false
    }
}
