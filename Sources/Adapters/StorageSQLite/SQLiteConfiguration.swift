/// How a store uses its threads and its disk.
package struct SQLiteConfiguration: Sendable {
    /// Threads that answer reads, each with a connection of its own; 1 to 16.
    package var readers = 2
    /// Writes that may wait; one more is answered `busy`.
    package var waitingWrites = 4096
    /// Reads that may wait; one more is answered `busy`.
    package var waitingReads = 4096
    /// Writes that share one commit, at most.
    package var batchLimit = 512
    /// Pages in the write-ahead log from which the writer copies them to the database file.
    package var checkpointPages = 8000
    /// Page cache of the writer and of each reader, in KiB; filled only as it is used.
    package var cacheKibibytes = 16_384
    /// Entries in each of the writer's memories (rooms' numbers, memberships, devices).
    package var memoryEntries = 65_536
    /// Name of a registered SQLite VFS; nil for the system's. Tests name one that loses power.
    package var vfs: String?
    /// The schema's steps. Tests add to it.
    var migrations = Migration.all

    package init() {}
}
