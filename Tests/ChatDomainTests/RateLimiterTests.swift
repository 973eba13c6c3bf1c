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

    @Test("what is remembered is bounded: past it go those that asked longest ago, and those that still wait stay")
    func bounded() {
        var limiter = RateLimiter<Int>(RateRule(burst: 1, interval: 100_000, capacity: 8))
        for key in 0..<1000 {
            #expect(limiter.take(key, now: Int64(key)) == nil)
            #expect(limiter.count <= 8)
            for other in max(0, key - 3)...key { #expect(limiter.take(other, now: Int64(key)) != nil, "\(key)") }
        }
    }

    @Test("who is due again is forgotten once they have not asked for a while, and nobody before")
    func forgotten() {
        let rule = RateRule(burst: 3, interval: 100)
        var limiter = RateLimiter<Int>(rule)
        var plain: [Int: Int64] = [:]
        var state: UInt64 = 7
        var now: Int64 = 0
        for step in 0..<5000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = Int(state >> 40 % 20)
            now += Int64(state >> 50 % 40)
            // The rule by itself, with a memory that never ends.
            let due = max(plain[key] ?? now, now)
            let wait = due - now - 200
            if wait <= 0 { plain[key] = due + 100 }
            #expect(limiter.take(key, now: now) == (wait > 0 ? wait : nil), "step \(step)")
        }
        #expect(limiter.take(50, now: now + 1000) == nil)
        #expect(limiter.count == 1)
    }

    @Test("no time and no rule overflows", arguments: [Int64.min / 4, 0, Int64.max / 4])
    func extremes(now: Int64) {
        var limiter = RateLimiter<Int>(RateRule(burst: 0, interval: 0, capacity: 0))
        #expect(limiter.take(1, now: now) == nil)
        #expect(limiter.take(1, now: now) == 1)
    }
}
