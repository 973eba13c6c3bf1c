internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The loops of a process, usually one a core.
public final class EventLoopGroup: Sendable {
    public let loops: [EventLoop]
    private let turn = Atomic<Int>(0)

    /// Starts `count` loops (at least one). SIGPIPE is ignored from here on: a write to a closed socket is an error code.
    public init(count: Int) {
        signal(SIGPIPE, SIG_IGN)
        loops = (0..<max(1, count)).map { EventLoop(index: $0) }
    }

    /// The loops in turn.
    public func next() -> EventLoop {
        let ticket = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return loops[Int(UInt(bitPattern: ticket) % UInt(loops.count))]
    }

    /// Ends every loop, closing what is on them.
    public func shutdown() async {
        for loop in loops { await loop.shutdown() }
    }
}
