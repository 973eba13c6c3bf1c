public import ByteCoding
internal import SocketIOCodec

/// What an event or an acknowledgement carries besides its name: JSON, and the binary that travels beside it.
public struct EventPayload: Hashable, Sendable {
    /// Where an attachment belongs, a value holds `JSON.attachment` of its number.
    public var arguments: [JSON]
    /// The binary, by its number.
    public var attachments: [[UInt8]]

    /// A payload of JSON; where one of `attachments` belongs, `arguments` hold `JSON.attachment` of its number.
    public init(arguments: [JSON] = [], attachments: [[UInt8]] = []) {
        self.arguments = arguments
        self.attachments = attachments
    }

    /// Each of `values` is one argument; each `[UInt8]` within them becomes an attachment. Throws `EncodingError`, with
    /// the path below the argument's number, for what has no JSON form and for what is nested more than 64 deep.
    public init<each Value: Encodable>(encoding values: repeat each Value) throws {
        let attachments = AttachmentList()
        var arguments: [JSON] = []
        for value in repeat each values {
            arguments.append(try JSONValueEncoder.encode(value, argument: arguments.count, attachments))
        }
        self.init(arguments: arguments, attachments: attachments.items)
    }

    /// Reads the argument at `index`. Throws `DecodingError` when there is none or it does not fit; an optional reads
    /// a missing argument as nil.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, at index: Int = 0) throws -> Value {
        let value = arguments.indices.contains(index) ? arguments[index] : .null
        let path = [ArgumentKey(intValue: index)]
        guard arguments.indices.contains(index) || type is any ExpressibleByNilLiteral.Type else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path, debugDescription: "the event has \(arguments.count) arguments"))
        }
        return try JSONValueDecoder(value: value, attachments: attachments, codingPath: path).read(type)
    }

    /// Reads the first arguments, one for each of `types`.
    func decodeEach<each Value: Decodable>(_ types: repeat (each Value).Type) throws -> (repeat each Value) {
        var index = -1
        func next<Argument: Decodable>(_ type: Argument.Type) throws -> Argument {
            index += 1
            return try decode(type, at: index)
        }
        return (repeat try next(each types))
    }
}

/// Names an argument by its number, and an element of an array.
struct ArgumentKey: CodingKey {
    let intValue: Int?
    var stringValue: String { "\(intValue ?? 0)" }

    init(intValue: Int) { self.intValue = intValue }

    init?(stringValue: String) {
        guard let number = Int(stringValue) else { return nil }
        intValue = number
    }
}

extension JSON {
    /// Stands where the attachment of that number belongs.
    public static func attachment(_ number: Int) -> JSON { SocketIOPlaceholder.make(number) }

    /// The number of the attachment that this stands for; nil when it stands for none.
    public var attachmentNumber: Int? { SocketIOPlaceholder.number(self) }
}
