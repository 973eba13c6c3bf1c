/// One member of Sec-WebSocket-Extensions (RFC 6455 section 9.1).
package struct WebSocketExtensionOffer: Hashable, Sendable {
    package struct Parameter: Hashable, Sendable {
        package var name: String
        /// Without its quotes.
        package var value: String?
    }

    package var name: String
    package var parameters: [Parameter]

    /// More members than any honest client offers.
    static let maximumOffers = 32

    /// The members of all fields in order of preference; nil when one breaks the grammar, on which the handshake fails.
    package static func parse(_ fields: [String]) -> [WebSocketExtensionOffer]? {
        var offers: [WebSocketExtensionOffer] = []
        for field in fields {
            var reader = HeaderTokens(field)
            while reader.skipsToMember() {
                guard offers.count < maximumOffers, let offer = one(from: &reader) else { return nil }
                offers.append(offer)
            }
        }
        return offers
    }

    private static func one(from reader: inout HeaderTokens) -> WebSocketExtensionOffer? {
        guard let name = reader.token() else { return nil }
        var offer = WebSocketExtensionOffer(name: name, parameters: [])
        while reader.takes(0x3B) {
            guard let name = reader.token() else { return nil }
            var value: String?
            if reader.takes(0x3D) {
                guard let given = reader.tokenOrQuoted() else { return nil }
                value = given
            }
            offer.parameters.append(Parameter(name: name, value: value))
        }
        return reader.endsMember() ? offer : nil
    }
}
