/// What the simulated server knows of a connection besides.
final class SimulatedConnection: Connection {
    /// Answers that are worked out and not written yet.
    var answers: [String] = []
    /// The place that the loop must have reached before the connection hears anything; nil once it does.
    var attachesAt: Int?
    var gapSince: Int?
}
