package import HistorySimulation

/// Histories whose devices are connected to the server's real logic.
package enum ServerHistories {
    /// Makes the server of a history, in a folder of its own.
    package static let real = real(Tally())

    /// As `real`, with what happens counted.
    package static func real(_ tally: Tally) -> ServerMaker {
        { seed in
            do { return try RealServer(seed: seed, tally) } catch {
                fatalError("there is no server to test: \(error)")
            }
        }
    }
}
