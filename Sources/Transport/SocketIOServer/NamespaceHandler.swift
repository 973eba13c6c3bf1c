/// What an application does with the clients of one namespace.
public protocol NamespaceHandler: Sendable {
    /// A client asks to connect; called on the socket's loop.
    ///
    /// Now or later, on that loop, the handler calls `accept` or `refuse`. It sets the socket's callbacks before it
    /// accepts; until then no event comes and `onDisconnect` is not called.
    func connecting(_ socket: Socket)
}
