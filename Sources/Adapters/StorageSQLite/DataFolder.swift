#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The folder that holds everything, locked for as long as this value lives, so that no second server writes there.
final class DataFolder: Sendable {
    let path: String
    let lock: Int32

    var database: String { Self.database(in: path) }

    static func database(in folder: String) -> String { folder + "/roost.db" }

    /// Makes the folder (for its owner alone) where it is missing, and takes its lock.
    init(path: String) throws(StorageError) {
        self.path = path
        if mkdir(path, 0o700) == 0 {
            DataFolder.sync(DataFolder.parent(of: path))
        } else if errno != EEXIST {
            throw StorageError(
                .folderUnusable,
                "The data folder \(path) cannot be made (\(DataFolder.reason())). \(DataFolder.advice())")
        }
        let file = open(path + "/roost.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw StorageError(
                .folderUnusable,
                "The data folder \(path) cannot be written (\(DataFolder.reason())). \(DataFolder.advice())")
        }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw StorageError(
                .folderInUse,
                "Another server uses the data folder \(path). Stop it first, or choose another folder.")
        }
        lock = file
    }

    /// Unlocked by name: a child that is between its fork and its exec has the file open too, and would keep the lock.
    deinit {
        flock(lock, LOCK_UN)
        close(lock)
    }

    /// Makes `file` for its owner alone where it is missing. SQLite gives its side files the same rights.
    static func makePrivate(file: String) throws(StorageError) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StorageError(
                .folderUnusable, "\(file) cannot be written (\(reason())). \(advice())")
        }
        close(descriptor)
    }

    /// Makes what was written to a file or a folder survive a power cut, as far as the system can.
    @discardableResult
    static func sync(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    /// Removes `file` where it exists.
    static func remove(_ file: String) throws(StorageError) {
        guard unlink(file) == 0 || errno == ENOENT else {
            throw StorageError(.folderUnusable, "\(file) cannot be removed (\(reason())).")
        }
    }

    /// Puts `file` in the place of `target` in one step that survives a power cut.
    static func replace(_ target: String, with file: String) throws(StorageError) {
        guard sync(file), rename(file, target) == 0, sync(parent(of: target)) else {
            throw StorageError(.folderUnusable, "\(target) cannot be written (\(reason())).")
        }
    }

    private static func parent(of path: String) -> String {
        var trimmed = path[...]
        while trimmed.count > 1, trimmed.last == "/" { trimmed.removeLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    /// What helps against the reason why a file could not be opened for writing, or a folder made.
    private static func advice() -> String {
        switch errno {
        case EROFS: "Make its file system writable, or choose another folder."
        case ENOSPC, EDQUOT: "Free some space, then start again."
        case ENOTDIR: "Choose a folder."
        case ENOENT: "Make the folder above it, or choose another."
        default: "Give this user its rights."
        }
    }

    private static func reason() -> String {
        guard let text = strerror(errno) else { return "unknown reason" }
        return String(cString: text)
    }
}
