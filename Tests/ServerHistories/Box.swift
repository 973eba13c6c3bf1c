import Synchronization

/// Carries a value out of a closure that may run on another thread.
final class Box<Value: Sendable>: Sendable {
    private let stored: Mutex<Value>

    init(_ value: Value) { stored = Mutex(value) }

    var value: Value {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

/// Ids that follow from the seed.
final class Identifiers: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) { state = Mutex(seed &* 0x9e37_79b9_7f4a_7c15) }

    func next() -> (UInt64, UInt64) {
        state.withLock { state in
            state &+= 1
            return (state, state &* 0x2545_f491_4f6c_dd1d)
        }
    }
}
