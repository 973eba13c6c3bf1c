package import ChatModel

/// Carries between nodes what the connected clients must hear: committed events in commit order, and signals that
/// are not kept. With one node (`ClusterLocal`) everything goes straight to this node's listener.
package protocol Cluster: Sendable {
    /// Called from the store's writer thread, in commit order.
    func publish(_ events: [Event], through: Place)
    /// Called from any thread.
    func publish(_ signal: Signal)
    /// Sets who hears on this node; called once, before the first publish.
    func listen(_ listener: any ClusterListener)
}

/// This node's doors, as the cluster sees them. Called from the publisher's thread; must return soon.
package protocol ClusterListener: AnyObject, Sendable {
    func heard(_ events: [Event], through: Place)
    func heard(_ signal: Signal)
}

/// What is told and not kept.
package enum Signal: Hashable, Sendable {
    /// Who is typing in `room` now; `names` holds at most four, the newest last, `count` all of them.
    case typing(room: RoomID, users: [UserID], count: Int)
    /// Who is typing in these threads of `room` now: those of which it has changed, at most eight.
    case threadTyping(room: RoomID, [ThreadTyping])
    /// How many of the room's reports are open now, for those who may read them.
    case reports(room: RoomID, open: Int, to: [UserID])
    /// These sessions ended: their connections are logged out at once.
    case sessionsEnded([SessionID])
}
