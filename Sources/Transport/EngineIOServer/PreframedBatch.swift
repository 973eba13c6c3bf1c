package import NetLoop
internal import WebSocketServer

/// Packets that many clients get in one write, in order: their WebSocket frames joined, plain, and compressed when a
/// connection first asks for that.
package struct PreframedBatch: Sendable {
    package let packets: [PreframedPacket]
    let broadcast: WebSocketBroadcast
    /// Whether every client's frames are the same.
    let isSameForAll: Bool

    package init(_ packets: [PreframedPacket]) {
        self.packets = packets
        broadcast =
            packets.count == 1 ? packets[0].broadcast : WebSocketBroadcast(joining: packets.map(\.broadcast))
        isSameForAll = packets.allSatisfy(\.isSameForAll)
    }

    /// The packets as uncompressed WebSocket frames, as revision 4 has them.
    package var frames: SharedBytes { broadcast.frames }
}
