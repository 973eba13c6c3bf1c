import ChatDomain
import ChatModel
import CredentialsAPI
import Synchronization

/// The time of a history.
final class HistoryClock: WallClock {
    private let milliseconds: Mutex<Int64>

    init(_ start: Int64) { milliseconds = Mutex(start) }

    var value: Int64 {
        get { milliseconds.withLock { $0 } }
        set { milliseconds.withLock { $0 = newValue } }
    }

    func now() -> Timestamp { Timestamp(milliseconds: value) }
    func monotonic() -> Int64 { value }
}

/// Credentials without their cost and their chance.
final class PlainCredentials: Credentials {
    private let counter = Mutex<UInt64>(0)

    func hash(password: String) async throws(ChatError) -> String { password }
    func verify(password: String, hash: String?) async throws(ChatError) -> Bool { password == hash }

    func randomBytes(_ count: Int) -> [UInt8] {
        let number = counter.withLock { counter in
            counter += 1
            return counter
        }
        // Spread, so that ids of one millisecond differ also where a server begins anew within it.
        let spread = number &* 0x9e37_79b9_7f4a_7c15
        return (0..<count).map { UInt8(truncatingIfNeeded: spread >> UInt64($0 % 8 * 8)) }
    }

    func digest(_ token: String) -> [UInt8] { Array(token.utf8) }
    func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }
}
