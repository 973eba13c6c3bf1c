import Testing

@testable import ChatDomain

@Suite("Spreading requests over time")
struct RateLimiterTests {
    @Test("a few at once are free, then one each interval, and rest brings them back")
    func spread() {
        var limiter = RateLimiter<Int>(RateRule(burst: 3, interval: 100))
        for _ in 0..<3 { #expect(limiter.take(1, now: 0) == nil) }
        #expect(limiter.take(1, now: 0) == 100)
        #expect(limiter.take(1, now: 99) == 1)
        #expect(limiter.take(1, now: 100) == nil)
        #expect(limiter.take(1, now: 100) == 100)
        for _ in 0..<3 { #expect(limiter.take(1, now: 10_000) == nil) }
        #expect(limiter.take(1, now: 10_000) != nil)
    }

    @Test("each key has its own")
    func keys() {
        var limiter = RateLimiter<Int>(RateRule(burst: 1, interval: 100))
        #expect(limiter.take(1, now: 0) == nil)
        #expect(limiter.take(2, now: 0) == nil)
        #expect(limiter.take(1, now: 0) != nil)
    }

    @Test("what is remembered is bounded: first goes what is due again, then what waits least")
    func bounded() {
        var limiter = RateLimiter<Int>(RateRule(burst: 1, interval: 100, capacity: 3))
        for key in 0..<3 { #expect(limiter.take(key, now: Int64(key)) == nil) }
        #expect(limiter.take(3, now: 50) == nil)
        #expect(limiter.count == 3)
        #expect(limiter.take(1, now: 50) != nil)
        #expect(limiter.take(4, now: 101) == nil)
        #expect(limiter.count == 2 || limiter.count == 3)
        #expect(limiter.take(3, now: 101) != nil)
    }

    @Test("no time and no rule overflows", arguments: [Int64.min / 4, 0, Int64.max / 4])
    func extremes(now: Int64) {
        var limiter = RateLimiter<Int>(RateRule(burst: 0, interval: 0, capacity: 0))
        #expect(limiter.take(1, now: now) == nil)
        #expect(limiter.take(1, now: now) == 1)
    }
}
