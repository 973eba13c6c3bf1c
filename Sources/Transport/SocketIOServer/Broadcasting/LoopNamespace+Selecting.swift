internal import EngineIOServer
internal import NetLoop

extension LoopNamespace {
    /// This loop's sockets that `selection` means, each once.
    func sockets(matching selection: Selection) -> [Socket] {
        var seen: Set<ObjectIdentifier> = []
        for name in selection.except {
            for socket in members(of: name) { seen.insert(ObjectIdentifier(socket)) }
        }
        guard !selection.rooms.isEmpty else { return allSockets.filter { !seen.contains(ObjectIdentifier($0)) } }
        var chosen: [Socket] = []
        for name in selection.rooms {
            for socket in members(of: name) where seen.insert(ObjectIdentifier(socket)).inserted {
                chosen.append(socket)
            }
        }
        return chosen
    }

    private func members(of name: String) -> [Socket] {
        var members = sockets(in: name)
        if let socket = socket(name) { members.append(socket) }
        return members
    }

    /// Delivers an event to those of this loop's sockets that are meant.
    func deliver(_ event: OutgoingEvent, to selection: Selection, isVolatile: Bool) {
        let isSameForAll = event.packetWithoutOffset == nil || socketsWithoutOffsets == 0
        if !isVolatile, isSameForAll, publishJoined(event.packet, to: selection) { return }
        let targets = sockets(matching: selection)
        if targets.isEmpty { return }
        flushPublished()
        var slow: [Socket] = []
        for socket in targets where !isVolatile || socket.isKeepingUp {
            let packet = event.packet(for: socket).preframed
            if !socket.deliver(PreframedBatch([packet])) { slow.append(socket) }
        }
        for socket in slow { socket.onRoomPacketsDropped?() }
    }

    func deliver(_ recorded: RecoveryInbox.Recorded) {
        switch recorded.target {
        case .selection(let selection): deliver(recorded.event, to: selection, isVolatile: false)
        case .socket(let id):
            guard let socket = socket(id) else { return }
            flushPublished()
            socket.send(recorded.event.packet(for: socket))
        }
    }

    /// One room, or everyone, with at most one socket left out: what is published in one turn is joined. False when
    /// the choice is not of that kind.
    private func publishJoined(_ packet: EncodedPacket, to selection: Selection) -> Bool {
        guard selection.rooms.count <= 1, selection.except.count <= 1 else { return false }
        var except: Socket?
        if let name = selection.except.first {
            guard existingRoom(name) == nil else { return false }
            except = socket(name)
        }
        guard let room = selection.rooms.first else {
            publish(packet, except: except)
            return true
        }
        guard socket(room) == nil else { return false }
        publish(packet, to: room, except: except)
        return true
    }

    /// Asks those of this loop's sockets that are meant; `then` is called once, when all have answered, ended or let
    /// `timeout` pass.
    func ask(
        _ event: OutgoingEvent, _ selection: Selection, timeout: Int, then: @escaping (BroadcastAnswers) -> Void
    ) {
        let targets = sockets(matching: selection)
        guard !targets.isEmpty else { return then(BroadcastAnswers()) }
        var answers = BroadcastAnswers()
        var waiting = targets.count
        for socket in targets {
            socket.ask(event.name, event.payload, timeout: timeout) { result in
                switch result {
                case .success(let payload): answers.payloads.append(payload)
                case .failure: answers.missing += 1
                }
                waiting -= 1
                if waiting == 0 { then(answers) }
            }
        }
    }
}
