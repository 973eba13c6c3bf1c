/// Milliseconds since 1970-01-01T00:00:00Z. For people to read: order, unread and sync use sequences only.
package struct Timestamp: Hashable, Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// This time and `seconds` more, held at the ends of the range instead of overflowing.
    package func advanced(bySeconds seconds: Int64) -> Timestamp {
        let (delta, overflowed) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, wrapped) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflowed || wrapped ? (seconds < 0 ? .min : .max) : sum)
    }
}
