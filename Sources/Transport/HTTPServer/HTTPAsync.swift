internal import HTTPCodec
internal import NetLoop

/// The body of a request as an asynchronous sequence, for one task at a time; from any executor.
///
/// A piece is asked for when the task is ready for it, so that a slow task holds the client back.
public struct HTTPBodyPieces: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    public typealias Failure = HTTPBodyFailure

    private let reader: LoopBound<HTTPBodyReader>?
    private let whole: [UInt8]

    init(_ exchange: HTTPExchange) {
        reader = exchange.body.map { LoopBound($0, on: exchange.loop) }
        whole = exchange.request.body
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let reader: LoopBound<HTTPBodyReader>?
        var whole: [UInt8]

        /// The next bytes, at least one; nil at the end.
        public mutating func next() async throws(HTTPBodyFailure) -> [UInt8]? {
            guard let reader else {
                defer { whole = [] }
                return whole.isEmpty ? nil : whole
            }
            switch await HTTPBodyPieces.next(of: reader) {
            case .bytes(let bytes): return bytes
            case .end: return nil
            case .failed(let failure): throw failure
            }
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(HTTPBodyFailure) -> [UInt8]? {
            try await next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader, whole: whole) }

    private static func next(of reader: LoopBound<HTTPBodyReader>) async -> HTTPBodyReader.Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isRunning = reader.loop.executeIfRunning {
                    reader.value.takeOne { continuation.resume(returning: $0) }
                }
                if !isRunning { continuation.resume(returning: .failed(.disconnected)) }
            }
        } onCancel: {
            reader.loop.execute { reader.value.giveUp() }
        }
    }
}

/// The body of a response for a task that writes it; from any executor.
public struct HTTPBodySink: Sendable {
    private let writer: LoopBound<HTTPBodyWriter>

    init(_ writer: HTTPBodyWriter, on loop: EventLoop) {
        self.writer = LoopBound(writer, on: loop)
    }

    /// Sends `bytes`; returns when more may be written without piling up in memory, throws when the client is gone.
    public func write(_ bytes: [UInt8]) async throws(HTTPBodyFailure) {
        let writer = writer
        let isOpen = await withCheckedContinuation { continuation in
            let isRunning = writer.loop.executeIfRunning {
                writer.value.write(bytes) { continuation.resume(returning: $0) }
            }
            if !isRunning { continuation.resume(returning: false) }
        }
        guard isOpen else { throw .disconnected }
    }

    func end() {
        let writer = writer
        writer.loop.execute { writer.value.end() }
    }

    func abort() {
        let writer = writer
        writer.loop.execute { writer.value.abort() }
    }
}

extension HTTPExchange {
    /// Answers with what `work` gives; a `work` that throws answers 500. `work` runs in a task of its own and reads the
    /// body from `pieces`, whether it is streamed or was collected.
    public func answer(
        _ work: @escaping @Sendable (_ request: HTTPRequest, _ pieces: HTTPBodyPieces) async throws -> HTTPResponse
    ) {
        let (request, pieces) = (request, HTTPBodyPieces(self))
        let bound = LoopBound(self, on: loop)
        Task(executorPreference: loop) {
            let response: HTTPResponse
            do { response = try await work(request, pieces) } catch { response = .text(.internalServerError) }
            bound.loop.execute { bound.value.respond(response) }
        }
    }

    /// Begins an answer as `begin` does and lets `work` write its body in a task of its own; a `work` that throws
    /// breaks the response off.
    public func stream(
        _ response: HTTPResponse, length: Int? = nil,
        _ work: @escaping @Sendable (_ pieces: HTTPBodyPieces, _ sink: HTTPBodySink) async throws -> Void
    ) {
        let pieces = HTTPBodyPieces(self)
        guard let writer = begin(response, length: length) else { return }
        let sink = HTTPBodySink(writer, on: loop)
        Task(executorPreference: loop) {
            do {
                try await work(pieces, sink)
                sink.end()
            } catch {
                sink.abort()
            }
        }
    }
}

extension HTTPBodyReader {
    /// Takes one event and pauses.
    fileprivate func takeOne(_ take: @escaping (Event) -> Void) {
        var isTaken = false
        read { [weak self] event in
            guard !isTaken else { return }
            isTaken = true
            self?.pause()
            take(event)
        }
    }

    /// The waiting task was cancelled.
    fileprivate func giveUp() { tell(.failed(.cancelled)) }
}

extension HTTPBodyWriter {
    /// Writes, and tells once whether the body is still open when more may be written.
    fileprivate func write(_ bytes: [UInt8], _ done: @escaping (Bool) -> Void) {
        guard isOpen else { return done(false) }
        guard !write(bytes) else { return done(true) }
        guard isOpen else { return done(false) }
        onAbort = { [weak self] in
            self?.onWritable = nil
            done(false)
        }
        onWritable = { [weak self] in
            self?.onWritable = nil
            self?.onAbort = nil
            done(true)
        }
    }
}
