/// Dates as HTTP writes them: IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
package enum HTTPDate {
    private static let days: StaticString = "SunMonTueWedThuFriSat"
    private static let months: StaticString = "JanFebMarAprMayJunJulAugSepOctNovDec"
    private static let earliest: Int64 = -62_167_219_200
    private static let latest: Int64 = 253_402_300_799

    package static func string(unixSeconds: Int64) -> String {
        String(decoding: bytes(unixSeconds: unixSeconds), as: UTF8.self)
    }

    /// 29 bytes; seconds before year 0 or after year 9999 are taken to the nearest that four digits can name.
    package static func bytes(unixSeconds: Int64) -> [UInt8] {
        let seconds = min(max(unixSeconds, earliest), latest)
        let secondOfDay = Int(seconds - floorDivide(seconds, 86_400) * 86_400)
        let day = Int(floorDivide(seconds, 86_400))
        let (year, month, dayOfMonth) = civil(day)
        // 1 January 1970 was a Thursday.
        let weekday = ((day + 4) % 7 + 7) % 7
        var output: [UInt8] = []
        output.reserveCapacity(29)
        append(days, weekday, to: &output)
        output.append(contentsOf: [0x2C, 0x20])
        append(dayOfMonth, digits: 2, to: &output)
        output.append(0x20)
        append(months, month - 1, to: &output)
        output.append(0x20)
        append(year, digits: 4, to: &output)
        output.append(0x20)
        append(secondOfDay / 3600, digits: 2, to: &output)
        output.append(0x3A)
        append(secondOfDay / 60 % 60, digits: 2, to: &output)
        output.append(0x3A)
        append(secondOfDay % 60, digits: 2, to: &output)
        output.append(contentsOf: " GMT".utf8)
        return output
    }

    /// The Gregorian date of a day counted from 1 January 1970. Years are counted from March, so that a leap day is
    /// the last of its year, in eras of 400 years, each 146,097 days long.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = Int(floorDivide(Int64(shifted), 146_097))
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
    }

    private static func append(_ names: StaticString, _ index: Int, to output: inout [UInt8]) {
        names.withUTF8Buffer { output.append(contentsOf: $0[(index * 3)..<(index * 3 + 3)]) }
    }

    private static func append(_ number: Int, digits: Int, to output: inout [UInt8]) {
        var divisor = digits == 4 ? 1000 : 10
        while divisor > 0 {
            output.append(UInt8(truncatingIfNeeded: 0x30 + number / divisor % 10))
            divisor /= 10
        }
    }
}
