/// One act of a history. It names its device, person or room by number and carries its own chance, so that what is left
/// of a history means the same when other steps are taken out of it.
package struct Step: Hashable, Sendable, CustomStringConvertible {
    package enum Act: String, Hashable, Sendable, CaseIterable {
        // People, on a device.
        case say, open, scrollToEnd, scrollAway, scrollToTop, goToUnread, show, hide, markUnread, delete, join, leave,
            retry
        // Other people, at the server.
        case removeMember, rejoin, addMember, givePart, rename, archive, mute, ban, deleteRoom, makeGroup, makeDirect
        // What they do to what was said there, and in threads.
        case call, reply, edit, react, pin, follow, readThread, slowDown
        // The room keeps old messages no longer.
        case expire
        // Misfortune.
        case cut, goOffline, goOnline, kill, start, slow, drained, reopen, refuse, restartServer, compact
        // Time and the network.
        case turn, wait
    }

    package var act: Act
    package var device: Int
    package var room: Int
    package var chance: UInt64

    package var description: String { "\(act.rawValue)(\(device), \(room), \(chance))" }

    /// How often each act is drawn.
    private static let weights: [(Act, UInt64)] = [
        (.say, 24), (.open, 8), (.scrollToEnd, 6), (.scrollAway, 4), (.scrollToTop, 2), (.goToUnread, 2), (.show, 3),
        (.hide, 3),
        (.markUnread, 5), (.delete, 5), (.join, 4), (.leave, 2), (.retry, 1), (.removeMember, 3), (.rejoin, 3),
        (.addMember, 4), (.givePart, 4), (.rename, 2), (.archive, 3), (.mute, 3), (.ban, 4), (.deleteRoom, 1),
        (.makeGroup, 2), (.makeDirect, 1), (.call, 6), (.reply, 8), (.edit, 6), (.react, 4), (.pin, 3), (.follow, 3),
        (.readThread, 4), (.slowDown, 2), (.expire, 2),
        (.cut, 4), (.goOffline, 2), (.goOnline, 4), (.kill, 2), (.start, 5), (.slow, 1), (.drained, 3), (.reopen, 4),
        (.refuse, 2), (.restartServer, 1), (.compact, 1), (.turn, 10), (.wait, 6),
    ]

    package static func draw(_ chance: inout Chance) -> Step {
        var rest = chance.below(weights.reduce(0) { $0 + $1.1 })
        var act = Act.wait
        for (candidate, weight) in weights {
            if rest < weight {
                act = candidate
                break
            }
            rest -= weight
        }
        return Step(
            act: act, device: Int(chance.below(UInt64(World.devices))), room: Int(chance.below(UInt64(World.rooms))),
            chance: chance.next() >> 40)
    }
}

/// Numbers that look random and follow from the seed.
package struct Chance: Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 0x1234_5678_9abc_def1 }

    package mutating func next() -> UInt64 {
        // Xorshift, then a multiplication to spread its low bits.
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        if state == 0 { state = 1 }
        return (state &* 0x2545_f491_4f6c_dd1d) >> 8
    }

    /// In 0..<bound.
    package mutating func below(_ bound: UInt64) -> UInt64 { bound < 2 ? 0 : next() % bound }

    package mutating func happens(_ one: UInt64, in many: UInt64) -> Bool { below(many) < one }
}
