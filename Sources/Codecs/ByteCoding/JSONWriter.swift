/// Writes JSON in order, without white space, and puts the commas itself.
///
/// The caller opens and closes containers in pairs and names each member of an object; nothing checks that.
///
/// What is called most is never compiled into its callers: the client core has a thousand of them, and a browser waits for its
/// size.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8]
    /// Where this writer's own text begins in `bytes`.
    private let start: Int

    package init() {
        self.init(start: 0)
        // Most values are short: one allocation instead of one at each doubling.
        bytes.reserveCapacity(128)
    }

    private init(start: Int) {
        bytes = []
        self.start = start
    }

    /// Writes values behind what `bytes` holds already (a packet's header, say) without copying it.
    package static func append(to bytes: inout [UInt8], _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(start: bytes.count)
        swap(&writer.bytes, &bytes)
        write(&writer)
        swap(&writer.bytes, &bytes)
    }

    @inline(never) package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    @inline(never) package mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    @inline(never) package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    @inline(never) package mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    /// The name of the member whose value is written next.
    @inline(never) package mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
    }

    @inline(never) package mutating func null() { word("null") }

    @inline(never) package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    /// An integer of at most 64 bits, in full. JavaScript reads it exactly up to 2^53.
    @inlinable package mutating func int(_ value: some FixedWidthInteger) {
        decimal(UInt64(truncatingIfNeeded: value.magnitude), isNegative: value < 0)
    }

    /// The shortest digits that read back as the same double; null for infinity and NaN, as in JavaScript.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    @inline(never) package mutating func string(_ value: String) {
        separate()
        quote(value)
    }

    /// `text` must be one whole JSON value; it is not checked.
    package mutating func raw(_ text: Span<UInt8>) {
        separate()
        text.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }

    /// `text` must be one whole JSON value; it is not checked.
    @inline(never) package mutating func raw(_ text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
    }

    package mutating func value(_ value: JSON) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .int(let value): int(value)
        case .double(let value): double(value)
        case .string(let value): string(value)
        case .array(let values):
            beginArray()
            for value in values { self.value(value) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                key(member.key)
                self.value(member.value)
            }
            endObject()
        }
    }

    /// Every whole value ends in a byte other than these four, so the last byte tells whether one came before.
    private mutating func separate() {
        guard bytes.count > start, let last = bytes.last else { return }
        switch last {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): return
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func word(_ word: StaticString) {
        separate()
        word.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    @usableFromInline package mutating func decimal(_ magnitude: UInt64, isNegative: Bool) {
        separate()
        if isNegative { bytes.append(UInt8(ascii: "-")) }
        var rest = magnitude
        repeat {
            bytes.append(0)
            rest /= 10
        } while rest > 0
        rest = magnitude
        var place = bytes.count
        repeat {
            place &-= 1
            bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in 0..<utf8.count {
                let byte = utf8[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                escape(byte)
                start = index &+ 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0a: bytes.append(UInt8(ascii: "n"))
        case 0x0c: bytes.append(UInt8(ascii: "f"))
        case 0x0d: bytes.append(UInt8(ascii: "r"))
        case 0x00..<0x20:
            for letter in [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")] { bytes.append(letter) }
            bytes.append(UInt8(ascii: "0") &+ byte >> 4)
            let low = byte & 0x0f
            bytes.append(low < 10 ? UInt8(ascii: "0") &+ low : UInt8(ascii: "a") &+ low &- 10)
        default: bytes.append(byte)
        }
    }
}

extension JSON {
    /// The value as UTF-8 text without white space.
    public func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}
