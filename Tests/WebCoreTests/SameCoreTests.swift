import ByteCoding
import Foundation
import TestThreads
import Testing

/// core.wasm and the native core are one source and two compilers; here they live through the same sessions.
@Suite("core.wasm and the native core", .ownThread, .enabled(if: Playback.isPossible, "needs node and bin/build-web"))
struct SameCoreTests {
    @Test("answer the same effects to every event of a session", arguments: 1...4)
    func sameEffects(seed: Int) throws {
        let played = try Playback.play(seed: seed, steps: 800)
        #expect(played.count > 1000)
        let core = NativeCore()
        for (number, step) in played.enumerated() {
            let native = try #require(core.handle(step.event), "event \(number) is refused natively")
            guard try JSON.parse(native) != JSON.parse(step.effects) else { continue }
            let (web, own) = (step.effects, native)
            // Where they part, with a little of what comes before.
            let place = max(0, zip(web, own).prefix { $0 == $1 }.count - 60)
            let texts = [step.event.prefix(300), web.dropFirst(place).prefix(200), own.dropFirst(place).prefix(200)]
                .map { String(decoding: $0, as: UTF8.self) }
            Issue.record("event \(number) \(texts[0])\nweb    \(texts[1])\nnative \(texts[2])")
            return
        }
    }
}

/// A session that node plays on core.wasm: Tests/Web/play.mjs.
enum Playback {
    struct Step {
        let event: [UInt8]
        let effects: [UInt8]
    }

    struct Failure: Error {
        let status: Int32
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let wasm = root.appending(path: ".build/web/core.wasm").path
    private static let node: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isPossible: Bool { node != nil && FileManager.default.fileExists(atPath: wasm) }

    static func play(seed: Int, steps: Int) throws -> [Step] {
        let process = Process()
        process.executableURL = URL(filePath: node ?? "node")
        process.arguments = [root.appending(path: "Tests/Web/play.mjs").path, wasm, String(seed), String(steps)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { [UInt8]($0) }
        return stride(from: 0, to: lines.count - 1, by: 2).map { Step(event: lines[$0], effects: lines[$0 + 1]) }
    }
}
