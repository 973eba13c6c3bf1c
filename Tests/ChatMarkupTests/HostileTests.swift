import ByteCoding
import ChatMarkup
import TestThreads
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Hostile messages", .ownThread)
struct HostileTests {
    static let pieces = [
        "*", "[", "`", ">", "<", "_a", "> ", "- ", "* ", "1. ", "**a", "**a ", "[a](", "[a](<", "[a](b \"",
        "[a](http://b)",
        "]", "![", "\\", "~~", "~~a", "*a_ ", "a**b", "_a*", "`a``", "``", "<a:", "<http:", "<@", "<#", "<a@b",
        "http://",
        "http://a<", "http://a_", "http://a)", "_www.", "www.a_b", " www.a._", ":a", ":a:", "::", "a@", "a@b.",
        "mailto:a@", "@",
        "[x](http://a", "(", ")", "*a**a***a", "&a;", "http://a&b;", "\n", "> \n", "-\n", "a\n", "```\n", "```a",
        "> -  1. ",
        "    ", "\t", "- a\n  ", "é", "*é", "\u{FEFF}", "[[[]]]", "![[a](http://b)", "***a **b *c ", "c* b** a*** ",
        "~~~a\n",
    ]

    @Test("four times the text takes about four times as long, whatever is repeated", arguments: pieces)
    func linear(piece: String) {
        func text(_ bytes: Int) -> [UInt8] { Array(String(repeating: piece, count: bytes / piece.utf8.count).utf8) }
        let (small, large) = (text(8_000), text(32_000))
        // Sixteen times would be quadratic. The least of several runs, since others use the machine meanwhile.
        var ratio = Double.infinity
        for _ in 0..<12 where ratio > 8 {
            let first = least(of: 3) { _ = Markup(parsing: small) }
            let second = least(of: 2) { _ = Markup(parsing: large) }
            ratio = min(ratio, second / max(first, 1e-4))
        }
        #expect(ratio <= 8, "\(piece.debugDescription): \(ratio) times as long")
    }

    @Test("a mark and its counterpart nested as deep as a message goes end within the limits")
    func nesting() {
        let pairs = [
            ("*a ", " b*"), ("**a ", " b**"), ("~~a ", " b~~"), ("> ", ""), ("- ", ""), ("1. ", ""),
            ("[", "](http://a)"),
            ("*a **b ~~c ", " c~~ b** a*"), ("> - ", ""), ("> ", "\n> "), ("_(", ")_"),
        ]
        for (left, right) in pairs {
            let count = 16_000 / (left.utf8.count + right.utf8.count)
            let source = String(repeating: left, count: count) + "x" + String(repeating: right, count: count)
            let written = tree(source)
            #expect(throws: Never.self) { try JSON.parse(Array(written.utf8)) }
        }
    }

    @Test("the deepest tree is within what the JSON reader takes")
    func deepest() {
        let blocks = String(repeating: "- ", count: MarkupLimits.containers)
        let marks = String(repeating: "*a **b ", count: MarkupLimits.emphases / 2)
        let ends = String(repeating: " b** a*", count: MarkupLimits.emphases / 2)
        let written = tree(blocks + marks + "[x](http://a)" + ends)
        #expect(throws: Never.self) { try JSON.parse(Array(written.utf8)) }
        #expect(depth(of: written) == 51)
        #expect(depth(of: tree("> " + blocks + "*" + marks + "[x](http://a)" + ends + "*")) <= 51)
    }

    @Test("deeper quotes, lists and emphasis are text")
    func tooDeep() {
        let quotes = String(repeating: "> ", count: MarkupLimits.containers)
        let open = String(repeating: #"["q","#, count: MarkupLimits.containers)
        let close = String(repeating: "]", count: MarkupLimits.containers)
        #expect(tree(quotes + "> - a") == "[" + open + #"["p","> - a"]"# + close + "]")

        let marks = String(repeating: "*a ", count: MarkupLimits.emphases)
        let ends = String(repeating: " a*", count: MarkupLimits.emphases)
        #expect(tree(marks + "**b _c_ ~~d~~** :e:" + ends).contains(#"["i","a **b _c_ ~~d~~** ",["e","e"]," a"]"#))
    }

    @Test("a byte at a time, every beginning of a text has a tree")
    func beginnings() {
        let source = Array(
            "> - **a** [b](http://c \"d\") `e` <@01hv5zq8w3k2m> ~~f~~ :g: \\* é\n>   ```h\n> i\n1. www.j.k l@m.no".utf8)
        for count in 0...source.count { _ = Markup(parsing: Array(source[..<count])) }
        for start in 0..<source.count { _ = Markup(parsing: Array(source[start...])) }
    }
}

/// How many arrays are within one another.
private func depth(of json: String) -> Int {
    guard let value = try? JSON.parse(Array(json.utf8)) else { return .max }
    func depth(_ value: JSON) -> Int {
        guard case .array(let values) = value else { return 0 }
        return 1 + (values.map(depth).max() ?? 0)
    }
    return depth(value)
}

/// Seconds of this thread's processor time.
private func least(of runs: Int, _ body: () -> Void) -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
        let start = processorTime()
        body()
        least = min(least, processorTime() - start)
    }
    return least
}

private func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
