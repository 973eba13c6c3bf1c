import Foundation

/// The folders of one history's server: a new one each time that it crashed, as a crash leaves the old one locked.
struct DataFolders {
    private var folder: URL
    private var all: [URL]

    init() throws {
        folder = try DataFolders.make()
        all = [folder]
    }

    /// The path of the one in use.
    var current: String { folder.path }

    /// In memory where the system has such a place: what a disk adds is other tests' business.
    private static func make() throws -> URL {
        let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
        let parent =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        let folder = parent.appending(path: "roost-history-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// The files as they are now, in a folder of their own: what a killed server leaves.
    mutating func moveToCopy() throws {
        let copy = try DataFolders.make()
        all.append(copy)
        for name in ["roost.db", "roost.db-wal"] {
            let file = folder.appending(path: name)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            try FileManager.default.copyItem(at: file, to: copy.appending(path: name))
        }
        folder = copy
    }

    func remove() {
        for folder in all { try? FileManager.default.removeItem(at: folder) }
    }
}
