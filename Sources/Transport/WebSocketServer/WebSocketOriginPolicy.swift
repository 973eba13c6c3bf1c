/// Whether a request's Origin may open a WebSocket (RFC 6455 section 10.2).
package enum WebSocketOriginPolicy: Sendable {
    /// Every request: the caller has checked the origin, or nothing here depends on cookies.
    case any
    /// The host and port that the request itself was sent to, the origins of `and`, and requests without an origin,
    /// which no browser sends. The scheme is not compared: behind a proxy that ends TLS the server cannot know it.
    case sameOrigin(and: Set<String> = [])
    /// These origins, such as `https://chat.example`, and requests without one.
    case listed(Set<String>)
    /// What the closure says; nil stands for a request without an origin.
    case custom(@Sendable (_ origin: String?) -> Bool)

    /// `origins` are the values of all Origin fields: more than one is allowed nothing. `authority` is the host and port
    /// that the request was sent to.
    func allows(_ origins: [String], authority: String) -> Bool {
        guard origins.count <= 1 else {
            if case .any = self { return true }
            return false
        }
        let origin = origins.first
        switch self {
        case .any: return true
        case .sameOrigin(let others): return origin.map { others.contains($0) || isSame($0, authority) } ?? true
        case .listed(let listed): return origin.map { listed.contains($0) } ?? true
        case .custom(let isAllowed): return isAllowed(origin)
        }
    }

    private func isSame(_ origin: String, _ authority: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.hasPrefix(scheme) {
            return !authority.isEmpty && origin.dropFirst(scheme.count) == authority
        }
        return false
    }
}
