import Foundation

// Fills a stopped server's data folder through the store, for tests that need a long past or many people:
//
//   store-filler FOLDER EMAIL ROOMS BUSY OWN OTHERS
//
// makes the person with that address a member of ROOMS channels, appends OWN messages to the first BUSY of them in turn
// and, evenly between these, OTHERS to channels that the person is not in. A second call continues the first.
//
//   store-filler FOLDER members CHANNEL
//
// reads SHA-256 digests of sessions' tokens, one a line in hexadecimal digits, and makes somebody with such a session a
// member of the channel for each.
let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.dropFirst(2).compactMap { Int($0) }

func digests() -> [[UInt8]] {
    var digests: [[UInt8]] = []
    while let line = readLine() {
        let pairs = stride(from: 0, to: line.utf8.count, by: 2).map { line.dropFirst($0).prefix(2) }
        digests.append(pairs.compactMap { UInt8($0, radix: 16) })
    }
    return digests
}

do {
    if arguments.count == 3, arguments[1] == "members" {
        try await Filler(folder: arguments[0]).members(of: arguments[2], sessions: digests())
    } else if arguments.count == 6, numbers.count == 4, numbers.allSatisfy({ $0 >= 0 }), numbers[1] <= numbers[0] {
        let plan = Plan(rooms: numbers[0], busy: numbers[1], own: numbers[2], others: numbers[3])
        try await Filler(folder: arguments[0]).run(plan, email: arguments[1])
    } else {
        FileHandle.standardError.write(
            Data("store-filler FOLDER EMAIL ROOMS BUSY OWN OTHERS\nstore-filler FOLDER members CHANNEL\n".utf8))
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
