import ByteCoding

/// A client's opening handshake, checked (RFC 6455 section 4.2.1), and the server's answer to it.
///
/// It works on values, so that it needs no HTTP parser, and takes SHA-1 as a closure, so that it needs no crypto.
package struct WebSocketHandshake: Hashable, Sendable {
    /// Why a request opens no WebSocket.
    package enum Failure: Error, Hashable, Sendable {
        case methodNotGET
        /// HTTP/1.0, which has no Upgrade.
        case versionTooOld
        /// No `websocket` in Upgrade: an ordinary request for an address that speaks WebSocket only.
        case notAnUpgrade
        /// No `upgrade` in Connection.
        case notForThisConnection
        /// A WebSocket version other than 13, or none.
        case unsupportedVersion
        /// A key that is missing, repeated, or not 16 bytes in Base64.
        case invalidKey
        /// A subprotocol that is no token, or is offered twice.
        case invalidProtocols
        case invalidExtensions

        package var status: UInt16 {
            switch self {
            case .methodNotGET: 405
            case .notAnUpgrade, .unsupportedVersion: 426
            default: 400
            }
        }

        /// Fields that the refusal must carry.
        package var headers: [(name: String, value: String)] {
            switch self {
            case .methodNotGET: [("Allow", "GET")]
            case .notAnUpgrade, .unsupportedVersion:
                [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13")]
            default: []
            }
        }
    }

    /// As it was sent; it decodes to 16 bytes.
    package let key: String
    /// The subprotocols that the client speaks, the one it likes best first.
    package let protocols: [String]
    package let extensions: [WebSocketExtensionOffer]

    /// Checks a request; `fields` answers the values of all fields of a name, which it finds in any case.
    package init(
        method: String, isHTTP11: Bool, fields: (_ name: String) -> [String]
    ) throws(Failure) {
        guard method == "GET" else { throw .methodNotGET }
        guard isHTTP11 else { throw .versionTooOld }
        guard Self.lists("websocket", fields("Upgrade")) else { throw .notAnUpgrade }
        guard Self.lists("upgrade", fields("Connection")) else { throw .notForThisConnection }
        guard fields("Sec-WebSocket-Version") == ["13"] else { throw .unsupportedVersion }
        let keys = fields("Sec-WebSocket-Key")
        guard keys.count == 1, let key = keys.first, Base64.decode(Array(key.utf8))?.count == 16 else {
            throw .invalidKey
        }
        self.key = key
        guard let protocols = HeaderTokens.list(fields("Sec-WebSocket-Protocol")),
            Set(protocols).count == protocols.count
        else { throw .invalidProtocols }
        self.protocols = protocols
        guard let extensions = WebSocketExtensionOffer.parse(fields("Sec-WebSocket-Extensions")) else {
            throw .invalidExtensions
        }
        self.extensions = extensions
    }

    /// The first of the client's subprotocols that `supported` has, compared by exact case.
    package func selectProtocol(from supported: [String]) -> String? {
        protocols.first { supported.contains($0) }
    }

    /// The fields of a `101 Switching Protocols` answer; `selected` is one of `protocols`, and `sha1` gives the
    /// 20 bytes of SHA-1.
    package func answer(
        protocol selected: String? = nil, deflate: PerMessageDeflate? = nil, sha1: ([UInt8]) -> [UInt8]
    ) -> [(name: String, value: String)] {
        var headers = [
            (name: "Upgrade", value: "websocket"), (name: "Connection", value: "Upgrade"),
            (name: "Sec-WebSocket-Accept", value: Self.accept(for: key, sha1: sha1)),
        ]
        if let selected { headers.append(("Sec-WebSocket-Protocol", selected)) }
        if let deflate { headers.append(("Sec-WebSocket-Extensions", deflate.responseValue)) }
        return headers
    }

    /// The value of Sec-WebSocket-Accept that proves the key was understood (RFC 6455 section 4.2.2).
    package static func accept(for key: String, sha1: ([UInt8]) -> [UInt8]) -> String {
        let proof = Array(key.utf8) + Array("258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)
        return String(decoding: Base64.encode(sha1(proof)), as: UTF8.self)
    }

    private static func lists(_ token: String, _ fields: [String]) -> Bool {
        for field in fields {
            for member in field.utf8.split(separator: 0x2C) {
                var reader = HeaderTokens(String(decoding: member, as: UTF8.self))
                // Upgrade's members may carry a version after a slash, which makes them others.
                if reader.skipsToMember(), let found = reader.token(), reader.endsMember(),
                    HeaderTokens.equal(found, token)
                {
                    return true
                }
            }
        }
        return false
    }
}
