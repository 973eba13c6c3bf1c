package import ChatModel
internal import Synchronization

/// How far each loop has written the stream of committed events, and so what place a frame may call `safe`.
///
/// Each loop stores its own figure after its end-of-turn flush; the encoder takes the smallest. A frame made now is
/// written after everything up to that place, on whichever loop its connection lives, because a loop writes batches
/// in the order in which it was handed them.
package final class StreamProgress: Sendable {
    private let written: [LoopProgress]

    /// `start` is the store's place before the first connection: nothing older will ever be written live.
    package init(loops: Int, start: Place) {
        written = (0..<loops).map { _ in LoopProgress(start) }
    }

    /// What every loop had written through a moment ago.
    package var safe: Place {
        var lowest = UInt64.max
        for loop in written { lowest = min(lowest, loop.place.load(ordering: .acquiring)) }
        return Place(rawValue: lowest)
    }

    package subscript(loop: Int) -> Place {
        Place(rawValue: written[loop].place.load(ordering: .acquiring))
    }

    /// Only the loop itself calls this, after its flush.
    package func wrote(through place: Place, loop: Int) {
        written[loop].place.store(place.rawValue, ordering: .releasing)
    }
}

/// One loop's figure. A class, since an `Atomic` can be neither copied nor kept in an array.
private final class LoopProgress: Sendable {
    let place: Atomic<UInt64>

    init(_ start: Place) { place = Atomic(start.rawValue) }
}
