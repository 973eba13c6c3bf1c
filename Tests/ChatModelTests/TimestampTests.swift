import ChatModel
import Testing

@Suite("Times for people")
struct TimestampTests {
    @Test(
        "are written by the calendar, in UTC, to the minute",
        arguments: [
            (0, "1970-01-01 00:00 UTC"), (59_999, "1970-01-01 00:00 UTC"), (-1, "1969-12-31 23:59 UTC"),
            (951_782_400_000, "2000-02-29 00:00 UTC"), (951_868_799_999, "2000-02-29 23:59 UTC"),
            (951_868_800_000, "2000-03-01 00:00 UTC"), (1_798_675_440_000, "2026-12-31 00:04 UTC"),
            (4_107_542_400_000, "2100-03-01 00:00 UTC"), (Int64.min, "0001-01-01 00:00 UTC"),
            (Int64.max, "9999-12-31 23:59 UTC"),
        ] as [(Int64, String)])
    func utc(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).utc == text)
    }
}
