internal import ChatModel
internal import HTTPServer

/// `/`: what this server is and how to connect.
enum HomePage {
    static func response(
        url: String, version: String, needsOwner: Bool, registration: RegistrationMode
    ) -> HTTPResponse {
        Layout.page(
            title: "Roost",
            body(url: url, version: version, needsOwner: needsOwner, registration: registration))
    }

    private static func account(_ registration: RegistrationMode) -> HTML {
        switch registration {
        case .closed: "<p>To get an account, ask the owner or an administrator.</p>"
        case .administrators, .invitation:
            "<p>To get an account, ask for an invitation link: an owner or administrator makes one.</p>"
        case .open: "<p>Everyone can make an account here, with the request <code>register</code>.</p>"
        }
    }

    private static func body(
        url: String, version: String, needsOwner: Bool, registration: RegistrationMode
    ) -> HTML {
        let state: HTML =
            needsOwner
            ? """
            <p><strong>This server has no owner yet.</strong> Its log shows a one-time link that makes the first one;
            <code>roost setup</code> does the same in a terminal.</p>
            """
            : account(registration)
        return """
            <header><img src="/roost.svg" alt=""><h1>This is a Roost server</h1></header>
            <p>Roost is group chat that a team owns. Every message stays on this machine, and any Socket.IO client in any
            language is a chat client or a bot.</p>
            \(state)
            <h2>Connect</h2>
            <dl>
            <dt>Address</dt><dd><code>\(url)</code></dd>
            <dt>Protocol</dt><dd>Socket.IO 5 (Engine.IO 4), path <code>/socket.io/</code>, WebSocket or polling</dd>
            <dt>Version</dt><dd>Roost \(version)</dd>
            </dl>
            <p>From Python, with <code>pip install "python-socketio[client]"</code>:</p>
            <pre>\(example(url: url))</pre>
            <p class="soft">Every request and event is described in <code>docs/protocol.md</code> of Roost's source.</p>
            """
    }

    private static func example(url: String) -> String {
        """
        import socketio

        client = socketio.Client()

        @client.on("event")
        def heard(event):
            if event["kind"] == "message":
                print(event["user"], event["text"])

        client.connect("\(url)", auth={"version": 1})
        print(client.call("login", {"email": "you@example.org", "password": "…"}))
        print(client.call("channel.create", {"name": "Hello"}))
        client.wait()
        """
    }
}
