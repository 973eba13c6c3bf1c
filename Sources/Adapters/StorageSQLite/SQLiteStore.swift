import CSQLite
package import ChatModel
package import StorageAPI

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The store in one folder, on SQLite: `roost.db` with its write-ahead log, and `roost.lock`, which keeps a second
/// server out.
package final class SQLiteStore: ChatStore {
    private let writes: BoundedQueue<WriteJob>
    private let reads: BoundedQueue<ReadJob>
    let ending = Ending()

    /// Opens or makes the store in `folder` and brings it to the newest schema. Blocks while it does.
    ///
    /// `listener` is kept until `close`, and so is `reportHealth`, which is called from the writer's thread when writes
    /// begin to fail and when they are stored again, once each, not once a write.
    package static func open(
        folder: String, configuration: SQLiteConfiguration = SQLiteConfiguration(),
        listener: (any CommitListener)? = nil, reportHealth: (@Sendable (DiskHealth) -> Void)? = nil
    ) throws(StorageError) -> SQLiteStore {
        try SQLiteStore(
            folder: folder, configuration: configuration, listener: listener, reportHealth: reportHealth)
    }

    /// Whether `folder` holds a store already: `open` would make an empty one where it does not.
    package static func exists(in folder: String) -> Bool {
        access(DataFolder.database(in: folder), F_OK) == 0
    }

    private init(
        folder path: String, configuration: SQLiteConfiguration, listener: (any CommitListener)?,
        reportHealth: (@Sendable (DiskHealth) -> Void)?
    ) throws(StorageError) {
        let folder = try DataFolder(path: path)
        try DataFolder.makePrivate(file: folder.database)
        let connection = try Connection(
            path: folder.database, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, configuration: configuration)
        try Migrator(connection: connection, folder: folder, migrations: configuration.migrations).run()
        var readers: [Connection] = []
        for _ in 0..<min(16, max(1, configuration.readers)) {
            readers.append(
                try Connection(path: folder.database, flags: SQLITE_OPEN_READONLY, configuration: configuration))
        }
        writes = BoundedQueue(limit: configuration.waitingWrites)
        reads = BoundedQueue(limit: configuration.waitingReads)
        do throws(StorageError) {
            try start(
                Writer(
                    folder: folder, connection: connection, configuration: configuration, listener: listener,
                    reportHealth: reportHealth),
                readers)
        } catch {
            writes.close()
            reads.close()
            throw error
        }
    }

    deinit {
        writes.close()
        reads.close()
    }

    /// The writer ends last: it waits for the readers, empties the log, and only then lets go of the folder.
    private func start(_ writer: Writer, _ readers: [Connection]) throws(StorageError) {
        let (writes, reads, ending) = (writes, reads, ending)
        var threads: [PosixThread] = []
        for connection in readers {
            let reader = Handover(Reader(connection: connection))
            threads.append(try PosixThread { reader.take()?.run(reads) })
        }
        let readerThreads = threads
        let writer = Handover(writer)
        try PosixThread {
            if let writer = writer.take() {
                writer.run(writes)
                for thread in readerThreads { thread.join() }
                writer.finish()
            }
            ending.finish()
        }.detach()
    }

    package func write<Outcome: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws(ChatError) -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, ChatError>) -> Void
    ) {
        switch writes.push(TypedWriteJob(body, completion)) {
        case .accepted: break
        case .full: completion(.failure(ChatError(.busy)))
        case .closed: completion(.failure(ChatError(.unavailable)))
        }
    }

    package func read<Outcome: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws(ChatError) -> Outcome,
        completion: @escaping @Sendable (Result<Outcome, ChatError>) -> Void
    ) {
        let job = ReadJob { transaction in
            let result: Result<Outcome, ChatError>
            do throws(ChatError) { result = .success(try body(try transaction.get())) } catch {
                result = .failure(error)
            }
            return { completion(result) }
        }
        switch reads.push(job) {
        case .accepted: break
        case .full: completion(.failure(ChatError(.busy)))
        case .closed: completion(.failure(ChatError(.unavailable)))
        }
    }

    package func close() async {
        writes.close()
        reads.close()
        await ending.wait()
    }
}
