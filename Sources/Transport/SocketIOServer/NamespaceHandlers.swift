internal import ByteCoding
internal import Synchronization

/// The server's namespaces: those with a name, and those that a predicate lets come into being.
final class NamespaceHandlers: Sendable {
    typealias Predicate = @Sendable (_ name: String, _ auth: JSON) -> Bool

    private struct State {
        var handlers: [String: any NamespaceHandler] = [:]
        var cores: [String: NamespaceCore] = [:]
        var dynamic: [(predicate: Predicate, core: NamespaceCore)] = []
    }

    private let state = Mutex(State())

    subscript(name: String) -> (any NamespaceHandler)? {
        get { state.withLock { $0.handlers[name] } }
        set { state.withLock { $0.handlers[name] = newValue } }
    }

    /// What the application has said about the namespace of that name, which exists from then on.
    func core(_ name: String) -> NamespaceCore {
        state.withLock { state in
            if let core = state.cores[name] { return core }
            let core = NamespaceCore()
            state.cores[name] = core
            if state.handlers[name] == nil { state.handlers[name] = core }
            return core
        }
    }

    func addDynamic(_ predicate: @escaping Predicate) -> NamespaceCore {
        let core = NamespaceCore()
        state.withLock { $0.dynamic.append((predicate, core)) }
        return core
    }

    /// Who takes a client of a namespace that has no name here.
    func dynamic(_ name: String, _ auth: JSON) -> (any NamespaceHandler)? {
        state.withLock { $0.dynamic }.first { $0.predicate(name, auth) }?.core
    }

    /// The namespace of that name when the application has named it.
    func existingCore(_ name: String) -> NamespaceCore? { state.withLock { $0.cores[name] } }

    /// Lets go of what the application gave.
    func clear() {
        let cores = state.withLock { state in
            let cores = Array(state.cores.values) + state.dynamic.map { $0.core }
            state = State()
            return cores
        }
        for core in cores { core.clear() }
    }
}
