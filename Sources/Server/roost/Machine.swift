#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What the machine has.
enum Machine {
    /// Cores that are on line; at least 1 and at most 64.
    static var cores: Int {
        #if canImport(Glibc)
            let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        #else
            let count = sysconf(_SC_NPROCESSORS_ONLN)
        #endif
        return min(max(Int(count), 1), 64)
    }
}
