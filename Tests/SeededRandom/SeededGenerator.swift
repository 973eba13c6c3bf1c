/// Random numbers that are the same on every run, so that a failure found by chance comes again (Steele, Lea, Flood:
/// SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// So many bytes at most.
    package mutating func bytes(upTo limit: Int) -> [UInt8] {
        let count = Int.random(in: 0...limit, using: &self)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}
