#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The address of one end of a connection.
public struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    public enum Family: Hashable, Sendable { case ipv4, ipv6, unix }

    public let family: Family
    /// 0 for a Unix socket.
    public let port: Int
    /// The address in network order: 4 bytes (padded with zeros), 16 bytes, or zeros for a Unix socket.
    private let high: UInt64
    private let low: UInt64

    /// A Unix socket's peer, which has no address of its own.
    public static let unix = SocketAddress(family: .unix, port: 0, high: 0, low: 0)

    private init(family: Family, port: Int, high: UInt64, low: UInt64) {
        self.family = family
        self.port = port
        self.high = high
        self.low = low
    }

    /// The numeric address without the port; "unix" for a Unix socket.
    public var text: String {
        switch family {
        case .unix: return "unix"
        case .ipv4: return printed(AF_INET)
        case .ipv6: return printed(AF_INET6)
        }
    }

    public var description: String {
        switch family {
        case .unix: "unix"
        case .ipv4: "\(text):\(port)"
        case .ipv6: "[\(text)]:\(port)"
        }
    }

    /// Whether the peer is on this machine: 127.0.0.0/8, ::1, either of them mapped, or a Unix socket.
    public var isLoopback: Bool {
        switch family {
        case .unix: true
        case .ipv4: high >> 56 == 127
        case .ipv6: high == 0 && (low == 1 || low >> 24 == 0xFFFF_7F)
        }
    }

    private func printed(_ family: Int32) -> String {
        var octets = (high.bigEndian, low.bigEndian)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard let start = text.baseAddress,
                inet_ntop(family, &octets, start, socklen_t(INET6_ADDRSTRLEN)) != nil
            else { return "" }
            return String(cString: start)
        }
    }

    /// Reads what the system filled in; nil for a family that is not an internet or Unix one.
    init?(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_UNIX: self = .unix
        case AF_INET:
            let address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in.self) }
            self.init(
                family: .ipv4, port: Int(UInt16(bigEndian: address.sin_port)),
                high: UInt64(UInt32(bigEndian: address.sin_addr.s_addr)) << 32, low: 0)
        case AF_INET6:
            let address = withUnsafeBytes(of: &storage) { $0.load(as: sockaddr_in6.self) }
            let (high, low) = withUnsafeBytes(of: address.sin6_addr) {
                ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            self.init(
                family: .ipv6, port: Int(UInt16(bigEndian: address.sin6_port)),
                high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        default: return nil
        }
    }
}
