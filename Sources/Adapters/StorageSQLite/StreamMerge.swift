import ChatModel

/// The places of several streams' new events as one ascending sequence: a heap of the streams by their next place.
struct StreamMerge {
    private struct Source {
        var stream: EventStream
        /// Read and not given yet, the next one last.
        var pending: [Position]
        /// The last number read.
        var read: Int64
        var isAtEnd: Bool
        var next: Int64
    }

    private let connection: Connection
    private let chunk: Int
    /// A binary min-heap by `next`.
    private var heap: [Source] = []

    init(connection: Connection, chunk: Int) {
        self.connection = connection
        self.chunk = max(1, chunk)
    }

    var hasMore: Bool { !heap.isEmpty }

    /// Adds what `stream` has after `place`.
    mutating func add(_ stream: EventStream, after place: Int64) throws(ChatError) {
        guard let seq = try connection.lastSeq(in: stream, notAfter: place) else { return }
        var source = Source(stream: stream, pending: [], read: seq, isAtEnd: false, next: 0)
        guard try refill(&source) else { return }
        heap.append(source)
        rise(from: heap.count - 1)
    }

    /// The next place; nil at the end.
    mutating func next() throws(ChatError) -> Int64? {
        guard var source = heap.first else { return nil }
        let place = source.next
        source.pending.removeLast()
        if try refill(&source) {
            heap[0] = source
        } else {
            let last = heap.removeLast()
            if heap.isEmpty { return place }
            heap[0] = last
        }
        sink()
        return place
    }

    /// Sets `source.next`; false at the stream's end.
    private func refill(_ source: inout Source) throws(ChatError) -> Bool {
        if source.pending.isEmpty && !source.isAtEnd {
            let positions = try connection.positions(in: source.stream, after: source.read, limit: chunk)
            source.isAtEnd = positions.count < chunk
            source.read = positions.last?.seq ?? source.read
            source.pending = positions.reversed()
        }
        guard let position = source.pending.last else { return false }
        source.next = position.place
        return true
    }

    private mutating func rise(from index: Int) {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            if heap[parent].next <= heap[child].next { return }
            heap.swapAt(parent, child)
            child = parent
        }
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].next < heap[least].next { least = child }
            }
            if least == parent { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
