internal import ByteCoding
internal import NetLoop
internal import Synchronization

/// What an application has said about a namespace: who may connect, who hears of it, and what other nodes may tell.
final class NamespaceCore: NamespaceHandler {
    enum Middleware: Sendable {
        case immediate(@Sendable (Socket) throws -> Void)
        case task(@Sendable (SocketReference) async throws -> Void)
    }

    typealias Listener = @Sendable (Socket) -> Void
    typealias ErrorListener = @Sendable (Socket, _ event: String, any Error) -> Void

    private struct State {
        var middleware: [Middleware] = []
        var listeners: [(id: Int, listener: Listener)] = []
        var lastListener = 0
        /// The sequences of connections, by their listeners.
        var sequences: [Int: AsyncStream<SocketReference>.Continuation] = [:]
        var errorListener: ErrorListener?
        var serverEvents: [String: @Sendable (EventPayload) -> Void] = [:]
    }

    private let state = Mutex(State())

    func use(_ middleware: Middleware) { state.withLock { $0.middleware.append(middleware) } }

    @discardableResult
    func listen(_ listener: @escaping Listener) -> Int {
        state.withLock { state in
            state.lastListener += 1
            state.listeners.append((state.lastListener, listener))
            return state.lastListener
        }
    }

    private func ignore(_ listener: Int) {
        state.withLock { state in
            state.listeners.removeAll { $0.id == listener }
            state.sequences[listener] = nil
        }
    }

    /// The sockets that connect from now on, until the server is shut down, as `Namespace.connections` says.
    func connections(limit: Int) -> AsyncStream<SocketReference> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SocketReference.self, bufferingPolicy: .bufferingOldest(limit))
        let listener = listen { socket in
            let result = continuation.yield(socket.referenceWithEvents())
            if case .dropped = result { socket.disconnect(closingConnection: true) }
        }
        state.withLock { $0.sequences[listener] = continuation }
        continuation.onTermination = { [self] _ in ignore(listener) }
        return stream
    }

    func onError(_ listener: @escaping ErrorListener) { state.withLock { $0.errorListener = listener } }

    func failed(_ socket: Socket, _ event: String, _ error: any Error) {
        state.withLock { $0.errorListener }?(socket, event, error)
    }

    func onServerSide(_ name: String, _ handler: @escaping @Sendable (EventPayload) -> Void) {
        state.withLock { $0.serverEvents[name] = handler }
    }

    func receive(serverSide name: String, _ payload: EventPayload) {
        state.withLock { $0.serverEvents[name] }?(payload)
    }

    /// Lets go of what the application gave, and ends its sequences.
    func clear() {
        let sequences = state.withLock { state in
            defer { state = State() }
            return state.sequences.values
        }
        for sequence in sequences { sequence.finish() }
    }

    // MARK: Connecting

    func connecting(_ socket: Socket) {
        if socket.isRecovered, socket.loopNamespace.part?.configuration.recovery?.skipsMiddleware == true {
            return admit(socket)
        }
        decide(socket, state.withLock { $0.middleware }[...])
    }

    /// Asks the middleware in order; the first that throws refuses.
    private func decide(_ socket: Socket, _ steps: ArraySlice<Middleware>) {
        var rest = steps
        while let step = rest.popFirst() {
            switch step {
            case .immediate(let check):
                do { try check(socket) } catch { return refuse(socket, error) }
                // It may have refused by itself.
                if socket.client == nil { return }
            case .task(let check): return decide(socket, later: check, then: rest)
            }
        }
        admit(socket)
    }

    private func decide(
        _ socket: Socket, later check: @escaping @Sendable (SocketReference) async throws -> Void,
        then rest: ArraySlice<Middleware>
    ) {
        let reference = socket.reference
        socket.madeFeatures.deciding = Task {
            do {
                try await check(reference)
                reference.run { if $0.client != nil { self.decide($0, rest) } }
            } catch {
                reference.run { self.refuse($0, error) }
            }
        }
    }

    private func refuse(_ socket: Socket, _ error: any Error) {
        guard let error = error as? ConnectError else {
            // What another error says may be for the operator only.
            socket.failed("connection", error)
            return socket.refuse(message: "connection refused")
        }
        socket.refuse(message: error.message, data: error.data)
    }

    private func admit(_ socket: Socket) {
        socket.features?.deciding = nil
        guard socket.accept() else { return }
        for (_, listener) in state.withLock({ $0.listeners }) where socket.isConnected { listener(socket) }
    }
}
