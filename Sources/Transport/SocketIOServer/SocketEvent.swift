public import ByteCoding
internal import NetLoop

/// An event of a client. It may be kept, handed to a task and answered from there.
public struct SocketEvent: Sendable {
    /// What the client called it.
    public let name: String
    /// What it carries.
    public let payload: EventPayload
    private let reply: LoopBound<Acknowledgement>?
    private let core: ServerCore?

    init(name: String, payload: EventPayload, reply: LoopBound<Acknowledgement>?, core: ServerCore?) {
        self.core = core
        self.name = name
        self.payload = payload
        self.reply = reply
    }

    /// Its arguments as JSON.
    public var arguments: [JSON] { payload.arguments }
    /// Its binary, by number.
    public var attachments: [[UInt8]] { payload.attachments }

    /// Whether the client waits for an acknowledgement.
    public var wantsAcknowledgement: Bool { reply != nil }

    /// Reads the argument at `index`. Throws `DecodingError`, with the path of what does not fit.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, at index: Int = 0) throws -> Value {
        try payload.decode(type, at: index)
    }

    /// Answers the event, at most once; no effect when the client waits for none or has gone. False when a value has
    /// no JSON form.
    @discardableResult
    public func acknowledge<each Value: Encodable>(_ values: repeat each Value) -> Bool {
        guard reply != nil else { return true }
        guard let payload = try? EventPayload(encoding: repeat each values) else { return false }
        acknowledge(payload)
        return true
    }

    /// As `acknowledge` with values, for arguments that are JSON already.
    public func acknowledge(_ payload: EventPayload) {
        guard let reply else { return }
        guard let core else { return reply.run { $0(payload.arguments, attachments: payload.attachments) } }
        core.run(on: reply.loop) { reply.value(payload.arguments, attachments: payload.attachments) }
    }
}

extension LoopBound {
    /// Runs `work` with the value on its loop: at once when called there.
    func run(_ work: @escaping @Sendable (Value) -> Void) {
        if loop.isCurrent { work(value) } else { loop.execute { work(self.value) } }
    }

    /// What `work` returns on the loop; nil when the loop has ended.
    func result<Result: Sendable>(_ work: @escaping @Sendable (Value) -> Result) async -> Result? {
        await withCheckedContinuation { continuation in
            let isRunning = loop.executeIfRunning { continuation.resume(returning: work(self.value)) }
            if !isRunning { continuation.resume(returning: nil) }
        }
    }
}
