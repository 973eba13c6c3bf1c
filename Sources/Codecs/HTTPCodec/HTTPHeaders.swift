/// Header fields in their order, with names compared without regard to ASCII case (RFC 9110 section 5).
///
/// The fields lie in one byte array with their places beside it: a parsed head costs two allocations however many
/// fields it has, and a String is made only for a value that is asked for. Whatever is added is made safe to write:
/// no stored name or value holds CR, LF, NUL or another control byte.
package struct HTTPHeaders: Sendable {
    struct Field: Sendable {
        var name: Range<Int>
        var value: Range<Int>
    }

    private(set) var storage: [UInt8]
    private(set) var fields: [Field]

    package init() {
        storage = []
        fields = []
    }

    /// Takes fields whose bytes the parser has checked; every range lies within `storage`.
    init(storage: [UInt8], fields: [Field]) {
        self.storage = storage
        self.fields = fields
    }

    package var count: Int { fields.count }
    package var isEmpty: Bool { fields.isEmpty }

    /// The value of the first field of that name; bytes that are not UTF-8 read as U+FFFD.
    package subscript(name: String) -> String? {
        for field in fields where isName(field, name) { return text(field.value) }
        return nil
    }

    /// The values of all fields of that name, in order.
    package func all(_ name: String) -> [String] {
        var values: [String] = []
        for field in fields where isName(field, name) { values.append(text(field.value)) }
        return values
    }

    package func contains(_ name: String) -> Bool {
        for field in fields where isName(field, name) { return true }
        return false
    }

    /// Whether a field of that name lists `token` among its comma-separated members, in any case
    /// (RFC 9110 section 5.6.1): how Connection and Upgrade are asked.
    package func lists(_ token: String, in name: String) -> Bool {
        for field in fields where isName(field, name) {
            var start = field.value.lowerBound
            while start < field.value.upperBound {
                var end = start
                while end < field.value.upperBound, storage[end] != 0x2C { end += 1 }
                if equals(trimmed(start..<end), token) { return true }
                start = end + 1
            }
        }
        return false
    }

    /// Each name as it was written, with its value, in order.
    package var pairs: [(name: String, value: String)] {
        fields.map { (text($0.name), text($0.value)) }
    }

    /// Appends a field; bytes of `value` that would break the head (CR, LF, NUL, other controls) become spaces.
    ///
    /// False, and nothing added, when `name` is no token.
    @discardableResult
    package mutating func add(_ name: String, _ value: String) -> Bool {
        guard !name.isEmpty, name.utf8.allSatisfy({ HTTPByte.isToken($0) }) else { return false }
        let nameStart = storage.count
        storage.append(contentsOf: name.utf8)
        let nameEnd = storage.count
        storage.append(contentsOf: value.utf8)
        for index in nameEnd..<storage.count where !HTTPByte.isFieldValue(storage[index]) {
            storage[index] = HTTPByte.space
        }
        fields.append(Field(name: nameStart..<nameEnd, value: trimmed(nameEnd..<storage.count)))
        return true
    }

    /// Replaces all fields of that name by one.
    @discardableResult
    package mutating func set(_ name: String, _ value: String) -> Bool {
        remove(name)
        return add(name, value)
    }

    package mutating func remove(_ name: String) {
        // The bytes stay behind unreferenced: heads are short-lived, and moving the rest would cost more.
        let before = self
        fields.removeAll { before.isName($0, name) }
    }

    /// Writes `name: value CRLF` for each field.
    package func encode(into output: inout [UInt8]) {
        for field in fields {
            output.append(contentsOf: storage[field.name])
            output.append(0x3A)
            output.append(HTTPByte.space)
            output.append(contentsOf: storage[field.value])
            output.append(HTTPByte.cr)
            output.append(HTTPByte.lf)
        }
    }

    private func isName(_ field: Field, _ name: String) -> Bool { equals(field.name, name) }

    private func equals(_ range: Range<Int>, _ text: String) -> Bool {
        guard range.count == text.utf8.count else { return false }
        var index = range.lowerBound
        for byte in text.utf8 {
            guard HTTPByte.lowercased(storage[index]) == HTTPByte.lowercased(byte) else { return false }
            index += 1
        }
        return true
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var lower = range.lowerBound
        var upper = range.upperBound
        while lower < upper, HTTPByte.isBlank(storage[lower]) { lower += 1 }
        while upper > lower, HTTPByte.isBlank(storage[upper - 1]) { upper -= 1 }
        return lower..<upper
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: storage[range], as: UTF8.self) }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init()
        for (name, value) in elements { add(name, value) }
    }
}

extension HTTPHeaders: Equatable {
    /// Same fields in the same order; names in any case.
    package static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
        guard left.fields.count == right.fields.count else { return false }
        for (one, other) in zip(left.fields, right.fields) {
            guard left.storage[one.value].elementsEqual(right.storage[other.value]),
                left.storage[one.name].elementsEqual(
                    right.storage[other.name], by: { HTTPByte.lowercased($0) == HTTPByte.lowercased($1) })
            else { return false }
        }
        return true
    }
}
