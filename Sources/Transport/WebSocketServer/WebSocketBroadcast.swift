package import NetLoop
internal import Synchronization
internal import WebSocketCodec

/// Messages for many connections on any loop: framed once, and compressed once for all that may share it.
///
/// Connections may share it that agreed on `server_no_context_takeover` and on the same window; the others compress
/// for themselves, or get it plain.
package final class WebSocketBroadcast: Sendable {
    /// Frames compressed for one window.
    private struct Compressed {
        let windowBits: Int
        let frames: SharedBytes
    }

    /// Whole, unmasked, uncompressed frames.
    package let frames: SharedBytes
    /// The broadcasts that this one is made of; empty for one that was not joined.
    private let parts: [WebSocketBroadcast]
    /// By window, of which there are seldom two; what the first connection of a window asked for is right for all.
    private let compressed = Mutex<[Compressed]>([])

    /// `frames` hold whole messages of a server, each in one uncompressed frame.
    package init(frames: SharedBytes) {
        self.frames = frames
        parts = []
    }

    /// The messages of `parts` in their order; what is compressed for a part serves here too.
    package init(joining parts: [WebSocketBroadcast]) {
        frames = SharedBytes(joining: parts.map(\.frames))
        self.parts = parts
    }

    /// `text` is valid UTF-8.
    package convenience init(text: [UInt8]) { self.init(.text, text) }
    package convenience init(binary: [UInt8]) { self.init(.binary, binary) }

    private convenience init(_ opcode: WebSocketOpcode, _ payload: [UInt8]) {
        var frame: [UInt8] = []
        frame.reserveCapacity(payload.count + 10)
        WebSocketFrame.encode(opcode, payload, into: &frame)
        self.init(frames: SharedBytes(frame))
    }

    /// What `compressor`'s connection is to be sent.
    func frames(for compressor: MessageCompressor) -> SharedBytes {
        guard frames.count >= compressor.threshold else { return frames }
        guard compressor.sharesMessages else { return makeFrames(for: compressor) }
        return compressed.withLock { made in
            for known in made where known.windowBits == compressor.windowBits { return known.frames }
            let frames = makeSharedFrames(for: compressor)
            made.append(Compressed(windowBits: compressor.windowBits, frames: frames))
            return frames
        }
    }

    /// Messages compressed each by itself may stand behind one another as they are.
    private func makeSharedFrames(for compressor: MessageCompressor) -> SharedBytes {
        if parts.isEmpty { return makeFrames(for: compressor) }
        let made = parts.map { $0.frames(for: compressor) }
        // Only what gets shorter is compressed.
        return made.reduce(0) { $0 + $1.count } == frames.count ? frames : SharedBytes(joining: made)
    }

    private func makeFrames(for compressor: MessageCompressor) -> SharedBytes {
        var decoder = WebSocketFrameDecoder(role: .client, limits: WebSocketLimits(message: .max))
        frames.withUnsafeBytes { decoder.feed($0) }
        var output: [UInt8] = []
        do {
            while let event = try decoder.next() {
                switch event {
                case .text(let bytes): compressor.appendFrame(.text, bytes, to: &output)
                case .binary(let bytes): compressor.appendFrame(.binary, bytes, to: &output)
                case .compressed, .ping, .pong, .close: break
                }
            }
        } catch {
            // What cannot be read again goes as it is: half of it would be messages lost without a word.
            return frames
        }
        return SharedBytes(output)
    }
}
