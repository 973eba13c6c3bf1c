/// Carries a value that is not `Sendable` across threads; it is used, and let go of, on its loop only.
///
/// `@unchecked`: every access checks that it happens on the loop, so that no two threads touch the value.
package final class LoopBound<Value>: @unchecked Sendable {
    package let loop: EventLoop
    private var stored: Value

    package init(_ value: Value, on loop: EventLoop) {
        self.loop = loop
        stored = value
    }

    /// The value; traps off the loop.
    package var value: Value {
        get {
            loop.preconditionCurrent()
            return stored
        }
        set {
            loop.preconditionCurrent()
            stored = newValue
        }
    }

    deinit {
        guard !loop.isCurrent else { return }
        // The last reference may be dropped anywhere; what the value owns must be released on the loop.
        let last = LastReference(stored)
        loop.execute { withExtendedLifetime(last) {} }
    }
}

/// `@unchecked`: made in a deinit and then only released, once, on the loop.
private final class LastReference<Value>: @unchecked Sendable {
    private let value: Value
    init(_ value: Value) { self.value = value }
}
