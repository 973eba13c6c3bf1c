import ChatModel
import HTTPCodec
import HTTPServer
import Testing

@testable import ChatServer

@Suite("The form behind a link")
struct AccountFormTests {
    private func text(_ form: AccountForm) -> String { String(decoding: form.response.body, as: UTF8.self) }

    @Test("a refusal stands beside its field and is tied to it for screen readers")
    func fieldRefusal() {
        var form = AccountForm(purpose: .invitation)
        form.error = ChatError(.emailTaken, field: "email")
        let page = text(form)
        #expect(page.contains(#"aria-invalid="true" aria-describedby="email-fault""#))
        #expect(page.contains(#"id="email-fault" role="alert""#))
        #expect(form.response.status == .unprocessableContent)
    }

    @Test("a refusal that belongs to no field stands above the form")
    func generalRefusal() throws {
        var form = AccountForm(purpose: .setup)
        form.error = ChatError(.setupDone)
        let page = text(form)
        let fault = try #require(page.firstRange(of: ErrorCode.setupDone.defaultMessage))
        let start = try #require(page.firstRange(of: "<form"))
        #expect(fault.lowerBound < start.lowerBound)
    }

    @Test("what was typed stays, but for the password, and cannot leave its attribute")
    func keepsInput() {
        var form = AccountForm(purpose: .invitation)
        form.name = #"Ann" autofocus onfocus="x"#
        form.picture = "fox"
        let page = text(form)
        #expect(page.contains(#"value="Ann&quot; autofocus onfocus=&quot;x""#))
        #expect(page.contains("<option selected>fox</option>"))
        #expect(page.contains(#"name="password" type="password" value="""#))
    }

    @Test("a link for a new password asks for that and nothing else")
    func reset() {
        var form = AccountForm(purpose: .reset)
        form.error = ChatError(.invalidArgument, "Too short.", field: "password")
        let page = text(form)
        #expect(page.contains(#"name="password" type="password""#) && page.contains(#"id="password-fault""#))
        for field in ["email", "name", "picture", "color"] { #expect(!page.contains(#"name="\#(field)""#)) }
    }

    @Test("no page may run a script, be framed, or tell its address to another site")
    func headers() {
        let headers = AccountForm(purpose: .setup).response.headers
        #expect(headers["content-security-policy"]?.contains("default-src 'none'") == true)
        #expect(headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(headers["referrer-policy"] == "no-referrer")
        #expect(headers["cache-control"] == "no-store")
    }
}
