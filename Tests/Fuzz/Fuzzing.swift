/// Ends the run with `rule` as the reason when it does not hold; the input is kept by libFuzzer.
func require(
    _ holds: Bool, _ rule: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !holds { fatalError("broken rule: \(rule()) (\(file):\(line))") }
}

/// The input as libFuzzer hands it over.
func bytes(_ data: UnsafePointer<UInt8>?, _ size: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: data, count: data == nil ? 0 : size))
}

/// Ways to cut `count` bytes, each as the sorted places where a piece ends: not at all, before every byte, and two
/// that depend on nothing but the input, so that a finding can be run again.
func cuttings(of input: [UInt8]) -> [[Int]] {
    guard input.count > 1 else { return [[]] }
    var random = InputGenerator(input)
    let some = (0..<3).map { _ in Int.random(in: 0...input.count, using: &random) }.sorted()
    let many = (1..<input.count).filter { _ in random.next() & 7 == 0 }
    return [[], Array(1..<input.count), some, many]
}

/// Calls `body` with each piece of `input` between `cuts`.
func forEachPiece(of input: [UInt8], cuts: [Int], _ body: ([UInt8]) -> Void) {
    var start = 0
    for end in cuts + [input.count] {
        body(Array(input[start..<end]))
        start = end
    }
}

/// Numbers that follow from the input alone (FNV-1a into SplitMix64).
struct InputGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ input: [UInt8]) {
        state = 0xCBF2_9CE4_8422_2325
        for byte in input { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
