/// What a Range field asks for of a representation of known size (RFC 9110 section 14.2).
package enum HTTPByteRanges: Hashable, Sendable {
    /// Send the whole: there is no Range, or one to be ignored.
    case whole
    /// Send these, in this order; each lies within the representation and is not empty.
    case parts([Range<Int>])
    /// Answer 416: nothing of what is asked for is there.
    case unsatisfiable

    /// - Parameters:
    ///   - size: bytes of the representation.
    ///   - maximumParts: a longer list is ignored, and so is one whose parts together are longer than the whole: both
    ///     would cost more than they save (RFC 9110 section 17.15).
    package init(_ headers: HTTPHeaders, size: Int, maximumParts: Int = 16) {
        let lines = headers.all("range")
        guard lines.count == 1, let specifications = Self.specifications(lines[0], maximumParts) else {
            self = .whole
            return
        }
        var parts: [Range<Int>] = []
        var total = 0
        for specification in specifications {
            guard let part = specification.within(size) else { continue }
            parts.append(part)
            total += part.count
            guard total <= size else {
                self = .whole
                return
            }
        }
        // Of an empty representation there is no part to tell the client of, so it gets all of it.
        if parts.isEmpty { self = size == 0 ? .whole : .unsatisfiable } else { self = .parts(parts) }
    }

    private enum Specification {
        case from(Int, through: Int)
        case suffix(Int)

        /// Nil where nothing of it is there.
        func within(_ size: Int) -> Range<Int>? {
            switch self {
            case .from(let first, let last):
                guard first < size else { return nil }
                return first..<(last < size ? last + 1 : size)
            case .suffix(let count):
                guard count > 0, size > 0 else { return nil }
                return max(0, size - count)..<size
            }
        }
    }

    /// Nil where the field is to be ignored: another unit, a broken list, an end before its start, too many members.
    private static func specifications(_ text: String, _ maximum: Int) -> [Specification]? {
        let bytes = Array(text.utf8)
        guard HTTPByte.hasPrefix(bytes.span, "bytes=") else { return nil }
        var specifications: [Specification] = []
        for member in bytes[6...].split(separator: 0x2C, omittingEmptySubsequences: true) {
            let member = Array(member)
            let inner = HTTPByte.trimmed(member.span)
            guard !inner.isEmpty else { continue }
            guard specifications.count < maximum, let one = specification(member[inner]) else { return nil }
            specifications.append(one)
        }
        return specifications.isEmpty ? nil : specifications
    }

    private static func specification(_ member: ArraySlice<UInt8>) -> Specification? {
        guard let dash = member.firstIndex(of: 0x2D) else { return nil }
        let (before, after) = (member[..<dash], member[(dash + 1)...])
        if before.isEmpty { return number(after).map { .suffix($0) } }
        guard let first = number(before) else { return nil }
        guard !after.isEmpty else { return .from(first, through: Int.max - 1) }
        guard let last = number(after), first <= last else { return nil }
        return .from(first, through: last)
    }

    /// Digits only; what no Int holds lies past every end.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy(HTTPByte.isDigit) else { return nil }
        var value = 0
        for digit in digits {
            let (tens, tensOverflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, sumOverflow) = tens.addingReportingOverflow(Int(digit &- 0x30))
            guard !tensOverflow, !sumOverflow else { return Int.max - 1 }
            value = sum
        }
        return value
    }
}
