/// How often things may be asked, each by name; nil for no limit. What is past one is `rate_limited`.
package struct RateLimits: Hashable, Sendable {
    /// `send`, per person.
    package var sends: RateRule?
    /// `send`, per room.
    package var roomSends: RateRule?
    /// Every other request of somebody who is logged in, per person.
    package var requests: RateRule?
    /// New Socket.IO sessions, per network address.
    package var connections: RateRule?

    package init(
        sends: RateRule? = nil, roomSends: RateRule? = nil, requests: RateRule? = nil, connections: RateRule? = nil
    ) {
        self.sends = sends
        self.roomSends = roomSends
        self.requests = requests
        self.connections = connections
    }
}
