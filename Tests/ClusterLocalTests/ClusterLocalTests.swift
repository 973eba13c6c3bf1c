import ChatModel
import ClusterAPI
import Synchronization
import Testing

@testable import ClusterLocal

@Suite("The cluster of one node")
struct ClusterLocalTests {
    private final class Ear: ClusterListener {
        let heard = Mutex<(places: [Place], signals: [Signal])>(([], []))

        func heard(_ events: [Event], through: Place) { heard.withLock { $0.places.append(through) } }
        func heard(_ signal: Signal) { heard.withLock { $0.signals.append(signal) } }
    }

    /// Answers each signal with another, as a door might.
    private final class Echo: ClusterListener {
        let cluster: ClusterLocal
        let count = Atomic(0)

        init(_ cluster: ClusterLocal) { self.cluster = cluster }

        func heard(_ events: [Event], through: Place) {}
        func heard(_ signal: Signal) {
            if count.add(1, ordering: .relaxed).newValue < 3 { cluster.publish(signal) }
        }
    }

    @Test("what is published arrives at once, in order")
    func straight() {
        let cluster = ClusterLocal()
        let ear = Ear()
        cluster.listen(ear)
        for place: UInt64 in 1...3 { cluster.publish([], through: Place(rawValue: place)) }
        cluster.publish(.sessionsEnded([]))
        #expect(ear.heard.withLock { $0.places } == [1, 2, 3].map(Place.init(rawValue:)))
        #expect(ear.heard.withLock { $0.signals } == [.sessionsEnded([])])
    }

    @Test("a listener may publish in turn")
    func reentrant() {
        let cluster = ClusterLocal()
        let echo = Echo(cluster)
        cluster.listen(echo)
        cluster.publish(.sessionsEnded([]))
        #expect(echo.count.load(ordering: .relaxed) == 3)
    }

    @Test("the listener is not kept alive, and nobody hears without one")
    func weakly() {
        let cluster = ClusterLocal()
        weak var gone: Ear?
        do {
            let ear = Ear()
            gone = ear
            cluster.listen(ear)
        }
        #expect(gone == nil)
        cluster.publish(.sessionsEnded([]))
    }
}
