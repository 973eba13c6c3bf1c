package import ByteCoding

/// The object that stands in a packet's JSON where a binary attachment belongs.
package enum SocketIOPlaceholder {
    package static func make(_ number: Int) -> JSON { ["_placeholder": true, "num": .int(Int64(number))] }

    /// The attachment's number; nil when `value` is no placeholder, or one whose number cannot be any attachment's.
    package static func number(_ value: JSON) -> Int? {
        guard isPlaceholder(value), let number = value["num"]?.intValue else { return nil }
        return Int(exactly: number)
    }

    /// True when every placeholder within `value` names one of `count` attachments.
    ///
    /// Recurses once a level, which the reader's depth limit bounds.
    package static func areInRange(_ value: JSON, count: Int) -> Bool {
        switch value {
        case .array(let values):
            for value in values where !areInRange(value, count: count) { return false }
            return true
        case .object(let object):
            if isPlaceholder(value) {
                guard let number = number(value) else { return false }
                return number >= 0 && number < count
            }
            for member in object.members where !areInRange(member.value, count: count) { return false }
            return true
        default: return true
        }
    }

    private static func isPlaceholder(_ value: JSON) -> Bool { value["_placeholder"]?.boolValue == true }
}
