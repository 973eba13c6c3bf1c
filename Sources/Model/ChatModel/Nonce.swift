/// What makes a repeated send one message: the sender's own name for it, unique per sender.
///
/// Clients of ours send `instance:counter`, the instance random (new with each fresh client state) and the counter
/// growing, so that the store can keep it in order; simple clients may send any other string.
package enum Nonce: Hashable, Sendable {
    case counted(instance: String, counter: Int64)
    case text(String)

    /// In UTF-8 bytes, for either form.
    package static let maximumLength = 64

    /// Nil for an empty text or one of more than 64 bytes.
    package init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= Nonce.maximumLength else { return nil }
        if let counted = Nonce.counted(text) { self = counted } else { self = .text(text) }
    }

    /// The spelling that `init(_:)` reads.
    package var text: String {
        switch self {
        case .counted(let instance, let counter): "\(instance):\(counter)"
        case .text(let text): text
        }
    }

    /// `instance:counter` with an ASCII instance and a counter of 1 to 18 digits, no sign and no leading zero, so that
    /// one nonce has one spelling: other instances could be equal as Swift strings and differ in their bytes.
    private static func counted(_ text: String) -> Nonce? {
        guard let colon = text.utf8.lastIndex(of: 0x3a), colon != text.utf8.startIndex else { return nil }
        guard text.utf8[..<colon].allSatisfy({ $0 < 0x80 }) else { return nil }
        let digits = text.utf8[text.utf8.index(after: colon)...]
        guard (1...18).contains(digits.count), digits.first != 0x30 || digits.count == 1 else { return nil }
        var counter: Int64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            counter = counter * 10 + Int64(digit - 0x30)
        }
        return .counted(instance: String(text[..<colon]), counter: counter)
    }
}
