import HTTPCodec
import Testing

@Suite("Dates that clients send")
struct HTTPDateParserTests {
    @Test("all three forms name the same second")
    func forms() {
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(HTTPDate.parse(text) == 784_111_777, "\(text)")
        }
        #expect(HTTPDate.parse("Wed Nov 16 08:49:37 1994") == 784_975_777)
    }

    @Test("what is written is read back, over all years that four digits name")
    func roundTrip() {
        var second: Int64 = -62_167_219_200
        while second <= 253_402_300_799 {
            #expect(HTTPDate.parse(HTTPDate.string(unixSeconds: second)) == second)
            second += 97_654_321
        }
        for second: Int64 in [-1, 0, 951_782_399, 951_782_400, 951_868_800, 4_107_542_400] {
            #expect(HTTPDate.parse(HTTPDate.string(unixSeconds: second)) == second)
        }
    }

    @Test("two digits mean a year that is not more than 50 years ahead")
    func shortYears() {
        let now: Int64 = 1_767_225_600
        #expect(
            HTTPDate.parse("Friday, 01-Jan-76 00:00:00 GMT", now: now)
                == HTTPDate.parse("Wed, 01 Jan 2076 00:00:00 GMT"))
        #expect(
            HTTPDate.parse("Friday, 01-Jan-77 00:00:00 GMT", now: now)
                == HTTPDate.parse("Sat, 01 Jan 1977 00:00:00 GMT"))
    }

    @Test("a leap second counts as the one before it; everything that is no date is none")
    func refused() {
        #expect(HTTPDate.parse("Sat, 31 Dec 2016 23:59:60 GMT") == HTTPDate.parse("Sat, 31 Dec 2016 23:59:59 GMT"))
        for text in [
            "", "Sun", "0", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 UTC",
            "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1995 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun Nov 06 08:49:37 94", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sun, 06 Nov +994 08:49:37 GMT",
        ] {
            #expect(HTTPDate.parse(text) == nil, "\(text)")
        }
        #expect(HTTPDate.parse("Tue, 29 Feb 2000 00:00:00 GMT") == 951_782_400)
    }
}
