internal import ChatServer

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// How many files and connections the system lets this process have open.
enum FileLimit {
    /// What a server with `loops` event loops needs for itself, and a few connections.
    static func least(loops: Int) -> UInt64 { 48 + 4 * UInt64(clamping: loops) }

    /// Raises the soft limit, which is low on many systems for the sake of old programs, to the hard one. Throws a
    /// sentence where even that is too little to start.
    static func raise(loops: Int) throws(ServerFailure) {
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return }
        let hard = limit.rlim_max
        limit.rlim_cur = hard
        // macOS refuses more than its own constant, though it reports no limit.
        if setrlimit(files, &limit) != 0 {
            limit.rlim_cur = min(hard, 10_240)
            _ = setrlimit(files, &limit)
        }
        guard getrlimit(files, &limit) == 0, UInt64(limit.rlim_cur) < least(loops: loops) else { return }
        throw ServerFailure(
            "This process may open \(limit.rlim_cur) files, and a server with \(loops) loops needs at least "
                + "\(least(loops: loops)). Raise the limit (ulimit -n, LimitNOFILE=) or take fewer --loops.")
    }

    #if canImport(Glibc)
        private static var files: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var files: Int32 { RLIMIT_NOFILE }
    #endif
}
