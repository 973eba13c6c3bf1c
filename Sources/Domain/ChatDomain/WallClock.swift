package import ChatModel

/// What time it is, injected so that tests move it by hand.
package protocol WallClock: Sendable {
    /// The time of day; may jump when the machine's clock is set.
    func now() -> Timestamp
    /// Milliseconds from an arbitrary start that never go back: for delays and expiry.
    func monotonic() -> Int64
}
