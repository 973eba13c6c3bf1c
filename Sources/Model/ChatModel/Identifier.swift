/// A 64-bit id that sorts by the time it was made, printed as 13 letters of lower-case Crockford base 32.
///
/// The top bit is zero, so that every store can keep it as a signed integer. `Entity` only keeps ids of different
/// things apart at compile time.
package struct Identifier<Entity>: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    /// Fails for values that do not fit 63 bits.
    package init?(rawValue: UInt64) {
        guard rawValue <= UInt64(Int64.max) else { return nil }
        self.rawValue = rawValue
    }

    /// An id made at `millisecond` (milliseconds since 1970) whose low 22 bits are `entropy`'s.
    ///
    /// Times before 2025 count as 2025-01-01; 41 bits of milliseconds last until 2094.
    package init(millisecond: Int64, entropy: UInt32) {
        let elapsed = UInt64(max(millisecond, identifierEpoch) - identifierEpoch)
        self.rawValue = (min(elapsed, (1 << 41) - 1) << 22) | UInt64(entropy & 0x3f_ffff)
    }

    /// When it was made, in milliseconds since 1970, by the clock of who made it.
    package var millisecond: Int64 { Int64(rawValue >> 22) + identifierEpoch }

    /// Reads exactly what `description` prints; anything else is nil.
    package init?(_ text: String) {
        guard let value = Base32.decode(text) else { return nil }
        self.init(rawValue: value)
    }

    package var description: String { Base32.encode(rawValue) }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// 2025-01-01T00:00:00Z in milliseconds since 1970, where ids begin to count.
private let identifierEpoch: Int64 = 1_735_689_600_000

package typealias UserID = Identifier<User>
package typealias RoomID = Identifier<Room>
package typealias MessageID = Identifier<RoomEvent>
package typealias SessionID = Identifier<Session>
package typealias InvitationID = Identifier<Invitation>
package typealias AuditEntryID = Identifier<AuditEntry>
package typealias ReportID = Identifier<Report>
package typealias ScheduledID = Identifier<ScheduledMessage>
