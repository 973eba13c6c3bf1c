extension HTTPDate {
    /// Seconds since 1970 of a date in any of the three forms that a server must take (RFC 9110 section 5.6.7):
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
    ///
    /// Nil for everything else, dates that no calendar has among them. The weekday is not held against the date. Two
    /// digits of a year mean the century that `now` (seconds since 1970) is in, unless that were more than 50 years
    /// ahead of it.
    package static func parse(_ text: String, now: Int64 = 1_767_225_600) -> Int64? {
        var reader = DateReader(bytes: Array(text.utf8))
        return reader.fixdate() ?? reader.obsolete(now) ?? reader.asctime()
    }
}

/// Reads one date; each form starts over.
private struct DateReader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func fixdate() -> Int64? {
        index = 0
        guard weekday(Self.shortDays), take(", "), let day = number(2), take(" "), let month = month(), take(" "),
            let year = number(4), take(" "), let time = time(), take(" GMT"), index == bytes.count
        else { return nil }
        return seconds(year, month, day, time)
    }

    mutating func obsolete(_ now: Int64) -> Int64? {
        index = 0
        guard weekday(Self.longDays), take(", "), let day = number(2), take("-"), let month = month(), take("-"),
            let short = number(2), take(" "), let time = time(), take(" GMT"), index == bytes.count
        else { return nil }
        // An average year of the calendar is exact enough to tell centuries apart.
        let present = 1970 + Int(clamping: now / 31_556_952)
        var year = present - present % 100 + short
        if year > present + 50 { year -= 100 }
        return seconds(year, month, day, time)
    }

    mutating func asctime() -> Int64? {
        index = 0
        guard weekday(Self.shortDays), take(" "), let month = month(), take(" "),
            let day = take(" ") ? number(1) : number(2), take(" "), let time = time(), take(" "),
            let year = number(4), index == bytes.count
        else { return nil }
        return seconds(year, month, day, time)
    }

    private static let shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private mutating func take(_ text: String) -> Bool {
        let end = index + text.utf8.count
        guard end <= bytes.count, bytes[index..<end].elementsEqual(text.utf8) else { return false }
        index = end
        return true
    }

    private mutating func weekday(_ names: [String]) -> Bool {
        for name in names where take(name) { return true }
        return false
    }

    private mutating func month() -> Int? {
        for (place, name) in Self.months.enumerated() where take(name) { return place + 1 }
        return nil
    }

    /// Exactly `digits` digits.
    private mutating func number(_ digits: Int) -> Int? {
        guard bytes.count - index >= digits else { return nil }
        var value = 0
        for byte in bytes[index..<(index + digits)] {
            guard HTTPByte.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte &- 0x30)
        }
        index += digits
        return value
    }

    /// Seconds of the day; a leap second counts as the one before it.
    private mutating func time() -> Int? {
        guard let hour = number(2), take(":"), let minute = number(2), take(":"), let second = number(2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + min(second, 59)
    }

    private func seconds(_ year: Int, _ month: Int, _ day: Int, _ time: Int) -> Int64? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard day >= 1, day <= length else { return nil }
        // Counted from March, so that a leap day is the last of its year; see `HTTPDate.civil`.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468) * 86_400 + Int64(time)
    }
}
