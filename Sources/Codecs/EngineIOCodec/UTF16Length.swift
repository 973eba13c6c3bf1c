/// How long a UTF-8 text is in UTF-16, in which revision 3 counts.
package struct UTF16Length: Hashable, Sendable {
    /// Code units.
    package let units: Int
    /// Whether a character takes two units. Clients in languages that count characters then count fewer.
    package let hasPairs: Bool

    /// `text` is valid UTF-8.
    package init(of text: Span<UInt8>) {
        var characters = 0
        var pairs = 0
        for index in 0..<text.count {
            let byte = text[index]
            characters &+= byte & 0xc0 == 0x80 ? 0 : 1
            pairs &+= byte >= 0xf0 ? 1 : 0
        }
        units = characters &+ pairs
        hasPairs = pairs > 0
    }

    /// Where the text that begins at `start` and is `units` long ends; nil when there is less, or when it would end
    /// within a character.
    static func end(of units: Int, in text: Span<UInt8>, from start: Int) -> Int? {
        // Each unit is a byte at least.
        guard units <= text.count - start else { return nil }
        var position = start
        var left = units
        while left > 0, position < text.count {
            switch text[position] {
            case 0xf0...: (position, left) = (position + 4, left - 2)
            case 0xe0...: (position, left) = (position + 3, left - 1)
            case 0xc0...: (position, left) = (position + 2, left - 1)
            default: (position, left) = (position + 1, left - 1)
            }
        }
        return left == 0 && position <= text.count ? position : nil
    }
}
