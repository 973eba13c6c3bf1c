package import ChatModel
package import ClusterAPI
import Synchronization

/// The cluster of one node: what is published goes straight to this node's listener, on the publisher's thread.
///
/// The listener is held weakly: doors know the chat, which knows the cluster. What is published without a listener
/// is dropped; nobody is connected then.
package final class ClusterLocal: Cluster {
    private struct Registration {
        weak var listener: (any ClusterListener)?
    }

    private let registration = Mutex(Registration())

    package init() {}

    package func listen(_ listener: any ClusterListener) {
        registration.withLock { $0.listener = listener }
    }

    // The lock is let go before the call, so that a listener may publish in turn.

    package func publish(_ events: [Event], through: Place) {
        registration.withLock { $0.listener }?.heard(events, through: through)
    }

    package func publish(_ signal: Signal) {
        registration.withLock { $0.listener }?.heard(signal)
    }
}
