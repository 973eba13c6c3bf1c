#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Reads the files of the web app.
enum WebFolder {
    private static let maximumDepth = 8
    private static let maximumBytes = 64 << 20

    /// Every file under `folder` by its path there (`views/rooms.js`), or a sentence that says what is wrong. Names
    /// that begin with a dot are left out.
    static func read(_ folder: String) throws(ServerFailure) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var bytesLeft = maximumBytes
        try read(folder, prefix: "", depth: 0, &bytesLeft, into: &files)
        return files
    }

    private static func read(
        _ folder: String, prefix: String, depth: Int, _ bytesLeft: inout Int, into files: inout [String: [UInt8]]
    ) throws(ServerFailure) {
        guard depth < maximumDepth else { throw ServerFailure("\(folder) lies too deep in the web app's folder.") }
        for name in try names(in: folder).sorted() {
            let path = "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0 else { throw failure(path) }
            if status.st_mode & S_IFMT == S_IFDIR {
                try read(path, prefix: "\(prefix)\(name)/", depth: depth + 1, &bytesLeft, into: &files)
            } else {
                files[prefix + name] = try contents(of: path, &bytesLeft)
            }
        }
    }

    private static func names(in folder: String) throws(ServerFailure) -> [String] {
        guard let directory = opendir(folder) else { throw failure(folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func contents(of path: String, _ bytesLeft: inout Int) throws(ServerFailure) -> [UInt8] {
        guard let file = fopen(path, "r") else { throw failure(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytesLeft -= count
            guard bytesLeft >= 0 else {
                throw ServerFailure("The web app's folder holds more than \(maximumBytes >> 20) MiB. Is --web right?")
            }
            bytes += buffer[..<count]
        }
        guard ferror(file) == 0 else { throw failure(path) }
        return bytes
    }

    private static func failure(_ path: String) -> ServerFailure {
        ServerFailure("Cannot read \(path): \(String(cString: strerror(errno))). Is --web right?")
    }
}
