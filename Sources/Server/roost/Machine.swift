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

    /// The folder `web` beside the program; nil where there is none.
    static var webFolder: String? {
        #if os(Linux)
            let name = "/proc/self/exe"
        #else
            let name = CommandLine.arguments.first ?? ""
        #endif
        guard let program = realpath(name, nil) else { return nil }
        defer { free(program) }
        let path = String(cString: program)
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let folder = "\(path[..<slash])/web"
        return access("\(folder)/index.html", R_OK) == 0 ? folder : nil
    }
}
