internal import Synchronization

/// Where people reach this server, without a trailing slash. Links are made from it, never from a request's headers.
///
/// It is settled when the server listens, since the system may choose the port.
package final class PublicURL: Sendable {
    private let text: Mutex<String>

    package init(_ text: String) { self.text = Mutex(text) }

    package var current: String { text.withLock { $0 } }

    package func settle(_ url: String) { text.withLock { $0 = url } }
}
