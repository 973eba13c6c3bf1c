/// The longest distance that a raw deflate stream refers back by (RFC 1951 section 3.2), read independently of zlib;
/// `Int.max` when it cannot be read.
func farthestReference(of stream: [UInt8]) -> Int {
    var reader = DeflateReader(stream)
    return reader.farthest() ?? .max
}

private struct DeflateReader {
    private let bytes: [UInt8]
    private var place = 0
    private var far = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    mutating func farthest() -> Int? {
        while place + 3 <= bytes.count * 8 {
            guard let final = bits(1), let kind = bits(2) else { return nil }
            switch kind {
            case 0:
                place = (place + 7) / 8 * 8
                guard let length = bits(16), bits(16) != nil else { return nil }
                place += length * 8
            case 1:
                let literals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
                guard block(Code(literals), Code([Int](repeating: 5, count: 30))) else { return nil }
            case 2:
                guard let (literals, distances) = codes(), block(literals, distances) else { return nil }
            default: return nil
            }
            if final == 1 { break }
        }
        return far
    }

    /// A canonical prefix code: from length and bits to the symbol.
    private struct Code {
        private var symbols: [Int: Int] = [:]

        init(_ lengths: [Int]) {
            var code = 0
            for length in 1...15 {
                for (symbol, own) in lengths.enumerated() where own == length {
                    symbols[length << 16 | code] = symbol
                    code += 1
                }
                code <<= 1
            }
        }

        func symbol(_ length: Int, _ code: Int) -> Int? { symbols[length << 16 | code] }
    }

    private mutating func bits(_ count: Int) -> Int? {
        guard place + count <= bytes.count * 8 else { return nil }
        var value = 0
        for bit in 0..<count { value |= Int(bytes[(place + bit) / 8] >> UInt8((place + bit) % 8) & 1) << bit }
        place += count
        return value
    }

    private mutating func symbol(_ code: Code) -> Int? {
        var value = 0
        for length in 1...15 {
            guard let bit = bits(1) else { return nil }
            value = value << 1 | bit
            if let symbol = code.symbol(length, value) { return symbol }
        }
        return nil
    }

    private mutating func codes() -> (Code, Code)? {
        guard let literals = bits(5), let distances = bits(5), let count = bits(4) else { return nil }
        var short = [Int](repeating: 0, count: 19)
        for index in 0..<(count + 4) {
            guard let length = bits(3) else { return nil }
            short[Self.order[index]] = length
        }
        let code = Code(short)
        var lengths: [Int] = []
        while lengths.count < literals + 257 + distances + 1 {
            guard let next = symbol(code) else { return nil }
            switch next {
            case 16:
                guard let last = lengths.last, let more = bits(2) else { return nil }
                lengths += [Int](repeating: last, count: more + 3)
            case 17, 18:
                guard let more = bits(next == 17 ? 3 : 7) else { return nil }
                lengths += [Int](repeating: 0, count: more + (next == 17 ? 3 : 11))
            default: lengths.append(next)
            }
        }
        return (Code(Array(lengths[..<(literals + 257)])), Code(Array(lengths[(literals + 257)...])))
    }

    private mutating func block(_ literals: Code, _ distances: Code) -> Bool {
        while let next = symbol(literals) {
            if next == 256 { return true }
            guard next > 256 else { continue }
            guard next < 286, bits(Self.lengthBits[next - 257]) != nil, let distance = symbol(distances), distance < 30
            else { return false }
            let extra = max(0, distance / 2 - 1)
            guard let more = bits(extra) else { return false }
            let base = distance < 4 ? distance + 1 : (2 + distance % 2) << extra + 1
            far = max(far, base + more)
        }
        return false
    }
}
