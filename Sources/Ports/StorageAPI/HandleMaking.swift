/// Handles for those who name none, the same in every store.
package enum HandleMaking {
    /// Letters and digits that a made handle begins with at most; its number has room behind them.
    private static let longest = 24

    /// What the person's handle is made of: their name's letters and digits without accents, else those of the
    /// address's part before the @, else `user`. At least two of a–z and 0–9.
    package static func base(name: String, email: String) -> String {
        for text in [Substring(name), email.prefix { $0 != "@" }] {
            let plain = PersonWords.fold(String(text)).utf8.filter(isLetterOrDigit).prefix(longest)
            if plain.count >= 2 { return String(decoding: plain, as: UTF8.self) }
        }
        return "user"
    }

    /// `base` where nobody has it, else with a number behind it: the first free one, as far as those before it were
    /// given in their order. Asks as often as the logarithm of how many have it.
    package static func free<Failure>(
        _ base: String, isTaken: (String) throws(Failure) -> Bool
    ) throws(Failure) -> String {
        guard try isTaken(base) else { return base }
        // `taken` is, and `free` is not, once the first loop ends.
        var (taken, free) = (1, 2)
        while try isTaken("\(base)\(free)") { (taken, free) = (free, free &* 2) }
        while free - taken > 1 {
            let middle = taken + (free - taken) / 2
            if try isTaken("\(base)\(middle)") { taken = middle } else { free = middle }
        }
        return "\(base)\(free)"
    }

    private static func isLetterOrDigit(_ letter: UInt8) -> Bool {
        (0x30...0x39).contains(letter) || (0x61...0x7a).contains(letter)
    }
}
