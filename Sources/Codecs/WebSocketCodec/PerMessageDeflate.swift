/// What two endpoints agreed on for permessage-deflate (RFC 7692 section 7.1).
package struct PerMessageDeflate: Hashable, Sendable {
    /// The server compresses each message on its own.
    package var serverNoContextTakeover: Bool
    /// The client compresses each message on its own.
    package var clientNoContextTakeover: Bool
    /// The base-2 logarithm of the server's compression window, 8...15.
    package var serverMaxWindowBits: Int
    /// The base-2 logarithm of the client's compression window, 8...15.
    package var clientMaxWindowBits: Int
    /// The offer named the server's window, so the answer must too, also when it is 15 (RFC 7692 section 7.1.2.1).
    package var isServerWindowNamed: Bool

    /// What a server is willing to agree on.
    package struct Policy: Hashable, Sendable {
        /// Asks for a fresh context each message whatever the client offers.
        package var serverNoContextTakeover: Bool
        package var clientNoContextTakeover: Bool
        /// The largest windows the server wants to keep, 8...15.
        package var serverMaxWindowBits: Int
        package var clientMaxWindowBits: Int
        /// The smallest window that the server compresses with, 8...15; an offer that asks for a smaller one is
        /// declined.
        package var serverMinWindowBits: Int

        package init(
            serverNoContextTakeover: Bool = true, clientNoContextTakeover: Bool = true, serverMaxWindowBits: Int = 15,
            clientMaxWindowBits: Int = 15, serverMinWindowBits: Int = 8
        ) {
            self.serverNoContextTakeover = serverNoContextTakeover
            self.clientNoContextTakeover = clientNoContextTakeover
            self.serverMaxWindowBits = min(max(serverMaxWindowBits, 8), 15)
            self.clientMaxWindowBits = min(max(clientMaxWindowBits, 8), 15)
            self.serverMinWindowBits = min(max(serverMinWindowBits, 8), 15)
        }
    }

    /// The first of the client's offers that the policy can meet; nil when none is, and the connection goes without.
    package static func negotiate(
        _ offers: [WebSocketExtensionOffer], policy: Policy = Policy()
    ) -> PerMessageDeflate? {
        for offer in offers where HeaderTokens.equal(offer.name, "permessage-deflate") {
            if let offered = Offer(offer.parameters), let agreed = offered.meet(policy) { return agreed }
        }
        return nil
    }

    /// The member of the answer's Sec-WebSocket-Extensions. A window of 15 bits goes unsaid unless it must be named.
    package var responseValue: String {
        var value = "permessage-deflate"
        if serverNoContextTakeover { value += "; server_no_context_takeover" }
        if clientNoContextTakeover { value += "; client_no_context_takeover" }
        if serverMaxWindowBits < 15 || isServerWindowNamed {
            value += "; server_max_window_bits=\(serverMaxWindowBits)"
        }
        if clientMaxWindowBits < 15 { value += "; client_max_window_bits=\(clientMaxWindowBits)" }
        return value
    }
}

/// One well-formed offer.
private struct Offer {
    var serverNoContextTakeover = false
    var clientNoContextTakeover = false
    var serverMaxWindowBits: Int?
    /// Nil when the client cannot be told a window, 15 when it leaves the size open.
    var clientMaxWindowBits: Int?

    /// Nil for a parameter that is unknown, repeated, or has a value it may not have: such an offer must be declined
    /// (RFC 7692 section 7.1).
    init?(_ parameters: [WebSocketExtensionOffer.Parameter]) {
        for parameter in parameters {
            switch parameter.name {
            case "server_no_context_takeover":
                guard !serverNoContextTakeover, parameter.value == nil else { return nil }
                serverNoContextTakeover = true
            case "client_no_context_takeover":
                guard !clientNoContextTakeover, parameter.value == nil else { return nil }
                clientNoContextTakeover = true
            case "server_max_window_bits":
                guard serverMaxWindowBits == nil, let bits = Self.windowBits(parameter.value) else { return nil }
                serverMaxWindowBits = bits
            case "client_max_window_bits":
                guard clientMaxWindowBits == nil else { return nil }
                guard let value = parameter.value else {
                    clientMaxWindowBits = 15
                    continue
                }
                guard let bits = Self.windowBits(value) else { return nil }
                clientMaxWindowBits = bits
            default: return nil
            }
        }
    }

    func meet(_ policy: PerMessageDeflate.Policy) -> PerMessageDeflate? {
        let server = min(serverMaxWindowBits ?? 15, policy.serverMaxWindowBits)
        guard server >= policy.serverMinWindowBits else { return nil }
        // A client that does not say `client_max_window_bits` may not be told a size, and uses up to 15.
        guard clientMaxWindowBits != nil || policy.clientMaxWindowBits == 15 else { return nil }
        return PerMessageDeflate(
            serverNoContextTakeover: serverNoContextTakeover || policy.serverNoContextTakeover,
            clientNoContextTakeover: clientNoContextTakeover || policy.clientNoContextTakeover,
            serverMaxWindowBits: server,
            clientMaxWindowBits: min(clientMaxWindowBits ?? 15, policy.clientMaxWindowBits),
            isServerWindowNamed: serverMaxWindowBits != nil)
    }

    /// 8...15 in decimal without leading zeros.
    private static func windowBits(_ value: String?) -> Int? {
        switch value {
        case "8": 8
        case "9": 9
        case "10": 10
        case "11": 11
        case "12": 12
        case "13": 13
        case "14": 14
        case "15": 15
        default: nil
        }
    }
}
