/// A value that each loop has one of, made when it is first asked for there.
package final class LoopLocal<Value: AnyObject>: Sendable {
    private let make: @Sendable () -> Value

    package init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The loop's value; on the loop only.
    package func value(on loop: EventLoop) -> Value {
        loop.preconditionCurrent()
        let key = ObjectIdentifier(self)
        if let (_, value) = loop.core.locals[key], let found = value as? Value { return found }
        let value = make()
        // Keeping the key's object keeps its identity from being given to another.
        loop.core.locals[key] = (self, value)
        return value
    }
}
