import Testing

@testable import ChatServer

@Suite("HTML")
struct HTMLTests {
    @Test("what came from outside is escaped, in text and in attributes")
    func escapes() {
        let name = #"<script>alert("1")</script>&'"#
        let page: HTML = #"<p title="\#(name)">\#(name)</p>"#
        let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;"
        #expect(page.text == #"<p title="\#(escaped)">\#(escaped)</p>"#)
    }

    @Test("HTML inside HTML stays as it is")
    func nests() {
        let inner: HTML = "<b>\("&")</b>"
        let outer: HTML = "<p>\(inner)</p>"
        #expect(outer.text == "<p><b>&amp;</b></p>")
    }
}
