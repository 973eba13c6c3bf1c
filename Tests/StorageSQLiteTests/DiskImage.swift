/// What a disk holds for sure, and what it may hold: of what was written after a file's last sync any part can be lost
/// when the power goes, and what came later can be there without what came before.
struct DiskImage {
    /// What the cut does to everything that was not synced.
    enum Loss: CaseIterable {
        /// All of it is gone.
        case all
        /// All of it is there.
        case none
        /// Each write is there or not.
        case writes
        /// Each write is there, not, or up to a bound of 512 bytes.
        case prefixes
        /// Each sector of 512 bytes is there or not.
        case sectors
        /// Each sector of 4096 bytes is there or not.
        case largeSectors
    }

    private enum Change {
        case write(offset: Int, bytes: ArraySlice<UInt8>)
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
        case .write(let name, let offset, let bytes):
            files[name]?.pending.append(.write(offset: offset, bytes: bytes[...]))
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
            for change in file.pending {
                for part in DiskImage.parts(of: change, after: loss, &random) { DiskImage.perform(part, on: &bytes) }
            }
            contents[name.name] = bytes
        }
        return contents
    }

    private static func keeps(_ loss: Loss, _ random: inout some RandomNumberGenerator) -> Bool {
        switch loss {
        case .all: false
        case .none: true
        case .writes, .prefixes, .sectors, .largeSectors: Bool.random(using: &random)
        }
    }

    /// What is left of a change.
    private static func parts(
        of change: Change, after loss: Loss, _ random: inout some RandomNumberGenerator
    ) -> [Change] {
        guard case .write(let offset, let bytes) = change else { return keeps(loss, &random) ? [change] : [] }
        let pieces: [Change]
        switch loss {
        case .all, .none, .writes: return keeps(loss, &random) ? [change] : []
        case .prefixes:
            pieces = split(bytes, at: offset, sector: 512)
            return Array(pieces.prefix(Int.random(in: 0...pieces.count, using: &random)))
        case .sectors: pieces = split(bytes, at: offset, sector: 512)
        case .largeSectors: pieces = split(bytes, at: offset, sector: 4096)
        }
        return pieces.filter { _ in keeps(loss, &random) }
    }

    /// A write as the writes of the file's sectors that it touches.
    private static func split(_ bytes: ArraySlice<UInt8>, at offset: Int, sector: Int) -> [Change] {
        var pieces: [Change] = []
        var rest = bytes
        var place = offset
        while !rest.isEmpty {
            let piece = rest.prefix(sector - place % sector)
            pieces.append(.write(offset: place, bytes: piece))
            rest = rest.dropFirst(piece.count)
            place += piece.count
        }
        return pieces
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
