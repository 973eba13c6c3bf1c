internal import ChatDomain
internal import ChatModel
internal import ClusterAPI
internal import ClusterLocal
internal import CredentialsSodium
internal import StorageSQLite

/// The chat without doors: store, credentials, cluster and use cases on one data folder.
struct ChatFoundation: Sendable {
    let store: SQLiteStore
    let cluster: ClusterLocal
    let chat: Chat

    static func open(
        dataFolder: String, isDirectoryOpen: Bool = false, hasFeed: Bool = true, rates: RateLimits = RateLimits()
    ) throws(ServerFailure) -> ChatFoundation {
        let cluster = ClusterLocal()
        let credentials: CredentialsSodium
        do throws(ChatError) { credentials = try CredentialsSodium() } catch { throw ServerFailure(error.message) }
        let store: SQLiteStore
        do throws(StorageError) {
            store = try SQLiteStore.open(
                folder: dataFolder, listener: CommitRelay(cluster: cluster), reportHealth: logHealth)
        } catch { throw ServerFailure(error.message) }
        var settings = ChatSettings()
        settings.directory = isDirectoryOpen ? .open : .shared
        settings.hasFeed = hasFeed
        settings.rates = rates
        let chat = Chat(
            store: store, credentials: credentials, cluster: cluster, clock: SystemClock(), settings: settings)
        return ChatFoundation(store: store, cluster: cluster, chat: chat)
    }
}

private func logHealth(_ health: DiskHealth) {
    switch health {
    case .working: Log.line("the data folder can be written again; what was refused meanwhile has to be sent again")
    case .failing(let trouble):
        Log.line("nothing is stored until this passes, and what people send is refused: \(trouble)")
    }
}
