internal import ChatModel
internal import HTTPCodec
internal import HTTPServer

/// A page with one thing to say.
enum MessagePage {
    static func response(_ title: String, status: HTTPStatus = .ok, _ body: HTML) -> HTTPResponse {
        Layout.page(
            title: title, status: status,
            """
            <header><img src="/roost.svg" alt=""><h1>\(title)</h1></header>
            \(body)
            <p><a href="/">About this server</a></p>
            """)
    }

    /// For a set-up or invitation link that makes no account (any more); `refusal` says why.
    static func deadLink(_ refusal: ChatError) -> HTTPResponse {
        response("This link does not work", status: .gone, "<p>\(refusal.message)</p>")
    }
}
