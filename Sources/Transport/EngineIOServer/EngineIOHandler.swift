/// What a session tells the object that uses it; every call comes on the session's loop.
package protocol EngineIOHandler: AnyObject {
    /// A text message, valid UTF-8.
    func received(text: ArraySlice<UInt8>)
    func received(binary: ArraySlice<UInt8>)
    /// Nothing waits for the client any more. Told whenever a poll took the last of it; on a WebSocket, once after
    /// `send(_:limit:)` answered false.
    func drained()
    /// The session is over; the last call, made exactly once.
    func closed(_ reason: EngineIOCloseReason)
}
