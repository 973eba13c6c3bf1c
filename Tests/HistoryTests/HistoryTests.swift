import Foundation
import HistorySimulation
import TestThreads
import Testing

/// Random histories of several people on several devices, over a network that cuts, doubles, delays and reorders,
/// compared with the oracle after each step. `ROOST_HISTORY_SEED` sets where they begin, `ROOST_HISTORY_STEPS` how
/// many steps there are in all; `history-run` runs more of them by hand.
@Suite("Never out of step", .ownThread)
struct HistoryTests {
    static let workers = 8

    @Test("whatever happens, every device that is caught up shows what the oracle says", arguments: 0..<workers)
    func histories(worker: Int) {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["ROOST_HISTORY_SEED"].flatMap { UInt64($0) } ?? 1
        let steps = environment["ROOST_HISTORY_STEPS"].flatMap { Int($0) } ?? 40_000
        let length = 400
        for number in 0..<max(1, steps / length / HistoryTests.workers) {
            let own = seed &+ UInt64(worker) &* 1_000_000 &+ UInt64(number)
            if let report = Shrink.report(Shrink.history(seed: own, steps: length), seed: own) {
                Issue.record("\(report)")
                return
            }
        }
    }

    @Test("the same seed is the same history, and it holds every act")
    func draws() {
        let steps = Shrink.history(seed: 7, steps: 4000)
        #expect(steps == Shrink.history(seed: 7, steps: 4000))
        #expect(Set(steps.map { $0.act }) == Set(Step.Act.allCases))
    }
}
