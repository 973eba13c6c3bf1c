import SeededRandom
import TestThreads
import Testing
import WebRuntime

@Suite("The heap of core.wasm", .ownThread)
struct HeapTests {
    /// A block handed out and the byte it was filled with.
    struct Held {
        let pointer: UnsafeMutableRawPointer
        let size: Int
        let mark: UInt8

        var isUntouched: Bool {
            // Blocks begin and end at multiples of 8, so a stranger's bytes cannot lie between two that are looked at.
            stride(from: 0, to: size, by: 8).allSatisfy { pointer.load(fromByteOffset: $0, as: UInt8.self) == mark }
        }
    }

    @Test(
        "blocks keep their bytes through any order of taking and giving back, and all of it comes back",
        arguments: 0..<8)
    func randomOrder(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let arena = Arena(initial: 4096, limit: 16 << 20, skew: seed)
        var held: [Held] = []
        for step in 0..<6_000 {
            // The share of taking swings, so that the heap fills and empties several times.
            let takes = random.next(below: 100) < (step / 1000 % 2 == 0 ? 65 : 35)
            if takes || held.isEmpty {
                let size = random.next(below: 1 << (2 + random.next(below: 12)))
                let alignment = 1 << random.next(below: step % 10 == 0 ? 10 : 5)
                let pointer = try #require(arena.allocate(size, alignment: alignment))
                #expect(UInt(bitPattern: pointer) % UInt(max(alignment, 16)) == 0)
                let mark = UInt8(truncatingIfNeeded: step)
                pointer.initializeMemory(as: UInt8.self, repeating: mark, count: size)
                held.append(Held(pointer: pointer, size: size, mark: mark))
            } else {
                let one = held.remove(at: random.next(below: held.count))
                try #require(one.isUntouched, "another block's owner wrote into this one")
                arena.release(one.pointer)
            }
            if step % 97 == 0 { try #require(arena.brokenRule == Int32(heap_is_sound)) }
        }
        for one in held {
            try #require(one.isUntouched)
            arena.release(one.pointer)
        }
        #expect(arena.brokenRule == Int32(heap_is_sound))
        #expect(arena.used == 0)
        #expect(arena.isOneFreeBlock)
    }

    @Test(
        "freed neighbours join, whichever is freed last", arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 1, 0]])
    func joins(order: [Int]) throws {
        let arena = Arena(initial: 4096, limit: 4096)
        let blocks = try (0..<3).map { _ in try #require(arena.allocate(1000)) }
        #expect(arena.allocate(3000) == nil)
        for index in order { arena.release(blocks[index]) }
        #expect(arena.isOneFreeBlock)
        #expect(arena.allocate(3000) == blocks[0])
    }

    @Test("the same work over and over needs no more memory than the first time")
    func noCreep() throws {
        let arena = Arena(initial: 4096, limit: 64 << 20)
        var random = SeededGenerator(seed: 7)
        var after: [Int] = []
        for _ in 0..<12 {
            // What a message costs: many short-lived blocks around one that stays for a while.
            var window: [UnsafeMutableRawPointer] = []
            for _ in 0..<1000 {
                let passing = try (0..<6).map { _ in try #require(arena.allocate(16 + random.next(below: 400))) }
                window.append(try #require(arena.allocate(64 + random.next(below: 64))))
                for pointer in passing { arena.release(pointer) }
                if window.count > 50 { arena.release(window.removeFirst()) }
            }
            for pointer in window { arena.release(pointer) }
            after.append(arena.capacity)
        }
        #expect(arena.used == 0)
        #expect(after.last == after[3])
    }

    @Test("a buffer that doubles leaves holes that are used again")
    func doubling() throws {
        let arena = Arena(initial: 65_536, limit: 16 << 20)
        for _ in 0..<50 {
            var size = 64
            var buffer = try #require(arena.allocate(size))
            while size < 1 << 20 {
                size *= 2
                let larger = try #require(arena.allocate(size))
                arena.release(buffer)
                buffer = larger
            }
            arena.release(buffer)
        }
        #expect(arena.capacity < 4 << 20)
        #expect(arena.brokenRule == Int32(heap_is_sound))
    }

    @Test("without memory, past 2^30 bytes and for an odd alignment the answer is nil, and the heap goes on")
    func refusals() throws {
        let arena = Arena(initial: 4096, limit: 128 << 10)
        #expect(arena.allocate(1 << 20) == nil)
        #expect(arena.allocate(1 << 30) == nil)
        #expect(arena.allocate(Int.max) == nil)
        #expect(arena.allocate(16, alignment: 24) == nil)
        #expect(arena.allocate(16, alignment: 1 << 17) == nil)
        #expect(arena.brokenRule == Int32(heap_is_sound))
        var held: [UnsafeMutableRawPointer] = []
        while let pointer = arena.allocate(1000) { held.append(pointer) }
        #expect(held.count > 60)
        for pointer in held { arena.release(pointer) }
        arena.release(nil)
        #expect(arena.used == 0)
        #expect(arena.allocate(60_000) != nil)
    }

    @Test("a block given back twice stops the program instead of having two owners")
    func doubleRelease() async {
        await #expect(processExitsWith: .failure) {
            let arena = Arena(initial: 4096, limit: 4096)
            let pointer = arena.allocate(100)
            arena.release(pointer)
            arena.release(pointer)
        }
    }

    @Test("no bytes at all are still a block of one's own")
    func empty() throws {
        let arena = Arena(initial: 4096, limit: 4096)
        let first = try #require(arena.allocate(0, alignment: 1))
        let second = try #require(arena.allocate(0, alignment: 1))
        #expect(first != second)
    }
}

extension SeededGenerator {
    fileprivate mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
