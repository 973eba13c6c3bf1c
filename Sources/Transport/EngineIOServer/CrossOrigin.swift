internal import HTTPCodec

/// What a response says about who may read it (Fetch Standard, "CORS protocol").
struct CrossOrigin: Sendable {
    private let decision: OriginPolicy.Decision

    init(_ decision: OriginPolicy.Decision) { self.decision = decision }

    var isRefused: Bool { decision == .refused }

    func add(to headers: inout HTTPHeaders) {
        switch decision {
        case .refused, .allowed: break
        case .allowedForAll: headers.add("Access-Control-Allow-Origin", "*")
        case .allowedOrigin(let origin):
            headers.add("Access-Control-Allow-Origin", origin)
            headers.add("Access-Control-Allow-Credentials", "true")
            headers.add("Vary", "Origin")
        }
    }

    /// What a preflight is told; `requested` are the fields that the page wants to send.
    func addPreflight(to headers: inout HTTPHeaders, requested: String?) {
        add(to: &headers)
        switch decision {
        case .refused, .allowed: break
        case .allowedForAll, .allowedOrigin:
            headers.add("Access-Control-Allow-Methods", "GET, POST")
            headers.add("Access-Control-Allow-Headers", requested ?? "Content-Type")
            headers.add("Access-Control-Max-Age", "600")
        }
    }
}
