import Testing

@Suite("Blocks of a message")
struct BlockTests {
    @Test("an empty line ends a paragraph, and any other newline is a line break")
    func paragraphs() {
        #expect(tree("one\ntwo\n\nthree") == #"[["p","one",["br"],"two"],["p","three"]]"#)
        #expect(tree("one  \ntwo\\\nthree") == #"[["p","one",["br"],"two",["br"],"three"]]"#)
        #expect(tree("one\r\ntwo\rthree") == #"[["p","one",["br"],"two",["br"],"three"]]"#)
        #expect(tree("  one \n   two ") == #"[["p","one",["br"],"two"]]"#)
    }

    @Test("what has no text has no blocks", arguments: ["", " ", "\n", "\n \n\t\n", "\r\n"])
    func empty(source: String) {
        #expect(tree(source) == "[]")
    }

    @Test("fences of backticks or tildes hold code as it is")
    func fences() {
        #expect(tree("```swift\nlet a = \"*b*\"\n\n  c\n```") == #"[["pre","swift","let a = \"*b*\"\n\n  c"]]"#)
        #expect(tree("~~~ js title\n```\n~~~") == #"[["pre","js","```"]]"#)
        #expect(tree("````\n```\n````") == #"[["pre","","```"]]"#)
        #expect(tree("a\n```\nb\n```\nc") == #"[["p","a"],["pre","","b"],["p","c"]]"#)
        #expect(tree("```\n```") == #"[["pre","",""]]"#)
    }

    @Test("a fence that nothing closes holds the rest, and two backticks are no fence")
    func openFences() {
        #expect(tree("```\na\n``\n") == #"[["pre","","a\n``"]]"#)
        #expect(tree("``a``") == #"[["p",["c","a"]]]"#)
        #expect(tree("```a```") == #"[["p",["c","a"]]]"#)
    }

    @Test("a fence's indentation is taken from each line of the code")
    func fenceIndent() {
        #expect(tree("  ```\n    a\n b\n  ```") == #"[["pre","","  a\nb"]]"#)
    }

    @Test("the word behind a fence has at most 64 bytes")
    func languages() {
        let word = String(repeating: "x", count: 64)
        #expect(tree("```\(word)\n```") == #"[["pre",""# + word + #"",""]]"#)
        #expect(tree("```\(word)x\n```") == #"[["pre","",""]]"#)
    }

    @Test("lines that begin with > are a quote, and the first that does not is the answer")
    func quotes() {
        #expect(tree("> a\n> b\nc") == #"[["q",["p","a",["br"],"b"]],["p","c"]]"#)
        #expect(tree(">a\n>\n>b") == #"[["q",["p","a"],["p","b"]]]"#)
        #expect(tree("> > a\n> b") == #"[["q",["q",["p","a"]],["p","b"]]]"#)
        #expect(tree("a\n> b") == #"[["p","a"],["q",["p","b"]]]"#)
        #expect(tree("> ```\n> a\nb") == #"[["q",["pre","","a"]],["p","b"]]"#)
        #expect(tree(">") == #"[["q"]]"#)
    }

    @Test("bullets and numbers make lists, in one another where they are indented")
    func lists() {
        #expect(tree("- a\n- b") == #"[["ul",[["p","a"]],[["p","b"]]]]"#)
        #expect(tree("3. a\n7. b") == #"[["ol",3,[["p","a"]],[["p","b"]]]]"#)
        #expect(tree("- a\n  - b\n- c") == #"[["ul",[["p","a"],["ul",[["p","b"]]]],[["p","c"]]]]"#)
        #expect(tree("1) a\n   - b") == #"[["ol",1,[["p","a"],["ul",[["p","b"]]]]]]"#)
        #expect(tree("- a\n+ b") == #"[["ul",[["p","a"]]],["ul",[["p","b"]]]]"#)
        #expect(tree("- a\n\n  b\n\nc") == #"[["ul",[["p","a"],["p","b"]]],["p","c"]]"#)
        #expect(tree("-\n- a") == #"[["ul",[],[["p","a"]]]]"#)
    }

    @Test("a line that goes on with an item's paragraph needs no indentation")
    func lazyItems() {
        #expect(tree("- a\nb") == #"[["ul",[["p","a",["br"],"b"]]]]"#)
    }

    @Test("only 1 and only an item with text begins a list within a paragraph")
    func interruptions() {
        #expect(tree("in\n1986. a year") == #"[["p","in",["br"],"1986. a year"]]"#)
        #expect(tree("in\n1. a") == #"[["p","in"],["ol",1,[["p","a"]]]]"#)
        #expect(tree("in\n-\nb") == #"[["p","in",["br"],"-",["br"],"b"]]"#)
    }

    @Test("numbers have at most nine digits")
    func numbers() {
        #expect(tree("999999999. a") == #"[["ol",999999999,[["p","a"]]]]"#)
        #expect(tree("1234567890. a") == #"[["p","1234567890. a"]]"#)
    }

    @Test("tabs reach to the next multiple of four")
    func tabs() {
        #expect(tree("-\ta\n\tb") == #"[["ul",[["p","a",["br"],"b"]]]]"#)
        #expect(tree("- a\n\n\tb") == #"[["ul",[["p","a"],["p","b"]]]]"#)
        #expect(tree(">\t```\n>\t\tx\n>\t```") == #"[["q",["pre","","\tx"]]]"#)
        #expect(tree("> ```\n>\tx\n> ```") == #"[["q",["pre","","  x"]]]"#)
    }

    @Test(
        "headings, rules, tables, HTML, references, indented code and images are plain text",
        arguments: [
            ("# a", ##"[["p","# a"]]"##), ("a\n===", #"[["p","a",["br"],"==="]]"#), ("---", #"[["p","---"]]"#),
            ("a\n---", #"[["p","a",["br"],"---"]]"#), ("***", #"[["p","***"]]"#),
            ("|a|\n|-|", #"[["p","|a|",["br"],"|-|"]]"#),
            ("<b>a</b>", #"[["p","<b>a</b>"]]"#), ("<div>\n*a*", #"[["p","<div>",["br"],["i","a"]]]"#),
            ("&amp;&#65;", #"[["p","&amp;&#65;"]]"#),
            ("[a]: http://b.c", #"[["p","[a]: ",["a","http://b.c","http://b.c"]]]"#),
            ("[a][b]", #"[["p","[a][b]"]]"#), ("    a", #"[["p","a"]]"#),
            ("![a](http://b.c)", #"[["p","![a](",["a","http://b.c","http://b.c"],")"]]"#),
        ])
    func plainText(source: String, expected: String) {
        #expect(tree(source) == expected)
    }
}
