import Foundation
import HistorySimulation
import ServerHistories
import TestThreads
import Testing

/// The histories of `HistoryTests` against the server's real logic. `ROOST_HISTORY_SEED` sets where they begin,
/// `ROOST_HISTORY_STEPS` how many steps there are in all; `history-run --server real` runs more of them by hand.
@Suite("Never out of step, with the real server", .ownThread)
struct ServerHistoryTests {
    static let workers = 2

    @Test("whatever happens, the server decides, answers and tells what the oracle says", arguments: 0..<workers)
    func histories(worker: Int) {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["ROOST_HISTORY_SEED"].flatMap { UInt64($0) } ?? 1
        let steps = environment["ROOST_HISTORY_STEPS"].flatMap { Int($0) } ?? 16_000
        let length = 400
        for number in 0..<max(1, steps / length / ServerHistoryTests.workers) {
            let own = seed &+ UInt64(worker) &* 1_000_000 &+ UInt64(number)
            let history = Shrink.history(seed: own, steps: length)
            if let report = Shrink.report(history, seed: own, on: ServerHistories.real) {
                Issue.record("\(report)")
                return
            }
        }
    }

    @Test("the same seed is the same history, to the last byte on the wire, and all that may happen does")
    func draws() {
        let seeds = 6..<12 as Range<UInt64>
        let tallies = [Tally(), Tally()]
        for tally in tallies {
            for seed in seeds {
                let history = Shrink.history(seed: seed, steps: 400)
                #expect(World.fault(in: history, seed: seed, on: ServerHistories.real(tally)) == nil)
            }
        }
        #expect(tallies[0].fingerprint == tallies[1].fingerprint)
        for name in [
            "message", "message.deleted", "member.joined", "member.left", "member.removed", "member.role",
            "room.updated",
            "room.archived", "room.deleted", "cursor", "told gap", "send: archived", "member.muted", "send: muted",
            "typing: muted", "member.ban: ok", "join: banned", "member.add: forbidden", "send: not_found",
            "send: not_member", "send: busy", "sync: joined", "sync: more", "sync: resync", "server killed",
            "server stopped", "device compared", "message.edited", "reaction", "message.pinned", "room.rules",
            "thread.followed", "thread.unfollowed", "thread.cursor", "edit: ok", "edit: forbidden", "edit: muted",
            "react: ok", "pin: ok", "pin: forbidden", "send: rate_limited", "thread.follow: ok", "thread.read: ok",
        ] { #expect(tallies[0].counts[name] ?? 0 > 0, "nothing of \(name)") }
    }
}
