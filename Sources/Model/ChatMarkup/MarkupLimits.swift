/// Bounds of the tree and of what it is made from. What passes one is plain text, never an error.
package enum MarkupLimits {
    /// Quotes and list items within one another.
    package static let containers = 16
    /// Bold, italic and strike within one another.
    package static let emphases = 16
    /// Different people whom one message mentions; the first ones count.
    package static let mentions = 50
    /// UTF-8 bytes between the colons.
    package static let shortcodeBytes = 64
    /// Backticks around a code span.
    package static let backticks = 80
    /// Unescaped parentheses open within one another in a link's address.
    package static let parentheses = 32
    /// UTF-8 bytes of the word behind an opening fence.
    package static let languageBytes = 64
}
