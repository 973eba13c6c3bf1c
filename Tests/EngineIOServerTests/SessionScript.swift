import EngineIOCodec
import EngineIOServer
import HTTPCodec

/// Runs a session and tells what it did as lines, so that tests read like a protocol trace.
struct SessionScript {
    var session: EngineIOSession

    init(_ format: EngineIOFormat = .four, _ change: (inout EngineIOConfiguration) -> Void = { _ in }) {
        var configuration = EngineIOConfiguration()
        configuration.pingInterval = 300
        configuration.pingTimeout = 200
        configuration.upgradeTimeout = 1000
        configuration.closeTimeout = 3000
        configuration.maxPayload = 100
        configuration.queueLimit = 50
        change(&configuration)
        session = EngineIOSession(configuration, format: format)
    }

    /// A session that was opened by request 1.
    static func polling(
        _ format: EngineIOFormat = .four, _ change: (inout EngineIOConfiguration) -> Void = { _ in }
    ) -> SessionScript {
        var script = SessionScript(format, change)
        _ = script.run(.open(.polling, handshake: Array("0{}".utf8), request: 1))
        return script
    }

    static func webSocket(
        _ format: EngineIOFormat = .four, _ change: (inout EngineIOConfiguration) -> Void = { _ in }
    ) -> SessionScript {
        var script = SessionScript(format, change)
        _ = script.run(.open(.websocket, handshake: Array("0{}".utf8), request: nil))
        return script
    }

    /// A session whose WebSocket has been answered `3probe`.
    static func upgrading(_ format: EngineIOFormat = .four) -> SessionScript {
        var script = polling(format)
        _ = script.run(.upgradeArrived(format: format))
        _ = script.text("2probe")
        return script
    }

    mutating func run(_ event: EngineIOSession.Event) -> [String] { session.handle(event).map(\.line) }

    mutating func text(_ text: String) -> [String] { run(.webSocketText(Array(text.utf8))) }

    /// A POST that comes in one piece.
    mutating func post(_ request: UInt64, _ body: String) -> [String] { post(request, Array(body.utf8)) }

    mutating func post(_ request: UInt64, _ body: [UInt8], isBinary: Bool = false) -> [String] {
        run(.postBegan(request, isBinary: isBinary)) + run(.post(request, body: body))
    }

    mutating func send(_ message: String) -> [String] { run(.send(.text(Array("4\(message)".utf8)))) }

    var state: EngineIOSession.State { session.state }
}

extension EngineIOSession.Action {
    fileprivate var line: String {
        switch self {
        case .respond(let request, .payload(let bytes)): "\(request): \(String(decoding: bytes, as: UTF8.self))"
        case .respond(let request, .binaryPayload(let bytes)): "\(request): \(bytes)"
        case .respond(let request, .ok): "\(request): ok"
        case .respond(let request, .failure(let refusal)): "\(request): \(refusal.status.code) \(refusal.message)"
        case .refuseUpgrade: "refuse upgrade"
        case .write(.text(let bytes)): "write \(String(decoding: bytes, as: UTF8.self))"
        case .write(.binary(let bytes)): "write \(bytes)"
        case .write(.preframed(let packet)): "write frame \(packet.string)"
        case .closeWebSocket: "close WebSocket"
        case .set(let timer, let delay): "set \(timer) \(delay)"
        case .cancel(let timer): "cancel \(timer)"
        case .endTurn: "end turn"
        case .deliverText(let text): "deliver \(String(decoding: text, as: UTF8.self))"
        case .deliverBinary(let bytes): "deliver \(Array(bytes))"
        case .drained: "drained"
        case .closed(let reason): "closed: \(reason.rawValue)"
        }
    }
}

extension PreframedPacket {
    var string: String {
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What every session does when it ends.
let cancelAll = ["cancel heartbeat", "cancel upgrade", "cancel release", "cancel closing"]
