import EngineIOServer
import HTTPServer
import NetLoop
import SocketIOServer

/// A server for suites that others wrote: HTTP, WebSocket, Engine.IO and Socket.IO on one port.
enum ConformanceServer {
    private static let usage = """
        usage: conformance-server --listen HOST:PORT [--ping-timeout MS] [--loops N] [--recovery MS]
                                  [--tls-certificate FILE --tls-key FILE]
        """

    /// Serves until the process is ended; a status other than 0 when it cannot.
    static func run(_ arguments: [String]) async -> Int32 {
        guard let options = Options(arguments) else {
            say(usage)
            return 2
        }
        let group = EventLoopGroup(count: options.loops)
        let engine = EngineIOServer(
            configuration: engineConfiguration(options), loops: group.loops, random: SocketIOServer.systemRandom
        ) { connection in
            connection.handler = EngineEcho(connection)
        }
        let socketIO = SocketIOServer(configuration: socketConfiguration(options), loops: group.loops)
        socketIO.of("/", EchoNamespace(answersEvents: true))
        socketIO.of("/custom", EchoNamespace(answersEvents: false))
        let server = HTTPServer(
            loops: group.loops, configuration: httpConfiguration(), handler: Paths(engine: engine, socketIO: socketIO))
        do {
            let address = try await server.listen(
                on: .tcp(host: options.host, port: options.port), tls: try options.tls.map(TLSAcceptor.init))
            say("listening on \(address)")
        } catch {
            say("\(error)")
            return 1
        }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        return 0
    }

    private static func engineConfiguration(_ options: Options) -> EngineIOConfiguration {
        var configuration = EngineIOConfiguration()
        configuration.pingInterval = 300
        configuration.pingTimeout = options.pingTimeout
        configuration.origins = .any
        return configuration
    }

    private static func socketConfiguration(_ options: Options) -> SocketIOConfiguration {
        var configuration = SocketIOConfiguration()
        configuration.pingInterval = 300
        configuration.pingTimeout = options.pingTimeout
        configuration.connectTimeout = 1000
        configuration.origins = .any
        configuration.recovery = options.recovery.map { ConnectionRecovery(maxDuration: $0) }
        return configuration
    }

    private static func httpConfiguration() -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.headerTime = 5000
        configuration.bodyTime = 5000
        configuration.idleTime = 5000
        configuration.writeTime = 5000
        configuration.maximumBody = 1_000_000
        return configuration
    }
}

/// What the command line says.
private struct Options {
    var host = "127.0.0.1"
    var port = 3000
    var pingTimeout = 200
    var loops = 1
    /// How long clients may be away, in milliseconds; nil when they begin afresh.
    var recovery: Int?
    var tls: TLSConfiguration?

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        var files: (certificate: String?, key: String?)
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--listen":
                let parts = value.split(separator: ":")
                guard parts.count == 2, let port = Int(parts[1]) else { return nil }
                (host, self.port) = (String(parts[0]), port)
            case "--ping-timeout":
                guard let milliseconds = Int(value) else { return nil }
                pingTimeout = milliseconds
            case "--loops":
                guard let count = Int(value) else { return nil }
                loops = count
            case "--recovery":
                guard let milliseconds = Int(value) else { return nil }
                recovery = milliseconds
            case "--tls-certificate": files.certificate = value
            case "--tls-key": files.key = value
            default: return nil
            }
        }
        switch files {
        case (nil, nil): break
        case (let certificate?, let key?): tls = TLSConfiguration(certificateFile: certificate, keyFile: key)
        default: return nil
        }
    }
}
