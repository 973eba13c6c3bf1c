import ChatModel
import Testing

@testable import NativeDoor

@Suite("How far the loops have written")
struct StreamProgressTests {
    @Test("safe is what the slowest loop has written through")
    func slowest() {
        let progress = StreamProgress(loops: 3, start: Place(rawValue: 5))
        progress.wrote(through: Place(rawValue: 9), loop: 0)
        progress.wrote(through: Place(rawValue: 7), loop: 2)
        #expect(progress.safe == Place(rawValue: 5))
        progress.wrote(through: Place(rawValue: 8), loop: 1)
        #expect(progress.safe == Place(rawValue: 7))
    }

    @Test("a server that starts on an old log counts what is in it as written")
    func start() {
        #expect(StreamProgress(loops: 2, start: Place(rawValue: 41)).safe == Place(rawValue: 41))
    }
}
