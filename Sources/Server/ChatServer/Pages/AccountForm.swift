internal import ChatModel
internal import HTTPCodec
internal import HTTPServer

/// The form behind a link: makes an account, or sets its password, without a script on the page.
struct AccountForm {
    enum Purpose {
        case setup
        case invitation
        /// Asks for a new password only.
        case reset
    }

    static let pictures = ["owl", "robin", "heron", "wren", "fox", "hare", "otter", "lynx", "fern", "moon"]

    var purpose: Purpose
    var email = ""
    var name = ""
    var picture = "owl"
    var color = "#7c5cff"
    var error: ChatError?

    var response: HTTPResponse {
        Layout.page(title: title, status: error == nil ? .ok : .unprocessableContent, body)
    }

    private var title: String {
        switch purpose {
        case .setup: "Make the first owner"
        case .invitation: "Join this server"
        case .reset: "Choose a new password"
        }
    }

    private var body: HTML {
        if purpose == .reset { return resetBody }
        let introduction: HTML =
            switch purpose {
            case .setup: "<p>You will run this server: invite people, and decide what they may do.</p>"
            case .invitation, .reset: "<p>You have been invited. Make your account; it takes a minute.</p>"
            }
        return """
            <header><img src="/roost.svg" alt=""><h1>\(title)</h1></header>
            \(introduction)
            \(general)
            <form method="post">
            \(input("name", "Name", type: "text", value: name, autocomplete: "name"))
            \(input("email", "E-mail", type: "email", value: email, autocomplete: "username"))
            \(input("password", "Password, at least 8 characters", type: "password", value: "", autocomplete: "new-password"))
            <label for="picture">Picture</label>
            <select id="picture" name="picture">\(options)</select>
            \(input("color", "Colour behind it", type: "color", value: color, autocomplete: "off"))
            <button type="submit">Make the account</button>
            </form>
            """
    }

    private var resetBody: HTML {
        """
        <header><img src="/roost.svg" alt=""><h1>\(title)</h1></header>
        <p>It takes the place of the old one, and everything that is logged in with that is logged out.</p>
        \(general)
        <form method="post">
        \(input("password", "Password, at least 8 characters", type: "password", value: "", autocomplete: "new-password"))
        <button type="submit">Set the password</button>
        </form>
        """
    }

    /// The refusal, where it belongs to no field that the form shows.
    private var general: HTML {
        guard let error, !["name", "email", "password", "color"].contains(error.field ?? "") else { return "" }
        return #"<p class="fault" role="alert">\#(error.message)</p>"#
    }

    private var options: HTML {
        var result: HTML = ""
        for name in Self.pictures {
            let selected: HTML = name == picture ? " selected" : ""
            let option: HTML = "<option\(selected)>\(name)</option>"
            result.text += option.text
        }
        return result
    }

    private func input(_ name: String, _ label: String, type: String, value: String, autocomplete: String) -> HTML {
        let fault: HTML =
            error?.field == name
            ? #"<p class="fault" id="\#(name)-fault" role="alert">\#(error?.message ?? "")</p>"# : ""
        let marks: HTML =
            error?.field == name ? #" aria-invalid="true" aria-describedby="\#(name)-fault""# : ""
        return """
            <label for="\(name)">\(label)</label>
            <input id="\(name)" name="\(name)" type="\(type)" value="\(value)" autocomplete="\(autocomplete)" required\(marks)>
            \(fault)
            """
    }
}
