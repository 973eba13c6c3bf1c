import WebRuntime

/// A heap over memory of its own that grows up to a bound, as `core.wasm`'s does over the instance's memory.
final class Arena {
    private let memory: UnsafeMutableRawPointer
    private let limit: Int
    private let heap: UnsafeMutablePointer<heap>
    private var given: Int

    /// - Parameter skew: bytes by which the region's start misses an alignment of 64.
    init(initial: Int, limit: Int, skew: Int = 0) {
        memory = .allocate(byteCount: limit + 64, alignment: 64)
        heap = .allocate(capacity: 1)
        self.limit = limit
        given = initial
        heap_open(heap, memory + skew, initial, { context, bytes in Arena.of(context).grow(by: bytes) }, nil)
        heap.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        heap.deallocate()
        memory.deallocate()
    }

    var used: Int { heap.pointee.used }
    var capacity: Int { heap.pointee.capacity }
    /// 0 when every rule of heap_check.c holds.
    var brokenRule: Int32 { heap_check(heap) }
    /// Whether all of the region is one free block: it can be handed out whole, at its start, without growth.
    var isOneFreeBlock: Bool {
        let before = capacity
        guard used == 0, let whole = allocate(before - 16) else { return false }
        release(whole)
        return capacity == before
    }

    func allocate(_ size: Int, alignment: Int = 16) -> UnsafeMutableRawPointer? {
        heap_allocate(heap, alignment, size)
    }

    func release(_ pointer: UnsafeMutableRawPointer?) { heap_release(heap, pointer) }

    private func grow(by bytes: Int) -> Int {
        let step = max(65_536, (bytes + 65_535) / 65_536 * 65_536)
        guard given + step <= limit else { return 0 }
        given += step
        return step
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Arena {
        Unmanaged<Arena>.fromOpaque(context!).takeUnretainedValue()
    }
}
