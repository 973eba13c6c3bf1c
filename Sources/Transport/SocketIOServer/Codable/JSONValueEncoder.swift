internal import ByteCoding

/// Encodes values of any `Encodable` type as JSON, without Foundation.
struct JSONValueEncoder: Encoder {
    /// Containers within one another at most: as many as the reader at the other end takes.
    static let maxDepth = JSONLimits.standard.maxDepth

    let slot: EncodingSlot
    let attachments: AttachmentList
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    static func encode(_ value: some Encodable, argument: Int, _ attachments: AttachmentList) throws -> JSON {
        let slot = EncodingSlot()
        try JSONValueEncoder(slot: slot, attachments: attachments, codingPath: [ArgumentKey(intValue: argument)])
            .write(value)
        return slot.json()
    }

    /// Puts `value` into the slot.
    func write<Value: Encodable>(_ value: Value) throws {
        guard codingPath.count <= Self.maxDepth else { throw invalid(value, "nested too deeply") }
        if let json = value as? JSON { return slot.set(json) }
        // A cast would also take an empty array of anything.
        if type(of: value) == [UInt8].self, let bytes = value as? [UInt8] {
            return slot.set(.attachment(attachments.add(bytes)))
        }
        try value.encode(to: self)
    }

    func invalid(_ value: Any, _ reason: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: reason))
    }

    /// The encoder of a value within this one.
    fileprivate func within(_ slot: EncodingSlot, _ key: some CodingKey) -> JSONValueEncoder {
        JSONValueEncoder(slot: slot, attachments: attachments, codingPath: codingPath + [key])
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.beginObject()
        return KeyedEncodingContainer(KeyedWriter<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.beginArray()
        return UnkeyedWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(encoder: self) }
}

private struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    private func member(_ key: some CodingKey) -> JSONValueEncoder {
        encoder.within(encoder.slot.member(key.stringValue), key)
    }

    func encodeNil(forKey key: Key) { member(key).slot.set(.null) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try member(key).write(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { member(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { member(SuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

private struct UnkeyedWriter: UnkeyedEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.slot.elementCount }

    private func element() -> JSONValueEncoder {
        let key = ArgumentKey(intValue: count)
        return encoder.within(encoder.slot.appendElement(), key)
    }

    func encodeNil() { element().slot.set(.null) }
    func encode<Value: Encodable>(_ value: Value) throws { try element().write(value) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
    func superEncoder() -> any Encoder { element() }
}

private struct SingleWriter: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.slot.set(.null) }
    func encode(_ value: Bool) { encoder.slot.set(.bool(value)) }
    func encode(_ value: String) { encoder.slot.set(.string(value)) }
    func encode(_ value: Float) throws { try encode(Double(value)) }
    func encode(_ value: Int) throws { try integer(value) }
    func encode(_ value: Int8) throws { try integer(value) }
    func encode(_ value: Int16) throws { try integer(value) }
    func encode(_ value: Int32) throws { try integer(value) }
    func encode(_ value: Int64) throws { try integer(value) }
    func encode(_ value: UInt) throws { try integer(value) }
    func encode(_ value: UInt8) throws { try integer(value) }
    func encode(_ value: UInt16) throws { try integer(value) }
    func encode(_ value: UInt32) throws { try integer(value) }
    func encode(_ value: UInt64) throws { try integer(value) }
    func encode(_ value: some Encodable) throws { try encoder.write(value) }

    func encode(_ value: Double) throws {
        guard value.isFinite else { throw encoder.invalid(value, "JSON has no infinity and no NaN") }
        encoder.slot.set(.double(value))
    }

    private func integer(_ value: some FixedWidthInteger) throws {
        guard let whole = Int64(exactly: value) else { throw encoder.invalid(value, "past 64 bits with sign") }
        encoder.slot.set(.int(whole))
    }
}

/// Where a class keeps what its superclass encodes.
struct SuperKey: CodingKey {
    var stringValue: String { "super" }
    var intValue: Int? { nil }
    init() {}
    init?(stringValue: String) { if stringValue != "super" { return nil } }
    init?(intValue: Int) { nil }
}
