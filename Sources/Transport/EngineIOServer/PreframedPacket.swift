internal import EngineIOCodec
package import NetLoop
internal import Synchronization
internal import WebSocketServer

/// A text packet encoded once, with the messages of bytes that belong to it: its WebSocket frames, which also hold
/// what a polling payload needs.
package struct PreframedPacket: Sendable {
    /// The packet's frames, which are compressed when a connection first asks for that.
    let broadcast: WebSocketBroadcast
    private let headerLength: Int
    private let textLength: Int
    /// Nil, and without cost, for a packet without attachments.
    private let binary: Binary?

    /// `text` is a whole Engine.IO packet: the type digit and what follows it, in UTF-8. `attachments` are sent behind
    /// it, each as a message of bytes.
    package init(text: [UInt8], attachments: [[UInt8]] = []) {
        headerLength = WebSocketFrameHead(WebSocketFrameHead.text, payload: text.count).count
        textLength = text.count
        broadcast = WebSocketBroadcast(frames: Self.frames(text.span.bytes, attachments, before: []))
        binary = attachments.isEmpty ? nil : Binary(attachments)
    }

    /// The packet as unmasked, unfragmented, uncompressed WebSocket frames (RFC 6455 section 5.2): text, then each
    /// attachment, as revision 4 has them. Revision 3 has the same text.
    package var frame: SharedBytes { broadcast.frames }

    /// Bytes that the packet counts for: its text and its attachments, without headers.
    package var count: Int { binary.map { textLength &+ $0.count } ?? textLength }

    /// The messages of bytes behind the text.
    package var attachments: [[UInt8]] { binary?.attachments ?? [] }

    /// The packet's text.
    package var text: [UInt8] {
        var bytes: [UInt8] = []
        appendText(to: &bytes)
        return bytes
    }

    /// Appends the packet's text.
    package func appendText(to bytes: inout [UInt8]) {
        frame.withUnsafeBytes { bytes.append(contentsOf: $0[headerLength..<(headerLength + textLength)]) }
    }

    /// The packet's WebSocket frames for a client of revision 3 that takes bytes; made when first asked for.
    package var frameForRevision3: SharedBytes { broadcastForRevision3.frames }

    var broadcastForRevision3: WebSocketBroadcast {
        guard let binary else { return broadcast }
        return binary.revision3.withLock { made in
            if let made { return made }
            let frames = frame.withUnsafeBytes { bytes in
                let text = UnsafeRawBufferPointer(rebasing: bytes[headerLength..<(headerLength + textLength)])
                return Self.frames(text.bytes, binary.attachments, before: [EngineIO3.binaryMessageType])
            }
            let broadcast = WebSocketBroadcast(frames: frames)
            made = broadcast
            return broadcast
        }
    }

    /// Whether every client's frames are the same.
    package var isSameForAll: Bool { binary == nil }

    private static func frames(_ text: RawSpan, _ attachments: [[UInt8]], before prefix: [UInt8]) -> SharedBytes {
        let head = WebSocketFrameHead(WebSocketFrameHead.text, payload: text.byteCount)
        let heads = attachments.map { WebSocketFrameHead(WebSocketFrameHead.binary, payload: prefix.count + $0.count) }
        var total = head.count + text.byteCount
        for (head, attachment) in zip(heads, attachments) { total += head.count + prefix.count + attachment.count }
        return SharedBytes(count: total) { target in
            var offset = 0
            func place(_ bytes: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: bytes)
                offset += bytes.count
            }
            func place(_ head: WebSocketFrameHead) {
                head.write(to: UnsafeMutableRawBufferPointer(rebasing: target[offset...]))
                offset += head.count
            }
            place(head)
            text.withUnsafeBytes { place($0) }
            for (head, attachment) in zip(heads, attachments) {
                place(head)
                prefix.withUnsafeBytes { place($0) }
                attachment.withUnsafeBytes { place($0) }
            }
        }
    }

    private final class Binary: Sendable {
        let attachments: [[UInt8]]
        let count: Int
        let revision3 = Mutex<WebSocketBroadcast?>(nil)

        init(_ attachments: [[UInt8]]) {
            self.attachments = attachments
            count = attachments.reduce(0) { $0 &+ $1.count }
        }
    }
}
