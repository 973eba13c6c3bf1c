internal import ByteCoding
package import ChatDomain
package import ChatModel
internal import ChatWire
package import NetLoop
package import SocketIOServer
internal import Synchronization

/// The door of docs/protocol.md: Socket.IO requests in, answers and events out.
package final class NativeDoor: NamespaceHandler, Sendable {
    let chat: Chat
    let server: SocketIOServer
    let settings: NativeDoorSettings
    let typing: TypingTimer
    let presence: PresenceTimer
    let progress: StreamProgress
    let mutes: Mutes
    let blocked: BlockedPeople
    let desks: [LoopBound<LoopDesk>]
    private let numbers = Atomic<UInt64>(0)

    /// `start` is the store's place when the server starts, before anything is accepted; `mutes` and `blocked` are as of
    /// then.
    package init(
        chat: Chat, typing: Typing, server: SocketIOServer, loops: [EventLoop], start: Place,
        mutes: [Mute] = [], blocked: [UserID] = [], settings: NativeDoorSettings
    ) {
        self.chat = chat
        self.server = server
        self.settings = settings
        let progress = StreamProgress(loops: loops.count, start: start)
        self.progress = progress
        self.mutes = Mutes(mutes)
        self.blocked = BlockedPeople(blocked)
        desks = loops.map { LoopBound(LoopDesk(loop: $0, progress: progress), on: $0) }
        self.typing = TypingTimer(typing: typing, loop: loops[0])
        presence = PresenceTimer(whereabouts: Whereabouts(chat: chat), loop: loops[0], desks: desks)
    }

    /// Names a connection on `loop`; unique in this process.
    func nextConnectionNumber(on loop: EventLoop) -> UInt64 {
        ConnectionNumber.make(numbers.wrappingAdd(1, ordering: .relaxed).newValue, loop: loop.index)
    }

    /// The connections have ended with the server: keeps when everybody was last there. Throws what the store refused with.
    package func endPresence() async throws(ChatError) { try await presence.end() }

    package func connecting(_ socket: Socket) {
        ChatConnection(socket, door: self, desk: desks[socket.loop.index].value).start()
    }

    /// Ends, once a minute, the connections whose session has expired, and has the others' use kept once an hour.
    package func sweepSessions() {
        for desk in desks {
            desk.loop.execute { [chat] in
                let used = desk.value.sweep(chat, now: chat.now)
                if !used.isEmpty { chat.keepUse(of: Array(used)) }
            }
        }
    }
}

/// What the door says of the server it belongs to.
package struct NativeDoorSettings: Sendable {
    package var serverName: String
    package var serverVersion: String
    package var url: PublicURL

    package init(serverName: String, serverVersion: String, url: PublicURL) {
        self.serverName = serverName
        self.serverVersion = serverVersion
        self.url = url
    }
}
