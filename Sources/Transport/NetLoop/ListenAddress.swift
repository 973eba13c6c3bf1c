/// Where a server listens.
public enum ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// A host name or numeric address and a port from 0 to 65535; 0 lets the system choose.
    case tcp(host: String, port: Int)
    /// The path of a Unix socket; a socket file that nobody answers on is replaced.
    case unix(path: String)

    public var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): path
        }
    }
}
