/// Where an event stands in the whole log. Clients return it and never compare it (docs/protocol.md, "Places").
///
/// Places grow with the commit order; what has a place up to `p` is visible to every reader that was told `p`.
package struct Place: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reads what `description` prints; anything else is nil.
    package init?(_ text: String) {
        guard let value = Base32.decode(text), value <= UInt64(Int64.max) else { return nil }
        self.rawValue = value
    }

    /// Before every event.
    package static let start = Place(rawValue: 0)

    package var description: String { Base32.encode(rawValue) }

    package static func < (left: Place, right: Place) -> Bool { left.rawValue < right.rawValue }
}
