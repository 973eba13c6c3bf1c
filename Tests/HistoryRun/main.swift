import Foundation
import HistorySimulation
import ServerHistories

// Runs histories by hand: `history-run [--server real] [steps] [first seed] [steps of one history]`; ends with 1 at the
// first fault.
let isReal = CommandLine.arguments.contains("real")
let tally = Tally()
let make = isReal ? ServerHistories.real(tally) : World.simulated
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let wanted = Int(numbers.first ?? 1_000_000)
var seed = numbers.dropFirst().first ?? 1
let length = Int(numbers.dropFirst(2).first ?? 400)
let clock = ContinuousClock()
let start = clock.now
var done = 0
var told = 0
while done < wanted {
    let steps = Shrink.history(seed: seed, steps: length)
    if let fault = World.fault(in: steps, seed: seed, on: make) {
        // Shrinking may take a while.
        print("seed \(seed): \(fault)")
        fflush(nil)
        print(Shrink.report(steps, seed: seed, on: make) ?? "the fault does not show again")
        exit(1)
    }
    done += length
    seed += 1
    if done - told >= 100_000 {
        told = done
        print("\(done) steps, next seed \(seed), \(clock.now - start)")
    }
}
print("\(done) steps without a fault in \(clock.now - start)")
for (name, count) in tally.counts.sorted(by: { $0.key < $1.key }) { print("  \(name): \(count)") }
