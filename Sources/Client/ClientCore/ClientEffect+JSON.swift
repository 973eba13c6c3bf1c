package import ByteCoding

extension ClientEffect {
    /// Writes the JSON spelling: an object with `f` and the effect's own members.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch self {
        case .socketConnect(let url):
            writer.member("f", "socket.connect")
            writer.member("url", url)
        case .socketSend(let text):
            writer.member("f", "socket.send")
            writer.member("text", text)
        case .socketClose: writer.member("f", "socket.close")
        case .timerSet(let timer, let after):
            writer.member("f", "timer.set")
            writer.member("id", timer.rawValue)
            writer.member("after", after)
        case .timerCancel(let timer):
            writer.member("f", "timer.cancel")
            writer.member("id", timer.rawValue)
        case .http(let id, let method, let path, let body):
            writer.member("f", "http")
            writer.member("id", id)
            writer.member("method", method)
            writer.member("path", path)
            writer.member("body", body)
        case .store(let key, let value):
            writer.member("f", "store")
            writer.member("key", key.rawValue)
            writer.member("value", optional: value)
        case .path(let value, let replace):
            writer.member("f", "path")
            writer.member("value", value)
            writer.member("replace", replace)
        case .view(let change):
            writer.member("f", "view")
            change.writeMembers(to: &writer)
        case .notify(let notification):
            writer.member("f", "notify")
            writer.member("tag", notification.tag)
            writer.member("title", notification.title)
            writer.member("body", notification.body)
            writer.member("path", notification.path)
            if notification.isSilent { writer.member("silent", true) }
        case .unnotify(let tag):
            writer.member("f", "unnotify")
            writer.member("tag", tag)
        }
        writer.endObject()
    }

    /// One JSON array of all of them.
    package static func encode(_ effects: [ClientEffect]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for effect in effects { effect.write(to: &writer) }
        writer.endArray()
        return writer.bytes
    }
}

extension JSONWriter {
    @inline(never) mutating func member(_ name: String, _ text: String) {
        key(name)
        string(text)
    }

    @inline(never) mutating func member(_ name: String, optional text: String?) {
        key(name)
        if let text { string(text) } else { null() }
    }

    @inline(never) mutating func member(_ name: String, _ number: Int64) {
        key(name)
        int(number)
    }

    @inline(never) mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        bool(flag)
    }
}
