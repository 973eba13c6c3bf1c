internal import ClientCore

/// One `ClientCore` and the buffer through which JavaScript talks with it.
final class CoreSession {
    private var core = ClientCore()
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

    deinit { buffer.deallocate() }

    var address: UnsafeMutableRawPointer? { buffer.baseAddress }

    /// Grows the buffer to at least `capacity` bytes; what was in it is lost when it grows.
    func reserve(_ capacity: Int) {
        guard capacity > buffer.count else { return }
        buffer.deallocate()
        // Half as much again, so that slowly growing texts do not each pay for a new buffer.
        buffer = .allocate(byteCount: capacity &+ capacity / 2, alignment: 16)
    }

    /// Replaces the event's JSON in the buffer by the effects' JSON and returns that one's length, or nil when the first
    /// `length` bytes are no event.
    func handle(length: Int) -> Int? {
        guard length >= 0, length <= buffer.count else { return nil }
        let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<length])
        guard let event = ClientEvent(json: Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))) else {
            return nil
        }
        let effects = ClientEffect.encode(core.handle(event))
        reserve(effects.count)
        buffer.copyBytes(from: effects)
        return effects.count
    }
}
