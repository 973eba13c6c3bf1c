internal import Synchronization

/// The server's namespaces by name; looked up once a loop and namespace.
final class NamespaceHandlers: Sendable {
    private let handlers = Mutex<[String: any NamespaceHandler]>([:])

    subscript(name: String) -> (any NamespaceHandler)? {
        get { handlers.withLock { $0[name] } }
        set { handlers.withLock { $0[name] = newValue } }
    }
}
