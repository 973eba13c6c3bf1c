internal import ByteCoding
internal import NativeDoor
internal import StorageSQLite

/// Carries out an operator's command: through the server where one runs on the folder, else on the folder itself.
package enum OperatorClient {
    /// What to print, a line each.
    package static func perform(
        _ command: OperatorCommand, dataFolder: String, url: String?
    ) async throws(ServerFailure) -> [String] {
        let answer: JSON
        if let told = try OperatorSocket.ask(command, path: "\(dataFolder)/\(OperatorDoor.socketName)") {
            answer = told
        } else {
            guard command.makesStore || SQLiteStore.exists(in: dataFolder) else {
                throw ServerFailure(
                    "\(dataFolder) holds no server's data. Name the folder with --data-dir, or begin with roost setup.")
            }
            // Commit listeners hear of it nowhere: nobody is connected to a folder without a server.
            let foundation = try ChatFoundation.open(dataFolder: dataFolder)
            let desk = OperatorDesk(chat: foundation.chat, url: PublicURL(url ?? "http://localhost:4000"))
            answer = await desk.perform(command)
            await foundation.store.close()
        }
        let fields = answer.objectValue
        if let error = fields?["error"]?.stringValue { throw ServerFailure(error) }
        return (fields?["lines"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}
