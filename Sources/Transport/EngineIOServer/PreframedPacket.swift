package import NetLoop

/// A text packet encoded once: its WebSocket frame, which also holds what a polling payload needs.
package struct PreframedPacket: Sendable {
    /// The packet as one unmasked, unfragmented WebSocket text frame (RFC 6455 section 5.2).
    package let frame: SharedBytes
    private let headerLength: Int

    /// `text` is a whole Engine.IO packet: the type digit and what follows it, in UTF-8.
    package init(text: [UInt8]) {
        let header: Int = text.count < 126 ? 2 : text.count <= 0xFFFF ? 4 : 10
        headerLength = header
        frame = SharedBytes(count: header &+ text.count) { target in
            target[0] = 0x81
            if header == 2 {
                target[1] = UInt8(truncatingIfNeeded: text.count)
            } else {
                target[1] = header == 4 ? 126 : 127
                for place in 2..<header {
                    target[place] = UInt8(truncatingIfNeeded: text.count >> (8 * (header - 1 - place)))
                }
            }
            text.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: target[header...]).copyMemory(from: $0) }
        }
    }

    /// Bytes of the packet's text.
    package var textCount: Int { frame.count - headerLength }

    /// Appends the packet's text.
    package func appendText(to bytes: inout [UInt8]) {
        frame.withUnsafeBytes { bytes.append(contentsOf: $0[headerLength...]) }
    }

    /// The frames of `packets` one after the other, to be written at once.
    package static func join(_ packets: some Collection<PreframedPacket>) -> SharedBytes {
        SharedBytes(count: packets.reduce(0) { $0 + $1.frame.count }) { target in
            var offset = 0
            for packet in packets {
                packet.frame.withUnsafeBytes {
                    UnsafeMutableRawBufferPointer(rebasing: target[offset...]).copyMemory(from: $0)
                }
                offset += packet.frame.count
            }
        }
    }
}
