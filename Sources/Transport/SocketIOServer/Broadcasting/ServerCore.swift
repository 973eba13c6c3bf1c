internal import ByteCoding
internal import NetLoop
internal import Synchronization

/// What every loop of a server shares: who is where, the adapter to other nodes, and what is kept for recovery.
final class ServerCore: Sendable {
    let configuration: SocketIOConfiguration
    let parts: [LoopBound<SocketIOLoop>]
    let handlers: NamespaceHandlers
    /// Nil when state is not recovered. What is logged is put into the loops' inboxes under this lock.
    let recovery: RecoveryStore?
    /// One for each loop, when state is recovered.
    private let inboxes: [RecoveryInbox]
    let link = Mutex<AdapterLink?>(nil)
    let makeID: @Sendable () -> String

    init(
        _ configuration: SocketIOConfiguration, _ parts: [LoopBound<SocketIOLoop>], _ handlers: NamespaceHandlers,
        makeID: @escaping @Sendable () -> String
    ) {
        self.configuration = configuration
        self.parts = parts
        self.handlers = handlers
        self.makeID = makeID
        recovery = configuration.recovery.map { RecoveryStore($0) }
        inboxes = configuration.recovery == nil ? [] : parts.map { _ in RecoveryInbox() }
    }

    // MARK: Sending

    func broadcast(_ name: String, _ payload: EventPayload, _ broadcast: Broadcast) {
        deliver(name, payload, broadcast)
        if !broadcast.isLocal, let link = link.withLock({ $0 }) { link.publish(name, payload, broadcast) }
    }

    /// Delivers to this node's sockets.
    func deliver(_ name: String, _ payload: EventPayload, _ broadcast: Broadcast) {
        let (namespace, selection, isVolatile) = (broadcast.namespace, broadcast.selection, broadcast.isVolatile)
        if recovery != nil {
            guard isVolatile else { return record(namespace, name, payload, selection) }
            return onEachLoop { part in
                guard let place = part.existing(namespace) else { return }
                // Not kept, and so at the place of what was delivered before.
                let event = OutgoingEvent(
                    namespace: namespace, name: name, payload: payload,
                    offset: RecoveryLog.text(of: part.deliveredOffset))
                place.deliver(event, to: selection, isVolatile: true)
            }
        }
        let event = OutgoingEvent(namespace: namespace, name: name, payload: payload)
        onEachLoop { $0.existing(namespace)?.deliver(event, to: selection, isVolatile: isVolatile) }
    }

    /// Runs `work` on this loop at once, on the others later.
    private func onEachLoop(_ work: @escaping @Sendable (SocketIOLoop) -> Void) {
        for index in parts.indices { hand(work, to: index) }
    }

    /// Runs `work` on `loop`: at once when called there, else behind what the calling thread has asked for before.
    func run(on loop: EventLoop, _ work: @escaping @Sendable () -> Void) {
        guard let index = parts.firstIndex(where: { $0.loop === loop }) else { return }
        hand({ _ in work() }, to: index)
    }

    private func hand(_ work: @escaping @Sendable (SocketIOLoop) -> Void, to index: Int) {
        guard recovery != nil else { return parts[index].run(work) }
        inboxes[index].add(.work(work))
        emptyInbox(index)
    }

    private func emptyInbox(_ index: Int) {
        let inbox = inboxes[index]
        parts[index].run { $0.empty(inbox) }
    }

    /// Sends an event to the socket of that id, with its offset.
    func record(
        _ name: String, _ payload: EventPayload, to id: String, in namespace: String, on loop: EventLoop
    ) {
        record(namespace, name, payload, Selection(rooms: [id]), target: .socket(id), on: loop)
    }

    private func record(
        _ namespace: String, _ name: String, _ payload: EventPayload, _ selection: Selection,
        target: RecoveryInbox.Target? = nil, on only: EventLoop? = nil
    ) {
        let indices = parts.indices.filter { only == nil || only === parts[$0].loop }
        let now = parts.first?.loop.now ?? 0
        recovery?.withLock { log in
            let offset = log.nextOffset
            let event = OutgoingEvent(
                namespace: namespace, name: name, payload: payload, offset: RecoveryLog.text(of: offset))
            log.append(event, selection, now: now)
            let recorded = RecoveryInbox.Recorded(
                event: event, offset: offset, target: target ?? .selection(selection))
            for index in indices { inboxes[index].add(.event(recorded)) }
        }
        for index in indices { emptyInbox(index) }
    }

    // MARK: Asking and managing

    func ask(
        _ name: String, _ payload: EventPayload, _ broadcast: Broadcast, timeout: Int
    ) async throws -> BroadcastAnswers {
        async let here = askHere(name, payload, broadcast, timeout: timeout)
        guard !broadcast.isLocal, let link = link.withLock({ $0 }) else { return await here }
        var answers = try await link.ask(name, payload, broadcast, timeout: timeout)
        answers.add(await here)
        return answers
    }

    func askHere(
        _ name: String, _ payload: EventPayload, _ broadcast: Broadcast, timeout: Int
    ) async -> BroadcastAnswers {
        let event = OutgoingEvent(namespace: broadcast.namespace, name: name, payload: payload)
        return await withTaskGroup { group in
            for part in parts {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let isRunning = part.loop.executeIfRunning {
                            guard let namespace = part.value.existing(event.namespace) else {
                                return continuation.resume(returning: BroadcastAnswers())
                            }
                            namespace.ask(event, broadcast.selection, timeout: timeout) {
                                continuation.resume(returning: $0)
                            }
                        }
                        if !isRunning { continuation.resume(returning: BroadcastAnswers()) }
                    }
                }
            }
            return await group.reduce(into: BroadcastAnswers()) { $0.add($1) }
        }
    }

    func manage(_ command: SocketCommand, _ broadcast: Broadcast) {
        manageHere(command, broadcast)
        if !broadcast.isLocal, let link = link.withLock({ $0 }) { link.manage(command, broadcast) }
    }

    func manageHere(_ command: SocketCommand, _ broadcast: Broadcast) {
        let (namespace, selection) = (broadcast.namespace, broadcast.selection)
        onEachLoop { part in
            for socket in part.existing(namespace)?.sockets(matching: selection) ?? [] { command.perform(on: socket) }
        }
    }

    func fetch(_ broadcast: Broadcast) async throws -> [RemoteSocket] {
        async let here = fetchHere(broadcast)
        guard !broadcast.isLocal, let link = link.withLock({ $0 }) else { return await here }
        let others = try await link.fetch(broadcast)
        return await here + others
    }

    func fetchHere(_ broadcast: Broadcast) async -> [RemoteSocket] {
        let (namespace, selection) = (broadcast.namespace, broadcast.selection)
        var sockets: [RemoteSocket] = []
        for part in parts {
            sockets +=
                await part.result { [self] part in
                    (part.existing(namespace)?.sockets(matching: selection) ?? []).map { socket in
                        RemoteSocket(
                            id: socket.id, rooms: socket.rooms, data: socket.data,
                            remoteAddress: socket.remoteAddress.text, core: self, namespace: namespace)
                    }
                } ?? []
        }
        return sockets
    }
}
