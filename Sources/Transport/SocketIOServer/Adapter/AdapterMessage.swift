internal import ByteCoding

/// What nodes tell one another, as JSON.
enum AdapterMessage: Codable, Sendable {
    case broadcast(Address, AdapterEvent, isVolatile: Bool)
    case manage(Address, SocketCommand)
    case serverSide(namespace: String, AdapterEvent)
    /// Asks for the chosen sockets.
    case fetch(Address, request: Int, from: String)
    /// Asks the chosen sockets for acknowledgements.
    case ask(Address, AdapterEvent, timeout: Int, request: Int, from: String)
    case sockets(request: Int, [SocketFacts])
    case answers(request: Int, [AdapterEvent], missing: Int)

    /// Which sockets of which namespace.
    struct Address: Codable, Sendable {
        var namespace: String
        var rooms: [String]
        var except: [String]

        init(_ broadcast: Broadcast) {
            namespace = broadcast.namespace
            rooms = broadcast.selection.rooms
            except = broadcast.selection.except
        }

        func broadcast(on core: ServerCore, isVolatile: Bool = false) -> Broadcast {
            var broadcast = Broadcast(core: core, namespace: namespace)
            broadcast.selection = Selection(rooms: rooms, except: except)
            broadcast.isVolatile = isVolatile
            return broadcast
        }
    }

    struct SocketFacts: Codable, Sendable {
        var id: String
        var rooms: [String]
        var data: JSON
        var remoteAddress: String
    }

    /// Wraps at most this many levels around an event's arguments.
    private static let limits = JSONLimits(maxDepth: JSONLimits.standard.maxDepth + 8, maxElements: 1_000_000)

    init?(_ bytes: [UInt8]) {
        guard let json = try? JSON.parse(bytes, limits: Self.limits), let message = try? json.decode(Self.self)
        else { return nil }
        self = message
    }

    /// Nil for what has no JSON form; what came as JSON has one.
    var bytes: [UInt8]? { try? JSON(encoding: self).encoded() }
}

/// An event between nodes, its binary as base64.
struct AdapterEvent: Codable, Sendable {
    var name: String
    var arguments: [JSON]
    var attachments: [Attachment]

    struct Attachment: Codable, Sendable {
        var bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        /// Throws for what is no base64: an event without its binary is worse than none.
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let bytes = Base64.decode(Array(try container.decode(String.self).utf8)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64")
            }
            self.bytes = bytes
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(String(decoding: Base64.encode(bytes), as: UTF8.self))
        }
    }

    init(_ name: String, _ payload: EventPayload) {
        self.name = name
        arguments = payload.arguments
        attachments = payload.attachments.map { Attachment($0) }
    }

    var payload: EventPayload { EventPayload(arguments: arguments, attachments: attachments.map { $0.bytes }) }
}
