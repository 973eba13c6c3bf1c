/// Emoji by shortcode, for clients that have no other table: the web has its own, and the server needs none.
package enum Emoji {
    /// The emoji that `shortcode` names, without colons and in lower case, as in `tada`; nil where there is none.
    package static func character(for shortcode: String) -> String? {
        let wanted = Array(shortcode.utf8)
        return emojiTable.withUTF8Buffer { table in
            // Between `low` and `high` stand whole lines, sorted.
            var low = 0
            var high = table.count
            while low < high {
                var start = (low + high) / 2
                while start > low, table[start - 1] != lineEnd { start -= 1 }
                let end = table[start..<high].firstIndex(of: lineEnd) ?? high
                guard let space = table[start..<end].firstIndex(of: separator) else { return nil }
                let found = table[start..<space]
                if found.elementsEqual(wanted) {
                    return String(decoding: table[(space + 1)..<end], as: UTF8.self)
                }
                if found.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = start }
            }
            return nil
        }
    }

    private static let lineEnd = UInt8(ascii: "\n")
    private static let separator = UInt8(ascii: " ")
}
