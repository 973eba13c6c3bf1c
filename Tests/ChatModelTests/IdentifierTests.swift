import Testing

@testable import ChatModel

@Suite("Ids, places and their text")
struct IdentifierTests {
    @Test("base 32 has 13 letters and reads back, at the ends of the range and between")
    func roundTrip() {
        for value: UInt64 in [0, 1, 31, 32, 0x7fff_ffff_ffff_ffff, .max, 0x0123_4567_89ab_cdef] {
            let text = Base32.encode(value)
            #expect(text.utf8.count == 13)
            #expect(Base32.decode(text) == value)
        }
        for digit in UInt64(0)..<32 { #expect(Base32.decode(Base32.encode(digit)) == digit) }
        #expect(Base32.encode(0) == "0000000000000")
        #expect(Base32.encode(.max) == "fzzzzzzzzzzzz")
    }

    @Test("text sorts as the numbers do")
    func order() {
        let values: [UInt64] = [0, 9, 10, 31, 32, 1023, 1024, 1 << 40, 1 << 62, .max]
        let texts = values.map(Base32.encode)
        #expect(texts == texts.sorted())
        #expect(Set(texts).count == values.count)
    }

    @Test(
        "other text is refused",
        arguments: [
            "", "000000000000", "00000000000000", "g000000000000", "000000000000I", "000000000000i", "000000000000l",
            "000000000000o", "000000000000u", "00000000000-0", "000000000000é", "FZZZZZZZZZZZZ",
        ])
    func refused(text: String) {
        #expect(Base32.decode(text) == nil)
    }

    @Test("an id has 63 bits and reads exactly what it prints")
    func identifier() throws {
        #expect(UserID(rawValue: 1 << 63) == nil)
        #expect(UserID(Base32.encode(1 << 63)) == nil)
        let id = try #require(UserID(rawValue: UInt64(Int64.max)))
        #expect(UserID(id.description) == id)
        #expect(UserID("no id") == nil)
    }

    @Test("ids sort by the time they were made, whatever the low bits are")
    func time() {
        let start: Int64 = 1_735_689_600_000
        let early = RoomID(millisecond: start + 1, entropy: .max)
        let late = RoomID(millisecond: start + 2, entropy: 0)
        #expect(early < late)
        #expect(early.rawValue == (1 << 22) | 0x3f_ffff)
    }

    @Test("times before 2025 and after 2094 are held at the ends", arguments: [Int64.min, -1, 0, 1_735_689_599_999])
    func clamped(millisecond: Int64) {
        #expect(RoomID(millisecond: millisecond, entropy: 5).rawValue == 5)
        #expect(RoomID(millisecond: .max, entropy: 0).rawValue == ((1 << 41) - 1) << 22)
    }

    @Test("a place reads what it prints, has 63 bits and sorts")
    func places() {
        let place = Place(rawValue: 42)
        #expect(place.description == "000000000001a")
        #expect(Place("000000000001a") == place)
        #expect(Place("42") == nil)
        #expect(Place(Base32.encode(1 << 63)) == nil)
        #expect(Place.start < place)
    }
}
