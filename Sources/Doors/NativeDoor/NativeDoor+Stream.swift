internal import ChatDomain
package import ChatModel
internal import ChatWire
internal import NetLoop
internal import SocketIOServer

/// What the cluster tells this node's clients, by way of whoever composes the server.
extension NativeDoor {
    /// Events in commit order, from the store's writer thread. Encodes each once and hands the batch to every loop:
    /// one queue entry and one wake-up a loop.
    package func heard(_ events: [Event], through: Place) {
        let safe = progress.safe
        let deliveries = events.map { Delivery($0, safe: safe) }
        for case .ends(let user, let room) in deliveries.lazy.compactMap(\.subscription) {
            typing.left(user: user, room: room)
        }
        for case .person(let event) in events {
            if case .blockChanged(let user, isBlocked: true) = event.body { blocked.heard(user) }
        }
        for case .room(let event) in events {
            guard case .memberMuted(let user, let until) = event.body else { continue }
            mutes.heard(user, in: event.room, until: until, at: chat.now)
            if until != nil { typing.left(user: user, room: event.room) }
        }
        for desk in desks {
            desk.loop.execute { [server] in
                guard let namespace = server.onLoop(desk.loop.index, namespace: Frames.namespace) else { return }
                desk.value.deliver(deliveries, through: through, on: namespace)
            }
        }
    }

    /// Who is typing in `room` now: at most four ids, and how many in all. From any thread.
    package func heardTyping(in room: RoomID, users: [UserID], count: Int) {
        server.broadcast(
            Frames.typing(room: room, users: users, count: count), to: Audience.room(room), namespace: Frames.namespace)
    }

    /// Who is typing in these threads of `room` now, at most eight of them. From any thread.
    package func heardTyping(in room: RoomID, _ threads: [ThreadTyping]) {
        server.broadcast(
            Frames.typing(room: room, threads), to: Audience.room(room), namespace: Frames.namespace)
    }

    /// How many of the room's reports are open now, for those who may read them. From any thread.
    package func heardReports(of room: RoomID, open: Int, _ people: [UserID]) {
        let packet = Frames.reports(room: room, open: open)
        for user in people { server.broadcast(packet, to: Audience.person(user), namespace: Frames.namespace) }
    }

    /// These sessions ended: their connections are told and closed. From any thread.
    package func heardEnd(of sessions: [SessionID]) {
        let ended = Set(sessions)
        for desk in desks {
            desk.loop.execute { desk.value.end(ended) }
        }
    }
}
