/// What a disk holds for sure, and what it may hold: what was written after a file's last sync can be lost, kept or
/// kept in part, in any choice, when the power goes.
struct DiskImage {
    /// What the cut does to everything that was not synced.
    enum Loss: CaseIterable { case all, none, some }

    private enum Change {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    private struct File {
        var synced: [UInt8] = []
        var pending: [Change] = []
        /// Whether the folder's entry for it is on the disk.
        var isListed = false
        /// Deleted, but the folder was not synced since.
        var isDeleted = false
    }

    private var files: [FaultDisk.File: File] = [:]

    mutating func apply(_ operation: FaultDisk.Operation) {
        switch operation {
        case .create(let name):
            if files[name] == nil || files[name]?.isDeleted == true {
                // The store makes the database's file before SQLite opens it.
                files[name] = File(isListed: name == .database)
            }
        case .write(let name, let offset, let bytes): files[name]?.pending.append(.write(offset: offset, bytes: bytes))
        case .truncate(let name, let size): files[name]?.pending.append(.truncate(size: size))
        case .sync(let name):
            guard var file = files[name] else { return }
            for change in file.pending { DiskImage.perform(change, on: &file.synced) }
            file.pending = []
            if !file.isListed {
                // The first sync of a new journal or log syncs the folder too, as SQLite's unix file system does.
                file.isListed = true
                files[name] = file
                for other in files.keys where files[other]?.isDeleted == true { files[other] = nil }
            } else {
                files[name] = file
            }
        case .delete(let name, let durably):
            if durably { files[name] = nil } else { files[name]?.isDeleted = true }
        }
    }

    /// The files after a cut now.
    func afterCut(_ loss: Loss, using random: inout some RandomNumberGenerator) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in FaultDisk.File.allCases {
            guard let file = files[name] else { continue }
            if !file.isListed && !DiskImage.keeps(loss, &random) { continue }
            if file.isDeleted && DiskImage.keeps(loss, &random) { continue }
            var bytes = file.synced
            for change in file.pending where DiskImage.keeps(loss, &random) {
                DiskImage.perform(loss == .some ? DiskImage.torn(change, &random) : change, on: &bytes)
            }
            contents[name.name] = bytes
        }
        return contents
    }

    private static func keeps(_ loss: Loss, _ random: inout some RandomNumberGenerator) -> Bool {
        switch loss {
        case .all: false
        case .none: true
        case .some: Bool.random(using: &random)
        }
    }

    /// One write in four reaches the disk only in part.
    private static func torn(_ change: Change, _ random: inout some RandomNumberGenerator) -> Change {
        guard case .write(let offset, let bytes) = change, Int.random(in: 0..<4, using: &random) == 0 else {
            return change
        }
        return .write(offset: offset, bytes: Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
    }

    private static func perform(_ change: Change, on bytes: inout [UInt8]) {
        switch change {
        case .truncate(let size):
            if size < bytes.count { bytes.removeLast(bytes.count - size) }
        case .write(let offset, let written):
            let end = offset + written.count
            if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
            bytes.replaceSubrange(offset..<end, with: written)
        }
    }
}
