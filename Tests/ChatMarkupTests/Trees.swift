import ByteCoding
import ChatMarkup

/// A text's tree as JSON, as views get it.
func tree(_ source: String) -> String {
    var writer = JSONWriter()
    MarkupJSON.write(Markup(source), to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
}

/// The tree of a text that is one paragraph: what stands in it.
func inlines(_ source: String) -> String {
    let whole = tree(source)
    guard whole.hasPrefix(#"[["p","#), whole.hasSuffix("]]"), !whole.contains(#"],["p","#) else { return whole }
    return String(whole.dropFirst(6).dropLast(2))
}
