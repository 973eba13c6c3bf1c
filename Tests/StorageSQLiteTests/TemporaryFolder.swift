#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A folder of a test's own, gone when the test is.
final class TemporaryFolder: Sendable {
    let path: String

    struct Failure: Error {}

    /// A base in memory where the system has one: for tests that open hundreds of stores and need no real disk.
    static let memory = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

    init(in base: String = "/tmp") throws {
        var template = Array("\(base)/roost-store-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure() }
        path = String(cString: made)
    }

    deinit { remove(path) }

    /// Names of the files in `folder`, in order.
    static func files(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private func remove(_ folder: String) {
        for name in TemporaryFolder.files(in: folder) {
            let file = folder + "/" + name
            if unlink(file) != 0 { remove(file) }
        }
        rmdir(folder)
    }
}
