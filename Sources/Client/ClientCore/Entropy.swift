/// Numbers that look random, drawn from the bits that the start brought (SplitMix64, as published by Steele, Lea and
/// Flood, 2014). For spreading attempts and naming instances; never for secrets.
struct Entropy: Sendable {
    private var state: UInt64
    /// 32 letters that no other start shares.
    let instance: String

    init(high: UInt64, low: UInt64) {
        state = high ^ (low << 32 | low >> 32)
        var letters: [UInt8] = []
        for word in [high, low] {
            for step in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * step) & 15)
                letters.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
        instance = String(decoding: letters, as: UTF8.self)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
        return word ^ word >> 31
    }

    /// In 0...bound, near enough evenly; `bound` is not negative.
    mutating func next(through bound: Int64) -> Int64 {
        guard bound > 0 else { return 0 }
        return Int64(truncatingIfNeeded: next() % (UInt64(bound) + 1))
    }
}
