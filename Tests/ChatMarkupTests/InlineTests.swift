import ChatMarkup
import Testing

@Suite("Parts of a paragraph")
struct InlineTests {
    @Test(
        "stars and underscores make bold and italic, two tildes strike",
        arguments: [
            ("**a** __b__", #"["b","a"]," ",["b","b"]"#), ("*a* _b_", #"["i","a"]," ",["i","b"]"#),
            ("~~a~~", #"["s","a"]"#), ("***a***", #"["i",["b","a"]]"#), ("**a *b***", #"["b","a ",["i","b"]]"#),
            ("~~**a**~~", #"["s",["b","a"]]"#), ("a*b*c", #""a",["i","b"],"c""#),
        ])
    func emphasis(source: String, expected: String) {
        #expect(inlines(source) == expected)
    }

    @Test(
        "marks that stand alone, apart or within a word are text",
        arguments: [
            "5 * 3 * 2", "a ** b", "snake_case_name", "init__x__y", "~5 min ~6", "a ~~~b~~~", "**", "*a", "a**",
            "** a **",
        ])
    func noEmphasis(source: String) {
        #expect(inlines(source) == "\"\(source)\"")
    }

    @Test("backticks hold code as it is, as many at the end as at the beginning")
    func code() {
        #expect(inlines("`a *b* \\`") == #"["c","a *b* \\"]"#)
        #expect(inlines("`` a`b ``") == #"["c","a`b"]"#)
        #expect(inlines("`a\nb`") == #"["c","a b"]"#)
        #expect(inlines("`a") == #""`a""#)
        #expect(inlines("``a`") == #""``a`""#)
        #expect(inlines("*a `*`") == #""*a ",["c","*"]"#)
        #expect(inlines("` `") == #"["c"," "]"#)
    }

    @Test("a backslash takes a mark's meaning away, and is itself text before anything else")
    func escapes() {
        #expect(
            inlines("\\*a\\* \\`b\\` \\<@room> \\[c](http://d) \\:tada:")
                == #""*a* `b` <@room> [c](",["a","http://d","http://d"],") :tada:""#)
        #expect(inlines("\\a \\é \\\\") == #""\\a \\é \\""#)
    }

    @Test(
        "a link's address is http, https or mailto",
        arguments: [
            ("[a](http://b.c)", #"["a","http://b.c","a"]"#), ("[a](HTTPS://b)", #"["a","HTTPS://b","a"]"#),
            ("[a](mailto:b@c.d)", #"["a","mailto:b@c.d","a"]"#),
            ("[*a*](http://b \"title\")", #"["a","http://b",["i","a"]]"#),
            ("[a](<http://b/c d>)", #"["a","http://b/c d","a"]"#), ("[a](http://b/(c))", #"["a","http://b/(c)","a"]"#),
            ("[a](http://b/\\*)", #"["a","http://b/*","a"]"#), ("[](http://b)", #"["a","http://b"]"#),
        ])
    func links(source: String, expected: String) {
        #expect(inlines(source) == expected)
    }

    @Test(
        "any other address leaves the text as it is",
        arguments: [
            "[a](javascript:alert)", "[a](JaVaScRiPt:alert)", "[a](data:text/html,b)", "[a](/b)", "[a]()", "[a](b c)",
            "[a](http:b)", "[a](https://)", "[a](mailto:)", "[a](ftp://b)", "[a] (b)", "<javascript:alert>",
            "<ftp://b>",
            "<http:b>", "[a](\\nhttp//)", "[a](\u{1}javascript:b)",
        ])
    func noLinks(source: String) {
        #expect(!tree(source).contains(#"["a""#))
    }

    @Test("no link is inside a link")
    func nestedLinks() {
        #expect(
            inlines("[a [b](http://c) d](http://e)")
                == #""[a ",["a","http://c","b"]," d](",["a","http://e","http://e"],")""#)
        #expect(inlines("[a <http://b>](http://c)") == #"["a","http://c","a http://b"]"#)
        #expect(inlines("[x@y.zz](http://c)") == #"["a","http://c","x@y.zz"]"#)
    }

    @Test(
        "addresses are links without marks, and what ends the sentence is not part of them",
        arguments: [
            ("see http://a.b/c_d_?e=1.", #""see ",["a","http://a.b/c_d_?e=1","http://a.b/c_d_?e=1"],".""#),
            ("(www.a.b)", #""(",["a","http://www.a.b","www.a.b"],")""#),
            ("http://a.b/(c)", #"["a","http://a.b/(c)","http://a.b/(c)"]"#),
            ("https://localhost:4000/x", #"["a","https://localhost:4000/x","https://localhost:4000/x"]"#),
            ("**http://a.b**", #"["b",["a","http://a.b","http://a.b"]]"#),
            ("<http://a.b/*>", #"["a","http://a.b/*","http://a.b/*"]"#),
            ("<a@b.cc>", #"["a","mailto:a@b.cc","a@b.cc"]"#),
            ("ann@a.example,", #"["a","mailto:ann@a.example","ann@a.example"],",""#),
            ("mailto:ann@a.bc", #"["a","mailto:ann@a.bc","mailto:ann@a.bc"]"#),
        ])
    func addresses(source: String, expected: String) {
        #expect(inlines(source) == expected)
    }

    @Test(
        "what only looks like an address is text",
        arguments: ["xhttp://a.b", "http://", "awww.a.b", "www.", "a@b", "http://a_b.c"])
    func noAddresses(source: String) {
        #expect(inlines(source) == "\"\(source)\"")
    }

    @Test("a shortcode is words between colons, not the middle of something else")
    func shortcodes() {
        #expect(inlines(":tada: x:+1:!:white_check_mark:") == #"["e","tada"]," x:+1:!",["e","white_check_mark"]"#)
        #expect(inlines(":tada::rocket:") == #"["e","tada"],["e","rocket"]"#)
        #expect(inlines("你好:tada:") == #""你好",["e","tada"]"#)
        for text in ["12:30:45", "std::map::at", ":a b:", "::", ":A:", ":a__b:", ":_a:", ":a_:", ":tada:x"] {
            #expect(inlines(text) == "\"\(text)\"")
        }
        #expect(inlines("`:tada:`") == #"["c",":tada:"]"#)
    }

    @Test("a shortcode has at most 64 bytes")
    func longShortcodes() {
        let name = String(repeating: "x", count: MarkupLimits.shortcodeBytes)
        #expect(inlines(":\(name):") == #"["e",""# + name + #""]"#)
        #expect(inlines(":\(name)x:") == "\":\(name)x:\"")
    }
}
