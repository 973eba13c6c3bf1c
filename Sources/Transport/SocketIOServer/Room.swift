internal import EngineIOServer

/// One loop's subscribers of one room, and what was published to it in this turn.
///
/// Each subscriber knows its place, so that joining and leaving cost the same however many there are.
final class Room {
    struct Subscriber {
        let socket: Socket
        /// Where the socket keeps this room.
        var membership: Int
    }

    struct Published {
        let packet: PreframedPacket
        /// Does not get the packet.
        let except: Socket?
    }

    let name: String
    private(set) var subscribers: ContiguousArray<Subscriber> = []
    private(set) var published: [Published] = []

    init(name: String) { self.name = name }

    var isEmpty: Bool { subscribers.isEmpty }

    /// The new subscriber's place.
    func add(_ socket: Socket, membership: Int) -> Int {
        subscribers.append(Subscriber(socket: socket, membership: membership))
        return subscribers.count - 1
    }

    /// The last subscriber takes the place of the one that leaves.
    func remove(at place: Int) {
        let last = subscribers.removeLast()
        guard place < subscribers.count else { return }
        subscribers[place] = last
        last.socket.room(at: last.membership, movedYouTo: place)
    }

    /// The socket keeps this room elsewhere from now on.
    func subscriber(at place: Int, movedUsTo membership: Int) { subscribers[place].membership = membership }

    /// True when this is the turn's first packet, so that the room has to be flushed.
    func publish(_ packet: PreframedPacket, except: Socket?) -> Bool {
        published.append(Published(packet: packet, except: except))
        return published.count == 1
    }

    /// Bytes written to a subscriber at once. A turn may bring more than a connection's queue may hold; in pieces, what
    /// waits is looked at in between, and a slow reader drops the rest instead of losing its connection.
    private static let pieceLimit = 256 * 1024

    /// Hands what was published to each subscriber, in one piece where it is small.
    func flush() {
        guard !published.isEmpty else { return }
        let batch = published
        published.removeAll(keepingCapacity: batch.count <= 64)
        let hasExceptions = batch.contains { $0.except != nil }
        var slow: [Socket] = []
        var rest = batch[...]
        while !rest.isEmpty { deliver(Self.takePiece(of: &rest), hasExceptions: hasExceptions, &slow) }
        // Told after the round: what the application does then must not come between the room's packets.
        for socket in slow { socket.onRoomPacketsDropped?() }
    }

    private static func takePiece(of batch: inout ArraySlice<Published>) -> ArraySlice<Published> {
        var bytes = 0
        let piece = batch.prefix { published in
            let isFirst = bytes == 0
            bytes += published.packet.count
            return isFirst || bytes <= pieceLimit
        }
        batch = batch[piece.endIndex...]
        return piece
    }

    private func deliver(_ piece: ArraySlice<Published>, hasExceptions: Bool, _ slow: inout [Socket]) {
        let batch = PreframedBatch(piece.map { $0.packet })
        for subscriber in subscribers {
            let socket = subscriber.socket
            if hasExceptions, piece.contains(where: { $0.except === socket }) {
                let others = piece.filter { $0.except !== socket }.map { $0.packet }
                if !others.isEmpty, !socket.deliver(PreframedBatch(others)) { slow.append(socket) }
            } else if !socket.deliver(batch) {
                slow.append(socket)
            }
        }
    }
}
