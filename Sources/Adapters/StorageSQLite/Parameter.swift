import ChatModel

/// What a statement's parameter can be.
protocol Parameter {
    func bind(to bindings: inout Bindings, at index: Int32)
}

extension Int64: Parameter {
    func bind(to bindings: inout Bindings, at index: Int32) { bindings.set(index, self) }
}

extension String: Parameter {
    func bind(to bindings: inout Bindings, at index: Int32) { bindings.set(index, self) }
}

extension [UInt8]: Parameter {
    func bind(to bindings: inout Bindings, at index: Int32) { bindings.set(index, self) }
}

extension Identifier: Parameter {
    func bind(to bindings: inout Bindings, at index: Int32) { bindings.set(index, Int64(bitPattern: rawValue)) }
}

extension Timestamp: Parameter {
    func bind(to bindings: inout Bindings, at index: Int32) { bindings.set(index, milliseconds) }
}

/// A parameter that is not bound is null.
extension Optional: Parameter where Wrapped: Parameter {
    func bind(to bindings: inout Bindings, at index: Int32) { self?.bind(to: &bindings, at: index) }
}
