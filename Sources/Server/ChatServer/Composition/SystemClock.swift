import ChatDomain
package import ChatModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The machine's clocks.
package struct SystemClock: WallClock {
    package init() {}

    package func now() -> Timestamp { Timestamp(milliseconds: Self.read(CLOCK_REALTIME)) }

    package func monotonic() -> Int64 { Self.read(CLOCK_MONOTONIC) }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
    }
}
