package import ChatModel
import Synchronization

/// Who is blocked by somebody, as this node has heard it: for them a door asks the store before it tells what is not
/// kept, such as typing; for all others it does not.
package final class BlockedPeople: Sendable {
    private let people: Mutex<Set<UserID>>

    /// `known` were blocked before the first event is heard.
    package init(_ known: [UserID] = []) { people = Mutex(Set(known)) }

    /// Somebody blocks `user` from now on. Who is blocked no longer stays here until the server starts anew.
    package func heard(_ user: UserID) { people.withLock { _ = $0.insert(user) } }

    package func contains(_ user: UserID) -> Bool { people.withLock { $0.contains(user) } }
}
