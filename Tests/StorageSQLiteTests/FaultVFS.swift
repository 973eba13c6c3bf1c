import CSQLite

/// Registers a `FaultDisk` with SQLite as a file system of its own, over the system's.
final class FaultVFS {
    let name: String
    let disk = FaultDisk()
    private let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    private let cName: UnsafeMutablePointer<CChar>

    struct Failure: Error {}

    /// `name` must be no other's.
    init(name: String) throws {
        self.name = name
        let characters = Array(name.utf8CString)
        cName = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
        cName.initialize(from: characters, count: characters.count)
        guard let system = sqlite3_vfs_find(nil) else { throw Failure() }
        vfs.initialize(to: system.pointee)
        vfs.pointee.szOsFile = Int32(FaultFile.realOffset) + system.pointee.szOsFile
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(cName)
        vfs.pointee.pAppData = Unmanaged.passUnretained(disk).toOpaque()
        vfs.pointee.xOpen = faultOpen
        vfs.pointee.xDelete = faultDelete
        guard sqlite3_vfs_register(vfs, 0) == SQLITE_OK else { throw Failure() }
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        vfs.deallocate()
        cName.deallocate()
    }
}

/// What lies at the start of the memory that SQLite gives an open file; the system's own file follows it.
private struct FaultFile {
    var base: sqlite3_file
    var disk: Unmanaged<FaultDisk>?
    /// `FaultDisk.File`; -1 for what is not noted, such as temporary files.
    var kind: Int

    static var realOffset: Int { (MemoryLayout<FaultFile>.stride + 15) & ~15 }
}

private typealias FilePointer = UnsafeMutablePointer<sqlite3_file>

private func header(_ file: FilePointer?) -> UnsafeMutablePointer<FaultFile>? {
    file.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: FaultFile.self) }
}

private func real(_ file: FilePointer?) -> FilePointer? {
    file.map { (UnsafeMutableRawPointer($0) + FaultFile.realOffset).assumingMemoryBound(to: sqlite3_file.self) }
}

private func methods(_ file: FilePointer?) -> sqlite3_io_methods? { real(file)?.pointee.pMethods?.pointee }

private func perform(
    _ file: FilePointer?, _ operation: (FaultDisk.File) -> FaultDisk.Operation, _ call: () -> Int32
) -> Int32 {
    guard let header = header(file)?.pointee, let disk = header.disk?.takeUnretainedValue(),
        let kind = FaultDisk.File(rawValue: header.kind)
    else { return call() }
    return disk.perform(operation(kind), call)
}

private func faultOpen(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ file: FilePointer?, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
) -> Int32 {
    guard let file, let header = header(file), let system = sqlite3_vfs_find(nil), let open = system.pointee.xOpen,
        let context = vfs?.pointee.pAppData
    else { return SQLITE_CANTOPEN }
    let disk = Unmanaged<FaultDisk>.fromOpaque(context)
    let kind: FaultDisk.File? =
        if flags & SQLITE_OPEN_MAIN_DB != 0 {
            .database
        } else if flags & SQLITE_OPEN_WAL != 0 {
            .writeAheadLog
        } else if flags & SQLITE_OPEN_MAIN_JOURNAL != 0 {
            .journal
        } else {
            nil
        }
    header.pointee = FaultFile(base: sqlite3_file(pMethods: nil), disk: disk, kind: kind?.rawValue ?? -1)
    let code = open(system, name, real(file), flags, outFlags)
    guard code == SQLITE_OK else { return code }
    header.pointee.base.pMethods = UnsafePointer(faultMethods)
    if let kind, flags & SQLITE_OPEN_CREATE != 0 {
        return disk.takeUnretainedValue().perform(.create(kind)) { SQLITE_OK }
    }
    return code
}

private func faultDelete(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ name: UnsafePointer<CChar>?, _ syncFolder: Int32
) -> Int32 {
    guard let system = sqlite3_vfs_find(nil), let delete = system.pointee.xDelete, let name,
        let context = vfs?.pointee.pAppData
    else { return SQLITE_IOERR }
    let path = String(cString: name)
    guard let kind = FaultDisk.File.allCases.first(where: { path.hasSuffix("/" + $0.name) }) else {
        return delete(system, name, syncFolder)
    }
    let disk = Unmanaged<FaultDisk>.fromOpaque(context).takeUnretainedValue()
    return disk.perform(.delete(kind, durably: syncFolder != 0)) { delete(system, name, syncFolder) }
}

/// Unsafe only in name: written once here, and read by SQLite for as long as the process lives.
private nonisolated(unsafe) let faultMethods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var calls = sqlite3_io_methods()
    // Version 2 has shared memory and no mapped reads.
    calls.iVersion = 2
    calls.xClose = { file in
        defer { header(file)?.pointee.base.pMethods = nil }
        return methods(file)?.xClose?(real(file)) ?? SQLITE_OK
    }
    calls.xRead = { methods($0)?.xRead?(real($0), $1, $2, $3) ?? SQLITE_IOERR }
    calls.xWrite = { file, bytes, count, offset in
        let copy = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        return perform(file, { .write($0, offset: Int(offset), bytes: copy) }) {
            methods(file)?.xWrite?(real(file), bytes, count, offset) ?? SQLITE_IOERR
        }
    }
    calls.xTruncate = { file, size in
        perform(file, { .truncate($0, size: Int(size)) }) {
            methods(file)?.xTruncate?(real(file), size) ?? SQLITE_IOERR
        }
    }
    calls.xSync = { file, flags in
        perform(file, { .sync($0) }) { methods(file)?.xSync?(real(file), flags) ?? SQLITE_IOERR }
    }
    calls.xFileSize = { methods($0)?.xFileSize?(real($0), $1) ?? SQLITE_IOERR }
    calls.xLock = { methods($0)?.xLock?(real($0), $1) ?? SQLITE_IOERR }
    calls.xUnlock = { methods($0)?.xUnlock?(real($0), $1) ?? SQLITE_IOERR }
    calls.xCheckReservedLock = { methods($0)?.xCheckReservedLock?(real($0), $1) ?? SQLITE_IOERR }
    calls.xFileControl = { methods($0)?.xFileControl?(real($0), $1, $2) ?? SQLITE_NOTFOUND }
    calls.xSectorSize = { methods($0)?.xSectorSize?(real($0)) ?? 4096 }
    calls.xDeviceCharacteristics = { methods($0)?.xDeviceCharacteristics?(real($0)) ?? 0 }
    calls.xShmMap = { methods($0)?.xShmMap?(real($0), $1, $2, $3, $4) ?? SQLITE_IOERR }
    calls.xShmLock = { methods($0)?.xShmLock?(real($0), $1, $2, $3) ?? SQLITE_IOERR }
    calls.xShmBarrier = { methods($0)?.xShmBarrier?(real($0)) }
    calls.xShmUnmap = { methods($0)?.xShmUnmap?(real($0), $1) ?? SQLITE_OK }
    table.initialize(to: calls)
    return table
}()
