/// How a body has come so far, and how long it may still take to go on.
struct HTTPBodyPace {
    /// When the body began, moved on by the time in which its handler held it back. Milliseconds of the loop's clock.
    private var began: Int64
    private var last: Int64
    private var byteCount = 0
    private var heldSince: Int64?

    init(now: Int64) {
        began = now
        last = now
    }

    mutating func took(_ count: Int, now: Int64) {
        byteCount &+= count
        last = now
    }

    /// The handler takes nothing for now.
    mutating func hold(now: Int64) { if heldSince == nil { heldSince = now } }

    mutating func release(now: Int64) {
        guard let since = heldSince else { return }
        heldSince = nil
        began += now - since
        last = now
    }

    /// When the body is given up unless more has come; nil while it is held back.
    func deadline(_ configuration: HTTPServerConfiguration) -> Int64? {
        guard heldSince == nil else { return nil }
        let stall = last + Int64(configuration.bodyTime)
        guard configuration.minimumBodyRate > 0 else { return stall }
        let (scaled, overflow) = byteCount.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return stall }
        return min(stall, began + Int64(configuration.bodyTime) + Int64(scaled / configuration.minimumBodyRate))
    }
}
