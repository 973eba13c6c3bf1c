/// What the shell has to do, in order.
package enum ClientEffect: Hashable, Sendable {
    /// Opens a WebSocket; an earlier one is closed already.
    case socketConnect(url: String)
    /// One text message; only between `socketOpened` and the socket's end.
    case socketSend(String)
    /// Closes the socket, also while it opens; nothing more of it may be told.
    case socketClose
    /// Fires once, `after` milliseconds from now; replaces the timer of this name.
    case timerSet(ClientTimer, after: Int64)
    case timerCancel(ClientTimer)
    /// A request to the server's REST interface; answered by `httpAnswer` with the same id.
    case http(id: Int64, method: String, path: String, body: String)
    /// Keeps `value` under the key, or removes it; answered by `stored`.
    case store(ClientStoreKey, value: String?)
    /// Shows `value` as the client's address; `replace` makes no entry in the history.
    case path(String, replace: Bool)
    case view(ViewChange)
    /// Notifies the person, where they have allowed it.
    case notify(NotificationShown)
    /// Takes back the notification of this tag: what it told was read, or is gone.
    case unnotify(tag: String)
}

extension [ClientEffect] {
    /// As `append`, but never compiled into its callers, of which there are many.
    @inline(never) mutating func add(_ effect: ClientEffect) { append(effect) }
}
