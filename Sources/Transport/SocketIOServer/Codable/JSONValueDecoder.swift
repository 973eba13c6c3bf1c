internal import ByteCoding

/// Decodes values of any `Decodable` type from JSON, without Foundation.
struct JSONValueDecoder: Decoder {
    let value: JSON
    /// The payload's binary, for the placeholders in `value`.
    let attachments: [[UInt8]]
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard codingPath.count <= JSONValueEncoder.maxDepth else { throw corrupted("nested too deeply") }
        if type == [UInt8].self, let number = value.attachmentNumber, attachments.indices.contains(number),
            let bytes = attachments[number] as? Value
        {
            return bytes
        }
        return try Value(from: self)
    }

    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
    }

    func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "found \(value.kind)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    fileprivate func within(_ value: JSON, _ key: some CodingKey) -> JSONValueDecoder {
        JSONValueDecoder(value: value, attachments: attachments, codingPath: codingPath + [key])
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let object = value.objectValue else { throw mismatch([String: JSON].self) }
        return KeyedDecodingContainer(KeyedReader<Key>(decoder: self, members: object.members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.arrayValue else { throw mismatch([JSON].self) }
        return UnkeyedReader(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleReader(decoder: self) }
}

private struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONValueDecoder
    private let members: [JSONObject.Member]
    /// Only where looking through the members would cost more: an object of a hostile client may have many.
    private let places: [String: Int]?

    init(decoder: JSONValueDecoder, members: [JSONObject.Member]) {
        self.decoder = decoder
        self.members = members
        places =
            members.count <= 8
            ? nil
            : Dictionary(
                members.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.key) } }

    private func find(_ key: some CodingKey) -> JSON? {
        let name = key.stringValue
        if let places { return places[name].map { members[$0].value } }
        return members.first { $0.key == name }?.value
    }

    private func member(_ key: some CodingKey) throws -> JSONValueDecoder {
        guard let value = find(key) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "no member \"\(key.stringValue)\""))
        }
        return decoder.within(value, key)
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.isNull }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).read(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try member(SuperKey()) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

private struct UnkeyedReader: UnkeyedDecodingContainer {
    let decoder: JSONValueDecoder
    let elements: [JSON]
    private(set) var currentIndex = 0

    init(decoder: JSONValueDecoder, elements: [JSON]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private func element(_ type: any Any.Type) throws -> JSONValueDecoder {
        let key = ArgumentKey(intValue: currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: codingPath + [key], debugDescription: "the array ends before"))
        }
        return decoder.within(elements[currentIndex], key)
    }

    mutating func decodeNil() throws -> Bool {
        guard try element(JSON.self).value.isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try element(type).read(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try element(JSON.self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element(JSON.self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element(JSON.self)
        currentIndex += 1
        return decoder
    }
}

private struct SingleReader: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNull }

    func decode(_ type: Bool.Type) throws -> Bool { try required(decoder.value.boolValue) }
    func decode(_ type: String.Type) throws -> String { try required(decoder.value.stringValue) }
    func decode(_ type: Double.Type) throws -> Double { try required(decoder.value.doubleValue) }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }

    private func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw decoder.mismatch(Value.self) }
        return value
    }

    private func integer<Value: FixedWidthInteger>() throws -> Value {
        guard decoder.value.doubleValue != nil else { throw decoder.mismatch(Value.self) }
        if let number = decoder.value.intValue, let value = Value(exactly: number) { return value }
        if case .double(let number) = decoder.value, let value = Value(exactly: number) { return value }
        throw decoder.corrupted("the number does not fit \(Value.self)")
    }
}

extension JSON {
    /// What it is, for an error's text.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .double: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
