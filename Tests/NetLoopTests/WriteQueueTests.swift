import CUV
import Testing

@testable import NetLoop

@Suite("Write queue")
struct WriteQueueTests {
    @Test("bytes leave in order for every size of partial write")
    func partialWrites() {
        let pieces: [[UInt8]] = [[1, 2, 3], [], [4], [5, 6], Array(7...60)] + (61...200).map { [UInt8($0)] }
        let all = pieces.flatMap { $0 }
        for step in [1, 2, 3, 7, 64, 1000] {
            var queue = WriteQueue()
            for piece in pieces { queue.append(SharedBytes(piece)) }
            #expect(queue.byteCount == all.count)
            var sent: [UInt8] = []
            while !queue.isEmpty {
                let front = described(queue)
                let count = min(step, front.count)
                sent += front.prefix(count)
                queue.consume(count)
                #expect(queue.byteCount == all.count - sent.count)
                #expect(queue.joined() == Array(all.dropFirst(sent.count)))
            }
            #expect(sent == all)
            #expect(queue.pieceCount == 0)
        }
    }

    @Test("the vector is filled as far as it goes")
    func vectorLimit() {
        var queue = WriteQueue()
        for number in UInt8(0)..<10 { queue.append(SharedBytes([number, number])) }
        #expect(described(queue, capacity: 4) == [0, 0, 1, 1, 2, 2, 3, 3])
        #expect(described(WriteQueue(), capacity: 4) == [])
    }

    private func described(_ queue: WriteQueue, capacity: Int = 64) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: capacity) { vector in
            let (entries, bytes) = queue.describe(in: vector)
            let result = vector[..<entries].flatMap { Array(UnsafeRawBufferPointer(start: $0.base, count: $0.len)) }
            #expect(result.count == bytes)
            return result
        }
    }
}
