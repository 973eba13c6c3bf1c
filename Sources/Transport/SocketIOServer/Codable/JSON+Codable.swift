public import ByteCoding

/// Any JSON may stand in an event, beside and within values of the application's own types.
extension JSON: Codable {
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? JSONValueDecoder {
            self = decoder.value
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([JSON].self) {
            self = .array(values)
        } else {
            let members = try container.decode([String: JSON].self)
            self = .object(JSONObject(members: members.map { ($0.key, $0.value) }))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let object):
            let members = object.members.map { ($0.key, $0.value) }
            try container.encode(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// `value` as JSON. Throws `EncodingError` with the path of what has no JSON form; bytes (`[UInt8]`) have none here,
    /// as they travel beside an event's JSON.
    public init(encoding value: some Encodable) throws {
        let payload = try EventPayload(encoding: value)
        guard payload.attachments.isEmpty, let json = payload.arguments.first else {
            let context = EncodingError.Context(codingPath: [], debugDescription: "bytes have no JSON form")
            throw EncodingError.invalidValue(value, context)
        }
        self = json
    }

    /// Reads a value of the application's type. Throws `DecodingError` with the path of what does not fit.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONValueDecoder(value: self, attachments: [], codingPath: []).read(type)
    }
}
