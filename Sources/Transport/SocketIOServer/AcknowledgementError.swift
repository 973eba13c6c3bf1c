/// Why an event that was sent has no acknowledgement.
public enum AcknowledgementError: Error, Hashable, Sendable {
    /// None came in time; a later one is ignored.
    case timedOut
    /// The socket was disconnected, or was not connected at all.
    case disconnected
    /// The event was not sent: Socket.IO has its name for itself, or a value has no JSON form.
    case notSent
}
