/// Why an event that was sent has no acknowledgement.
public enum AcknowledgementError: Error, Hashable, Sendable {
    /// None came in time; a later one is ignored.
    case timedOut
    /// The socket was disconnected, or was not connected at all.
    case disconnected
}
