/// Makes a history that shows a fault as short as can be: leaves out halves, quarters and so on down to single steps,
/// as long as what is left still shows one.
package enum Shrink {
    package static func shortest(
        _ steps: [Step], seed: UInt64, on make: ServerMaker = World.simulated, tries: Int = 4000
    ) -> [Step] {
        var steps = steps
        var left = tries
        var size = steps.count / 2
        while size > 0, left > 0 {
            var start = 0
            var isShorter = false
            while start < steps.count, left > 0 {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + size, steps.count))
                left -= 1
                if World.fault(in: fewer, seed: seed, on: make) != nil {
                    steps = fewer
                    isShorter = true
                } else {
                    start += size
                }
            }
            if !isShorter || size > steps.count { size /= 2 }
        }
        return steps
    }

    /// What to print of a fault: where it shows, and the fewest steps that lead there.
    package static func report(
        _ steps: [Step], seed: UInt64, on make: ServerMaker = World.simulated
    ) -> String? {
        guard let fault = World.fault(in: steps, seed: seed, on: make) else { return nil }
        let shortest = shortest(steps, seed: seed, on: make)
        let told = World.fault(in: shortest, seed: seed, on: make) ?? fault
        let lines = shortest.map { "  \($0)" }.joined(separator: "\n")
        return "seed \(seed), \(steps.count) steps: \(fault)\nshrunk to \(shortest.count) steps: \(told)\n\(lines)"
    }

    /// The steps of a history. In every other one nothing is compacted, so that resumed and new devices can be compared.
    package static func history(seed: UInt64, steps: Int) -> [Step] {
        var chance = Chance(seed)
        return (0..<steps).map { _ in
            var step = Step.draw(&chance)
            if step.act == .compact, seed % 2 == 0 { step.act = .turn }
            return step
        }
    }
}
