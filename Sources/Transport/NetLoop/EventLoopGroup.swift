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
    public convenience init(count: Int) { self.init(count: count, frozenAt: nil) }

    /// As `init(count:)`, with loops whose clocks stand still at `time`, as `EventLoop.init(index:frozenAt:)` says.
    package init(count: Int, frozenAt time: Int64?) {
        signal(SIGPIPE, SIG_IGN)
        loops = (0..<max(1, count)).map { EventLoop(index: $0, frozenAt: time) }
    }

    /// The loops in turn.
    public func next() -> EventLoop {
        let ticket = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return loops[Int(UInt(bitPattern: ticket) % UInt(loops.count))]
    }

    /// As `EventLoop.advance(by:)` on every loop, one after the other; from outside the loops, which must be running.
    package func advance(by milliseconds: Int64) async {
        for loop in loops { await loop.perform { loop.advance(by: milliseconds) } }
    }

    /// Ends every loop, closing what is on them.
    public func shutdown() async {
        for loop in loops { await loop.shutdown() }
    }
}
