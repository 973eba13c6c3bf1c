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

    /// `2026-11-30 12:05 UTC`, by the Gregorian calendar. Years before 1 and after 9999 are held there.
    package var utc: String {
        let minutes = min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999).floorDivided(by: 60_000)
        let days = minutes.floorDivided(by: 1440)
        let minute = minutes - days * 1440
        // Counted from 1 March of the year 0, so that a leap day is its year's last (H. Hinnant, "chrono-compatible
        // low-level date algorithms").
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        let year = yearOfEra + era * 400 + (isNextYear ? 1 : 0)
        let date = "\(year.padded(4))-\((isNextYear ? month - 9 : month + 3).padded(2))-\(day.padded(2))"
        return "\(date) \((minute / 60).padded(2)):\((minute % 60).padded(2)) UTC"
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self + 1) / divisor - 1
    }

    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
