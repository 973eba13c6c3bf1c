internal import ChatDomain
internal import ChatModel
internal import ClusterLocal
internal import HTTPServer
internal import NativeDoor
internal import NetLoop
internal import SocketIOServer
internal import StorageSQLite

/// A Roost server that listens, until `stop`.
package final class RunningServer: Sendable {
    /// `http://HOST:PORT` (`https` with TLS) of each address that it listens on.
    package let addresses: [String]
    /// A link that makes the first owner; nil where there is one already.
    package let setupLink: String?
    /// Milliseconds for the requests that are being answered; a stranger's half of one cannot hold the end up longer.
    private static let drainTime = 3_000

    private let parts: Parts
    private let sweep: LoopBound<SessionSweep>
    private let works: [LoopBound<SteadyWork>]

    private struct Parts {
        let group: EventLoopGroup
        let http: HTTPServer
        let operatorHTTP: HTTPServer
        let socketIO: SocketIOServer
        let foundation: ChatFoundation
        let door: NativeDoor
        /// Held here because the cluster holds its listener weakly.
        let bridge: ClusterBridge
        let url: PublicURL
        let certificate: ServerCertificate?
    }

    private init(parts: Parts, addresses: [String], setupLink: String?, keepEvents: Int?) {
        self.parts = parts
        self.addresses = addresses
        self.setupLink = setupLink
        let loop = parts.group.loops[0]
        sweep = LoopBound(SessionSweep(door: parts.door, loop: loop), on: loop)
        let chat = parts.foundation.chat
        var works = [
            SteadyWork(every: 60_000, on: loop) { () throws(ChatError) in try await chat.eraseDeletedRooms() },
            SteadyWork(every: 3_600_000, on: loop) { () throws(ChatError) in try await chat.fillFeed() },
            SteadyWork(every: 10_000, on: loop) { () throws(ChatError) in try await chat.eraseMessages() },
            SteadyWork(every: 60_000, on: loop) { () throws(ChatError) in try await chat.expireMessages() },
            SteadyWork(every: 1_000, on: loop) { () throws(ChatError) in try await chat.sendScheduled() },
            SteadyWork(every: 3_600_000, on: loop) { () throws(ChatError) in try await chat.removeSpentLinks() },
        ]
        if let keepEvents {
            works.append(
                SteadyWork(every: 3_600_000, on: loop) { () throws(ChatError) in
                    try await chat.pruneEvents(olderThan: keepEvents)
                })
        }
        self.works = works.map { LoopBound($0, on: loop) }
        loop.execute { [sweep, works = self.works] in
            sweep.value.start()
            for work in works { work.value.start() }
        }
    }

    /// Opens the data folder and listens. Fails with a sentence that says what to do.
    package static func start(_ configuration: ServerConfiguration) async throws(ServerFailure) -> RunningServer {
        let app: WebApp? =
            if let folder = configuration.webFolder { try WebApp(files: WebFolder.read(folder)) } else { nil }
        let certificate: ServerCertificate? =
            if let files = configuration.tls { try ServerCertificate(files) } else { nil }
        let foundation = try ChatFoundation.open(
            dataFolder: configuration.dataFolder, isDirectoryOpen: configuration.isDirectoryOpen,
            hasFeed: configuration.hasFeed, rates: configuration.rates.limits)
        let group = EventLoopGroup(count: configuration.loops)
        do throws(ServerFailure) {
            return try await listen(
                configuration, app: app, certificate: certificate, foundation: foundation, group: group)
        } catch {
            await group.shutdown()
            await foundation.store.close()
            throw error
        }
    }

    private static func listen(
        _ configuration: ServerConfiguration, app: WebApp?, certificate: ServerCertificate?,
        foundation: ChatFoundation, group: EventLoopGroup
    ) async throws(ServerFailure) -> RunningServer {
        let setupToken: String?
        let start: Place
        let mutes: [Mute]
        let blocked: [UserID]
        do throws(ChatError) {
            setupToken = try await foundation.chat.issueSetupToken()
            start = try await foundation.chat.place()
            mutes = try await foundation.chat.mutes()
            blocked = try await foundation.chat.blockedPeople()
        } catch { throw ServerFailure(error.message) }
        let parts = compose(
            configuration, app: app, certificate: certificate, foundation: foundation, group: group, start: start,
            mutes: mutes, blocked: blocked)
        try await Listening.openUnix(
            "\(configuration.dataFolder)/\(OperatorDoor.socketName)", on: parts.operatorHTTP)
        let bound = try await Listening.open(configuration.listen, on: parts.http, tls: certificate?.acceptor)
        parts.url.settle(
            configuration.url ?? url(configuration, port: bound.first?.port),
            loopback: configuration.listen.isLoopback
                ? bound.first.map { .init(scheme: configuration.scheme, port: $0.port) } : nil)
        parts.socketIO.allowOnly(origins: parts.url.origins)
        return RunningServer(
            parts: parts, addresses: bound.map { "\(configuration.scheme)://\($0)" },
            setupLink: setupToken.map { "\(parts.url.current)/setup/\($0)" }, keepEvents: configuration.keepEvents)
    }

    private static func compose(
        _ configuration: ServerConfiguration, app: WebApp?, certificate: ServerCertificate?,
        foundation: ChatFoundation, group: EventLoopGroup, start: Place, mutes: [Mute], blocked: [UserID]
    ) -> Parts {
        let chat = foundation.chat
        let url = PublicURL(configuration.url ?? Self.url(configuration, port: nil))
        let socketIO = SocketIOServer(configuration: SocketIOConfiguration(), loops: group.loops)
        let door = NativeDoor(
            chat: chat, typing: Typing(cluster: foundation.cluster, clock: SystemClock()), server: socketIO,
            loops: group.loops, start: start, mutes: mutes, blocked: blocked,
            settings: NativeDoorSettings(serverName: "Roost", serverVersion: RoostVersion.current, url: url))
        socketIO.of("/", door)
        let bridge = ClusterBridge(door: door)
        foundation.cluster.listen(bridge)
        return Parts(
            group: group,
            http: HTTPServer(
                loops: group.loops, configuration: HTTPServerConfiguration(),
                handler: FrontHandler(
                    socketIO: socketIO,
                    connections: AddressRates(rule: configuration.rates.limits.connections, clock: SystemClock()),
                    sessions: SessionCalls(chat: chat, url: url), chat: chat, url: url, app: app)),
            operatorHTTP: HTTPServer(
                loops: [group.loops[0]], configuration: HTTPServerConfiguration(),
                handler: OperatorDoor(desk: OperatorDesk(chat: chat, url: url))),
            socketIO: socketIO, foundation: foundation, door: door, bridge: bridge, url: url,
            certificate: certificate)
    }

    private static func url(_ configuration: ServerConfiguration, port: Int?) -> String {
        let listen = configuration.listen
        return "\(configuration.scheme)://\(HostAndPort(host: listen.reachableHost, port: port ?? listen.port))"
    }

    /// Whether there is a certificate to be read again.
    package var hasCertificate: Bool { parts.certificate != nil }

    /// Reads the certificate and its key again, and logs what came of it. From any thread.
    package func reloadCertificate() { parts.certificate?.reload() }

    /// Stops accepting, closes the connections (clients come back by themselves), puts all accepted writes on disk.
    package func stop() async {
        parts.group.loops[0].execute { [sweep, works] in
            sweep.value.stop()
            for work in works { work.value.stop() }
        }
        await parts.socketIO.shutdown()
        do throws(ChatError) { try await parts.door.endPresence() } catch {
            Log.line("when people were last there could not be stored: \(error.message)")
        }
        await parts.http.drain(within: Self.drainTime)
        await parts.operatorHTTP.drain(within: Self.drainTime)
        await parts.foundation.store.close()
        await parts.group.shutdown()
    }
}
