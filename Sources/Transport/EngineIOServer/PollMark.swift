/// What tells one poll of a session from the next: the value that clients put into `t` against caches, new each time.
///
/// The answer to a poll may be lost with its connection after the session gave its packets away, and nothing in the
/// protocol confirms them. Browsers, HTTP libraries and proxies then repeat a GET by themselves (RFC 9110, section
/// 9.2.2), which to the session looks like the next poll: the packets would be missing without a word. A repeated poll
/// is recognised by its mark.
package struct PollMark: Hashable, Sendable {
    /// A digest; 0 for none.
    private let digest: UInt64

    /// Of a poll that cannot be told from others.
    package static let none = PollMark(digest: 0)

    private init(digest: UInt64) { self.digest = digest }

    /// Digits alone may be a clock of seconds, in which two polls may be equal: they mark nothing.
    package init(_ t: String?) {
        guard let t, !t.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            self = .none
            return
        }
        // FNV-1a. Whoever makes two of their own marks equal ends their own session.
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in t.utf8 { digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        self.init(digest: max(digest, 1))
    }

    /// Whether a poll with this mark is the one before it, asked again.
    func repeats(_ last: PollMark) -> Bool { self != .none && self == last }
}
