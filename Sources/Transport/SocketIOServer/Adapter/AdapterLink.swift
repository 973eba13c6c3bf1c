internal import ByteCoding
internal import NetLoop
internal import Synchronization

/// A server's part in an adapter: speaks for it to the other nodes, and does here what they ask for.
final class AdapterLink: Sendable {
    private typealias Waiter = CheckedContinuation<[AdapterMessage], any Error>

    let node: String
    private let adapter: any BroadcastAdapter
    private let loop: EventLoop
    /// How long other nodes may take to answer, in milliseconds.
    private let timeout: Int
    private let requests = Mutex(AdapterRequests<Waiter>())

    init(_ adapter: any BroadcastAdapter, node: String, loop: EventLoop, timeout: Int) {
        self.adapter = adapter
        self.node = node
        self.loop = loop
        self.timeout = timeout
    }

    func join(_ core: ServerCore) async throws {
        try await adapter.join(as: node) { [weak core, weak self] bytes in
            guard let self, let core, let message = AdapterMessage(bytes) else { return }
            self.receive(message, for: core)
        }
    }

    func leave() async {
        await adapter.leave(node)
        for outcome in requests.withLock({ $0.endAll() }) { outcome.waiter.resume(throwing: AdapterError.shutDown) }
    }

    // MARK: To the others

    func publish(_ name: String, _ payload: EventPayload, _ broadcast: Broadcast) {
        publish(.broadcast(.init(broadcast), AdapterEvent(name, payload), isVolatile: broadcast.isVolatile))
    }

    func manage(_ command: SocketCommand, _ broadcast: Broadcast) { publish(.manage(.init(broadcast), command)) }

    func serverSideEmit(_ namespace: String, _ name: String, _ payload: EventPayload) {
        publish(.serverSide(namespace: namespace, AdapterEvent(name, payload)))
    }

    func fetch(_ broadcast: Broadcast) async throws -> [RemoteSocket] {
        let answers = try await request(within: timeout) { .fetch(.init(broadcast), request: $0, from: self.node) }
        return answers.flatMap { answer -> [RemoteSocket] in
            guard case .sockets(_, let sockets) = answer else { return [] }
            return sockets.map { facts in
                RemoteSocket(
                    id: facts.id, rooms: facts.rooms, data: facts.data.objectValue ?? [:],
                    remoteAddress: facts.remoteAddress, core: broadcast.core, namespace: broadcast.namespace)
            }
        }
    }

    func ask(
        _ name: String, _ payload: EventPayload, _ broadcast: Broadcast, timeout: Int
    ) async throws -> BroadcastAnswers {
        // Nodes answer when their sockets have, or their time is over.
        let (sum, isPast) = timeout.addingReportingOverflow(self.timeout)
        let answers = try await request(within: isPast ? .max : sum) {
            .ask(
                .init(broadcast), AdapterEvent(name, payload), timeout: timeout, request: $0, from: self.node)
        }
        return answers.reduce(into: BroadcastAnswers()) { sum, answer in
            guard case .answers(_, let events, let missing) = answer else { return }
            sum.add(BroadcastAnswers(payloads: events.map { $0.payload }, missing: missing))
        }
    }

    private func publish(_ message: AdapterMessage) {
        if let bytes = message.bytes { adapter.publish(bytes, from: node) }
    }

    private func request(
        within milliseconds: Int, _ message: @escaping @Sendable (Int) -> AdapterMessage
    ) async throws -> [AdapterMessage] {
        let expected = try await adapter.peerCount(of: node)
        guard expected > 0 else { return [] }
        return try await withCheckedThrowingContinuation { continuation in
            let id = requests.withLock { $0.add(expecting: expected, continuation) }
            let isRunning = loop.executeIfRunning {
                self.loop.schedule(after: milliseconds) { self.finish(self.requests.withLock { $0.end(id) }) }
            }
            guard isRunning else { return finish(requests.withLock { $0.end(id) }) }
            publish(message(id))
        }
    }

    private func finish(_ outcome: AdapterRequests<Waiter>.Outcome?) {
        guard let outcome else { return }
        if outcome.missing <= 0 {
            outcome.waiter.resume(returning: outcome.answers)
        } else {
            outcome.waiter.resume(throwing: AdapterError.timedOut(missing: outcome.missing))
        }
    }

    // MARK: From the others

    private func receive(_ message: AdapterMessage, for core: ServerCore) {
        switch message {
        case .broadcast(let address, let event, let isVolatile):
            core.deliver(event.name, event.payload, address.broadcast(on: core, isVolatile: isVolatile))
        case .manage(let address, let command): core.manageHere(command, address.broadcast(on: core))
        case .serverSide(let namespace, let event):
            core.handlers.existingCore(namespace)?.receive(serverSide: event.name, event.payload)
        case .fetch(let address, let request, let sender):
            Task {
                let sockets = await core.fetchHere(address.broadcast(on: core)).map { socket in
                    AdapterMessage.SocketFacts(
                        id: socket.id, rooms: socket.rooms, data: .object(socket.data),
                        remoteAddress: socket.remoteAddress)
                }
                answer(.sockets(request: request, sockets), to: sender)
            }
        case .ask(let address, let event, let timeout, let request, let sender):
            Task {
                let answers = await core.askHere(
                    event.name, event.payload, address.broadcast(on: core), timeout: timeout)
                let events = answers.payloads.map { AdapterEvent(event.name, $0) }
                answer(.answers(request: request, events, missing: answers.missing), to: sender)
            }
        case .sockets(let request, _), .answers(let request, _, _):
            finish(requests.withLock { $0.answer(request, message) })
        }
    }

    private func answer(_ message: AdapterMessage, to node: String) {
        if let bytes = message.bytes { adapter.send(bytes, to: node, from: self.node) }
    }
}
