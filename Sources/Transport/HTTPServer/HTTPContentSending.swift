internal import HTTPCodec
internal import NetLoop

extension HTTPExchange {
    /// Answers with `content`, or with the part of it that the request asks for. A file is read in pieces of 64 KiB on
    /// a thread of its own, no faster than the client takes them.
    public func respond(_ content: HTTPContent) {
        guard case .file(let file) = content.source else {
            return respond(content.response(to: request.head, now: now))
        }
        let plan = HTTPContentPlan(content, request.head, now: now, boundary: HTTPContent.makeBoundary)
        let isHead = request.head.method == .head
        let response = HTTPResponse(status: plan.status, headers: plan.headers)
        guard let writer = begin(response, length: plan.length) else { return }
        guard !isHead else { return writer.end() }
        HTTPFileSender(file, plan.pieces, writer, loop).start()
    }
}

/// Writes the pieces of a plan one after another; kept by its writer's closure and by the read under way.
private final class HTTPFileSender {
    private static let pieceSize = 64 * 1024

    private let file: HTTPFile
    private var pieces: ArraySlice<HTTPContentPlan.Piece>
    private let writer: HTTPBodyWriter
    private let loop: EventLoop

    init(_ file: HTTPFile, _ pieces: [HTTPContentPlan.Piece], _ writer: HTTPBodyWriter, _ loop: EventLoop) {
        self.file = file
        self.pieces = pieces[...]
        self.writer = writer
        self.loop = loop
    }

    func start() { advance() }

    /// Writes what is in memory and reads the next bytes of the file, or ends.
    private func advance() {
        while let piece = pieces.popFirst() {
            switch piece {
            case .text(let text): writer.write(text)
            case .content(let range):
                let end = min(range.upperBound, range.lowerBound + Self.pieceSize)
                if end < range.upperBound { pieces = [.content(end..<range.upperBound)] + pieces }
                return read(range.lowerBound..<end)
            }
        }
        writer.end()
    }

    private func read(_ range: Range<Int>) {
        let (file, loop, sender) = (file, loop, LoopBound(self, on: loop))
        HTTPFileThread.run {
            let bytes = file.read(range)
            loop.execute { sender.value.took(bytes, of: range.count) }
        }
    }

    private func took(_ bytes: [UInt8]?, of count: Int) {
        guard let bytes, bytes.count == count else { return writer.abort() }
        guard writer.isOpen else { return }
        if writer.write(bytes) { return advance() }
        writer.onWritable = { [self] in
            writer.onWritable = nil
            advance()
        }
    }
}
