/// A day of the Gregorian calendar (proleptic), from milliseconds since 1970 (the arithmetic of days and eras as
/// Howard Hinnant describes it).
struct CivilDay: Hashable, Sendable {
    let year: Int64
    let month: Int64
    let day: Int64

    /// `offset` is in minutes ahead of UTC. Times outside ±8.64e15 ms count as that bound.
    init(milliseconds: Int64, offset: Int64) {
        let bounded = min(max(milliseconds, -8_640_000_000_000_000), 8_640_000_000_000_000) + offset * 60_000
        var days = bounded / 86_400_000
        if bounded % 86_400_000 < 0 { days -= 1 }
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Grows with the days: year * 10000 + month * 100 + day.
    var number: Int64 { year * 10_000 + month * 100 + day }

    /// Such as `30 November 2026`.
    var text: String {
        let name: StaticString =
            switch month {
            case 1: "January"
            case 2: "February"
            case 3: "March"
            case 4: "April"
            case 5: "May"
            case 6: "June"
            case 7: "July"
            case 8: "August"
            case 9: "September"
            case 10: "October"
            case 11: "November"
            default: "December"
            }
        return "\(day) \(name.description) \(year)"
    }
}
